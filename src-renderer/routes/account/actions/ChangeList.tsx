import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TraceReading } from '../../../api/traceFacts.ts'
import { Amount } from '../../../components/Amount.tsx'
import { CurrencyAmount } from '../../../components/MessageAmount.tsx'
import { Skeleton } from '../../../components/states.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import type { AccountChanges } from '../../../decode/accountChanges.ts'
import styles from './ChangeList.module.css'

/** Maximum number of changes in a row: a trace can have any number of jettons. */
const MAX_CHANGES = 5

type Sign = '+' | '−'

function Change({ sign, children }: { readonly sign?: Sign | undefined; readonly children: ReactNode }) {
  return (
    <span className={styles.change} data-sign={sign}>
      {children}
    </span>
  )
}

function split(value: bigint): { readonly sign: Sign; readonly size: bigint } {
  return value < 0n ? { sign: '−', size: -value } : { sign: '+', size: value }
}

function Items({ sign, count }: { readonly sign: Sign; readonly count: number }) {
  return (
    <Change sign={sign}>
      {sign}
      {count} {count === 1 ? 'NFT' : 'NFTs'}
    </Change>
  )
}

/** Returns the changes, each as an element; that of coins is first unless it is zero. */
function elementsOf({ coins, currencies, jettons, gained, lost }: AccountChanges): ReactNode[] {
  const coin = split(coins)
  return [
    coins !== 0n && (
      <Change key="coins" sign={coin.sign}>
        <Amount value={coin.size} sign={coin.sign} />
      </Change>
    ),
    ...[...jettons].map(([jetton, value]) => {
      const { sign, size } = split(value)
      return (
        <Change key={jetton} sign={sign}>
          <TokenAmount value={size} jetton={jetton} sign={sign} />
        </Change>
      )
    }),
    ...[...currencies].map(([id, value]) => {
      const { sign, size } = split(value)
      return (
        <Change key={id} sign={sign}>
          <CurrencyAmount id={id} value={size} sign={sign} />
        </Change>
      )
    }),
    gained.length > 0 && <Items key="gained" sign="+" count={gained.length} />,
    lost.length > 0 && <Items key="lost" sign="−" count={lost.length} />,
  ].filter((element) => element !== false)
}

function Fee({ fees }: Pick<AccountChanges, 'fees'>) {
  if (fees === 0n) return null
  return (
    <span className={styles.fee} title="Fees that the account paid in this trace; the amount is without them">
      fee <Amount value={fees} bare />
    </span>
  )
}

type ChangeListProps = {
  readonly reading: TraceReading
  /** Hash of the trace in hexadecimal. */
  readonly hash: string
}

/** The changes of the account's assets in a trace, and apart from them the fees that it paid. */
export function ChangeList({ reading: { facts, unread }, hash }: ChangeListProps) {
  if (unread !== undefined) {
    return (
      <span className={styles.changes} title={`The amounts are not known: ${unread}`}>
        <span className={styles.none}>–</span>
      </span>
    )
  }
  if (!facts) {
    return (
      <span className={styles.changes} aria-hidden="true">
        <Skeleton width={84} />
      </span>
    )
  }
  const elements = elementsOf(facts.changes)
  const hidden = elements.length - MAX_CHANGES
  return (
    <span className={styles.changes} title={facts.note}>
      {elements.slice(0, MAX_CHANGES)}
      {hidden > 0 && (
        <Link to="/trace/$hash" params={{ hash }} search={{ tab: 'flow' }} className={styles.more}>
          and {hidden} more
        </Link>
      )}
      {elements.length === 0 && (
        <span className={styles.none}>
          <Amount value={0n} />
        </span>
      )}
      <Fee fees={facts.changes.fees} />
    </span>
  )
}
