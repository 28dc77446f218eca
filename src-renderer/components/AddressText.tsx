import { useAddress, useShownAddress } from '../api/useAddress.ts'
import { shortAddress } from '../format/shorten.ts'
import { CopyButton } from './CopyButton.tsx'
import { Skeleton } from './states.tsx'

type AddressTextProps = {
  /** An address in any form. */
  readonly address: string
  readonly className?: string | undefined
  /** Shortens the address in the middle. */
  readonly short?: boolean
}

/** Widths of a friendly address, whole and shortened. */
const WHOLE_WIDTH = '48ch'
export const SHORT_ADDRESS_WIDTH = '11ch'

/** An address as plain text, with a placeholder until its form is known. */
export function AddressText({ address, className, short = false }: AddressTextProps) {
  const { text, isSettled } = useShownAddress(address)
  if (!isSettled) {
    return (
      <span className={className}>
        <Skeleton width={short ? SHORT_ADDRESS_WIDTH : WHOLE_WIDTH} />
      </span>
    )
  }
  return (
    <span className={className} title={short ? text : undefined}>
      {short ? shortAddress(text) : text}
    </span>
  )
}

type CopyAddressProps = {
  /** An address in any form. */
  readonly address: string
  /** The name of what is copied: "address of alice". */
  readonly what?: string
}

/** A button that copies an address. */
export function CopyAddress({ address, what = 'address' }: CopyAddressProps) {
  return <CopyButton text={useAddress(address)} what={what} />
}
