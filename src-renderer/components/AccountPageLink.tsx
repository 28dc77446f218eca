import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAddress } from '../api/useAddress.ts'
import { accountKey } from '../decode/accountKey.ts'

type AccountPageLinkProps = {
  /** In any form. */
  readonly address: string
  readonly className?: string | undefined
  /** Shown before the address in the tooltip. */
  readonly name?: string | undefined
  readonly children: ReactNode
}

/** A link to the page of an account, which marks its other mentions while the pointer is on it. */
export function AccountPageLink({ address: given, className, name, children }: AccountPageLinkProps) {
  const address = useAddress(given)
  return (
    <Link
      to="/account/$address"
      params={{ address }}
      className={className}
      title={name === undefined ? address : `${name}\n${address}`}
      data-mark={accountKey(address)}
    >
      {children}
    </Link>
  )
}
