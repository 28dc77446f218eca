import { Link } from '@tanstack/react-router'
import { bytesToBase64, bytesToHex } from '#shared/ton/base64.ts'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import type { TransactionView } from '../../decode/transactionView.ts'
import { shortHash } from '../../format/shorten.ts'
import { StorageChange } from './StorageChange.tsx'
import page from './TransactionPage.module.css'

/** The account's state before and after, and its previous transaction. */
export function StateChange({ view }: { readonly view: TransactionView }) {
  const { decoded } = view
  if (!decoded) return null
  const changed = decoded.before !== decoded.after
  const previous = bytesToHex(decoded.previousHash)
  return (
    <section className={page.part} aria-labelledby="state">
      <h2 id="state">State</h2>
      <DescriptionList
        items={[
          {
            name: 'Account',
            value: changed ? `${decoded.before} → ${decoded.after}` : `${decoded.after} (unchanged)`,
          },
          {
            name: 'State before',
            hint: "Hash of the account's cell",
            value: <HashText hash={bytesToBase64(decoded.stateBefore)} what="state hash" />,
          },
          {
            name: 'State after',
            hint: "Hash of the account's cell",
            value: <HashText hash={bytesToBase64(decoded.stateAfter)} what="state hash" />,
          },
          {
            name: 'Previous transaction',
            value:
              decoded.previousLt === 0n ? (
                'none: this is the first'
              ) : (
                <Link
                  to="/transaction/$account/$lt/$hash"
                  params={{ account: view.address, lt: String(decoded.previousLt), hash: previous }}
                >
                  <code>{shortHash(previous)}</code>
                </Link>
              ),
          },
        ]}
      />
      <StorageChange view={view} />
    </section>
  )
}
