import type { StdAddress } from '../../../store/parsedBlock.ts'

/** Reads an address as addressText writes it. */
export function stdAddressOf(text: string): StdAddress {
  const colon = text.indexOf(':')
  const address = Buffer.alloc(33)
  address.writeInt8(Number(text.slice(0, colon)))
  address.write(text.slice(colon + 1), 1, 'hex')
  return address
}
