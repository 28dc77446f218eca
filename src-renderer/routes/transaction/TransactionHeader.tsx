import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListOrdered, Waypoints } from 'lucide-react'
import { bytesToBase64 } from '#shared/ton/base64.ts'
import { useNetwork } from '../../api/network.tsx'
import { transactionBlockQuery } from '../../api/transactionBlock.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { Age } from '../../components/Age.tsx'
import { Amount } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { OutcomeChips } from '../../components/OutcomeChips.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { Skeleton } from '../../components/states.tsx'
import { describeTransaction } from '../../decode/describeTransaction.ts'
import type { TransactionView } from '../../decode/transactionView.ts'
import { formatMoment } from '../../format/age.ts'
import { hexOfBase64 } from '../../format/hexOfBase64.ts'
import styles from './TransactionHeader.module.css'

/** The block of the transaction, which v2 does not return with it. */
function BlockOf({ view }: { readonly view: TransactionView }) {
  const { data, isError } = useQuery(transactionBlockQuery(useNetwork(), view))
  if (isError) return 'not known'
  return data ? <BlockLink blockId={data} /> : <Skeleton width={64} />
}

/** The result of comparing the hash of the answer's bytes with the transaction's hash. */
function HashCheck({ view }: { readonly view: TransactionView }) {
  const hash = view.cell?.hash()
  if (!hash) return null
  return bytesToBase64(hash) === view.hash ? (
    <Chip tone="good">✓ Hash verified</Chip>
  ) : (
    <Chip tone="bad">✕ Hash mismatch</Chip>
  )
}

/** Description, outcome, block and time of a transaction. */
export function TransactionHeader({ view }: { readonly view: TransactionView }) {
  const { recorded } = useNetwork()
  const kind = view.decoded?.kind
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.sentence}>
          <Sentence parts={describeTransaction(view)} />
        </h1>
        <p className={styles.chips}>
          <OutcomeChips view={view} />
          {kind !== undefined && kind !== 'ordinary' && <Chip>{kind}</Chip>}
        </p>
        <Link
          to="/replay/$account"
          params={{ account: view.address }}
          search={{ lt: String(view.lt) }}
          className={styles.trace}
        >
          <ListOrdered aria-hidden="true" size={16} strokeWidth={1.75} />
          Replay
        </Link>
        <Link
          to="/trace/$hash"
          params={{ hash: hexOfBase64(view.hash) }}
          search={{ account: view.address, lt: String(view.lt) }}
          className={styles.trace}
        >
          <Waypoints aria-hidden="true" size={16} strokeWidth={1.75} />
          Trace
        </Link>
      </header>
      <section className={styles.facts} aria-label="Transaction">
        <DescriptionList
          items={[
            { name: 'Account', value: <AccountLink address={view.address} pictured /> },
            {
              name: 'Created',
              value: (
                <>
                  {formatMoment(view.utime)}
                  {!recorded && (
                    <span className={styles.quiet}>
                      <Age utime={view.utime} long />
                    </span>
                  )}
                </>
              ),
            },
            { name: 'Block', value: <BlockOf view={view} /> },
            {
              name: 'Hash',
              value: (
                <>
                  <HashText hash={view.hash} what="transaction hash" />
                  <HashCheck view={view} />
                </>
              ),
            },
            {
              name: 'Logical time',
              value: (
                <>
                  {view.lt}
                  <CopyButton text={view.lt} what="logical time" />
                </>
              ),
            },
            {
              name: 'Fees',
              hint: 'Total fees and the forwarding fees of outgoing messages',
              value: (
                <>
                  <Amount value={view.fee} />
                  <span className={styles.quiet}>
                    storage <Amount value={view.storageFee} bare /> + other{' '}
                    <Amount value={view.otherFee} bare />
                  </span>
                </>
              ),
            },
          ]}
        />
      </section>
    </>
  )
}
