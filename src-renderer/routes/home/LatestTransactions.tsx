import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { V2Result } from '#shared/schema/v2/operations.ts'
import { isMaster } from '../../api/blockPlace.ts'
import { type BlockCount, blockTransactionsQuery } from '../../api/blocks.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import type { Answer } from '../../api/request.ts'
import type { MasterRow } from '../../api/useMasterSummaries.ts'
import { Age } from '../../components/Age.tsx'
import { NewItems } from '../../components/NewItems.tsx'
import { OutcomeIcon } from '../../components/OutcomeIcon.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Sentence } from '../../components/Sentence.tsx'
import { Bone, Empty } from '../../components/states.tsx'
import { transactionParams } from '../../components/transactionParams.ts'
import { useSteady } from '../../components/useSteady.ts'
import { describeTransaction, outcomeOf, summarizeTransaction } from '../../decode/describeTransaction.ts'
import { type TransactionView, viewTransaction } from '../../decode/transactionView.ts'
import styles from './LatestTransactions.module.css'

const SHOWN = 12
/** A transfer is two transactions and one line, so the list reads twice as many. */
const WANTED = 2 * SHOWN
/** Read of each block at most: a crowded block need not be read whole to fill a short list. */
const PER_BLOCK = 12

/** The newest blocks that together have enough transactions for the list, as far as they are known. */
function blocksToRead(rows: readonly MasterRow[]): {
  blocks: BlockCount[]
  found: number
  complete: boolean
} {
  const blocks: BlockCount[] = []
  let found = 0
  for (const { summary, error } of rows) {
    if (!summary && !error) return { blocks, found, complete: false }
    for (const block of summary?.blocks ?? []) {
      // The masterchain calls its system contracts in every block; that is no news.
      if (found >= WANTED || isMaster(block.place) || block.transactions === 0) continue
      blocks.push(block)
      found += Math.min(block.transactions, PER_BLOCK)
    }
  }
  return { blocks, found, complete: true }
}

function Item({ view }: { readonly view: TransactionView }) {
  const summary = summarizeTransaction(view)
  return (
    <li className={styles.item}>
      <OutcomeIcon summary={summary} />
      <p className={styles.sentence}>
        <Sentence parts={describeTransaction(view)} />
      </p>
      <Link
        to="/transaction/$account/$lt/$hash"
        params={transactionParams(view)}
        className={styles.age}
        aria-label="Open this transaction"
      >
        <Age utime={view.utime} />
      </Link>
    </li>
  )
}

/**
 * One line for each transfer: a receipt is left out where the transaction that sent its message is listed too,
 * unless something came of it (it failed, or sent messages of its own).
 */
function withoutReceipts(views: readonly TransactionView[]): TransactionView[] {
  const sent = new Set(views.flatMap(({ outMessages }) => outMessages.map(({ hash }) => hash)))
  return views.filter(
    (view) =>
      !view.inMessage ||
      !sent.has(view.inMessage.hash) ||
      view.outMessages.length > 0 ||
      outcomeOf(view).kind !== 'ok',
  )
}

/** One function for all renders, so that each answer is decoded once. */
function transactionViews({ result }: Answer<V2Result<'getBlockTransactionsExt'>>): TransactionView[] {
  return result.transactions.map(viewTransaction)
}

type LatestTransactionsProps = {
  readonly rows: readonly MasterRow[]
  /** Looks further back; absent when that was far enough. */
  readonly onNeedMore: (() => void) | undefined
}

/** What happened last, in sentences. */
export function LatestTransactions({ rows, onNeedMore }: LatestTransactionsProps) {
  const network = useNetwork()
  const { recorded } = network
  const head = useHead()?.seqno ?? 0
  const { blocks, found, complete } = blocksToRead(rows)
  const tooFew = complete && found < WANTED && rows.length > 0 && rows.length < head
  useEffect(() => {
    if (tooFew) onNeedMore?.()
  }, [tooFew, onNeedMore])
  const answers = useQueries({
    queries: blocks.map(({ place }) => ({
      ...blockTransactionsQuery(network, place, PER_BLOCK),
      select: transactionViews,
    })),
  })
  const views = withoutReceipts(answers.flatMap(({ data }) => data ?? []))
    .sort((a, b) => b.utime - a.utime || (BigInt(b.lt) > BigInt(a.lt) ? 1 : -1))
    .slice(0, SHOWN)
  const { shown, handlers, release } = useSteady(views)
  const newestShown = shown[0]
  const missed = newestShown ? views.findIndex(({ hash }) => hash === newestShown.hash) : 0
  const pending = !complete || answers.some(({ isPending }) => isPending)
  const settledEmpty = !pending && !(tooFew && onNeedMore) && views.length === 0
  return (
    <Panel title="Latest transactions" note={recorded ? 'when it was recorded' : undefined} flush>
      <div {...handlers}>
        <NewItems count={missed} what="transaction" onShow={release} />
        {settledEmpty ? (
          <Empty>
            No transactions in the last {rows.length} blocks but the masterchain's calls of its system
            contracts.
          </Empty>
        ) : (
          <ol className={styles.list}>
            {shown.map((view) => (
              <Item key={view.hash} view={view} />
            ))}
            {pending &&
              Array.from({ length: Math.max(0, SHOWN - shown.length) }, (_, i) => (
                <li key={i} className={styles.item} aria-hidden="true">
                  <Bone width={16} />
                  <span className={styles.sentence}>
                    <Bone width={`${68 - (i % 4) * 9}%`} />
                  </span>
                  <Bone width={28} />
                </li>
              ))}
          </ol>
        )}
      </div>
    </Panel>
  )
}
