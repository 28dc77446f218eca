import { useAddress, useShownAddress } from '../api/useAddress.ts'
import { shortAddress } from '../format/shorten.ts'
import { CopyButton } from './CopyButton.tsx'
import { Skeleton } from './states.tsx'

type AddressTextProps = {
  /** In any form. */
  readonly address: string
  readonly className?: string | undefined
  /** Shows both ends alone. */
  readonly short?: boolean
}

/** Widths of an address in a friendly form: whole, and as shortAddress cuts it. */
const WHOLE_WIDTH = '48ch'
export const SHORT_ADDRESS_WIDTH = '11ch'

/** An address as plain text, in the form that the explorer shows everywhere; a grey bar until that is known. */
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
  /** In any form. */
  readonly address: string
  /** What is copied: "address of alice". */
  readonly what?: string
}

/** A button that copies an address in the form that the explorer shows everywhere. */
export function CopyAddress({ address, what = 'address' }: CopyAddressProps) {
  return <CopyButton text={useAddress(address)} what={what} />
}
