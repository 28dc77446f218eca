import { AccountLink } from '../../../components/AccountLink.tsx'
import table from '../../../components/Table.module.css'

/** A raw address of v3 as a link, or `none`. */
export function AccountValue({
  raw,
  none = 'none',
}: {
  readonly raw: string | null | undefined
  readonly none?: string
}) {
  return raw === null || raw === undefined || !raw.includes(':') ? (
    <span className={table.quiet}>{none}</span>
  ) : (
    <AccountLink address={raw} pictured />
  )
}
