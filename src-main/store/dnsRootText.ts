import type { DnsRoot } from './detectedTokens.ts'
import type { StdAddress } from './parsedBlock.ts'

/** Key of `meta`: the newest DNS root with which detection has compared domains, as a dnsRootText. */
export const DNS_ROOT_KEY = 'dns_root'

/**
 * Returns a DNS root as text: the key block's seqno, the address, and the collections if they are known, separated by
 * colons. Addresses are hexadecimal, empty if there is none; those of collections are separated by commas.
 */
export function dnsRootText({ address, keySeqno, collections }: DnsRoot): string {
  const parts = [String(keySeqno), textOf(address)]
  return [...parts, ...(collections ? [collections.map(textOf).join()] : [])].join(':')
}

/** Reverses dnsRootText. */
export function parseDnsRoot(text: string): DnsRoot {
  const [keySeqno, address = '', collections] = text.split(':')
  return {
    keySeqno: Number(keySeqno),
    address: addressOf(address),
    collections: collections?.split(',').map(addressOf),
  }
}

function textOf(address: StdAddress | undefined): string {
  return address?.toString('hex') ?? ''
}

function addressOf(text: string): StdAddress | undefined {
  return text === '' ? undefined : Buffer.from(text, 'hex')
}

/** Returns whether two addresses are equal, or both missing. */
export function isSameAddress(a: StdAddress | undefined, b: StdAddress | undefined): boolean {
  return a && b ? a.equals(b) : a === b
}

/** Returns whether a root replaces the known one: with another address of a newer key block, or other collections. */
export function isNewRoot(known: DnsRoot, { address, keySeqno, collections }: DnsRoot): boolean {
  if (!isSameAddress(known.address, address)) return keySeqno > known.keySeqno
  return (
    collections?.some((one, i) => !known.collections || !isSameAddress(one, known.collections[i])) ?? false
  )
}
