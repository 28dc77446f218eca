import { useAddress } from '../api/useAddress.ts'
import { shortAddress } from '../format/shorten.ts'
import { CopyButton } from './CopyButton.tsx'

type AddressTextProps = {
  /** In any form. */
  readonly address: string
  readonly className?: string | undefined
  /** Shows both ends alone. */
  readonly short?: boolean
}

/** An address as plain text, in the form that the explorer shows everywhere. */
export function AddressText({ address, className, short = false }: AddressTextProps) {
  const text = useAddress(address)
  return (
    <span className={className} title={short ? text : undefined}>
      {short ? shortAddress(text) : text}
    </span>
  )
}

type CopyAddressProps = {
  /** In any form. */
  readonly address: string
  /** What is copied: "address of alice". */
  readonly what?: string
}

/** A button that copies an address in the form that the explorer shows everywhere. */
export function CopyAddress({ address, what = 'address' }: CopyAddressProps) {
  return <CopyButton text={useAddress(address)} what={what} />
}
