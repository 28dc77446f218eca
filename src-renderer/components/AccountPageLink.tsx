import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useShownAddress } from '../api/useAddress.ts'
import { accountKey } from '../decode/accountKey.ts'

type AccountPageLinkProps = {
  /** An address in any form. */
  readonly address: string
  readonly className?: string | undefined
  /** Shown before the address in the tooltip. */
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** A link to the page of an account, which highlights its other occurrences while the pointer is on it. */
export function AccountPageLink({ address: given, className, name, children }: AccountPageLinkProps) {
  const { text: address, isSettled } = useShownAddress(given)
  return (
    <Link
      to="/account/$address"
      params={{ address }}
      className={className}
      title={isSettled ? [name, address].filter((line) => line !== undefined).join('\n') : name}
      data-mark={accountKey(address)}
    >
      {children}
    </Link>
  )
}
