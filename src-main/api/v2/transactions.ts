import type { V2Values } from '#shared/schema/v2/operations.ts'
import { formatRawAddress } from '#shared/ton/address.ts'
import type { LiteSession, TransactionCursor } from '../../liteserver/session.ts'
import { coreAddress } from './accountState.ts'
import type { V2Context, V2Handler } from './context.ts'
import { findBlock } from './findBlock.ts'
import { type HistoryCursor, readHistory } from './history.ts'
import { base64, blockIdExt, noTransaction, transactionId } from './scalars.ts'
import { extTransaction, openTransaction, rawTransaction, rawTransactionExt } from './transactionJson.ts'

/** The liteserver's echo for a page with a starting point, which toncenter always sends. */
const SHORT_TX_MODE = 135
/** Maximum number of transactions of a block in one answer of a liteserver. */
const BLOCK_PAGE = 256
/** Number of transactions that toncenter requests at once; a liteserver returns 16 at most. */
const HISTORY_PAGE = 10
const HISTORY_PAGE_STD = 16

type Page<Item> = { readonly incomplete: boolean; readonly transactions: readonly Item[] }

type BlockValues = V2Values<'getBlockTransactions'>

/** Joins pages up to `count` items, or until the liteserver reports the end of the block. */
async function joinPages<Item>(
  values: BlockValues,
  readPage: (count: number, after: TransactionCursor | undefined) => Promise<Page<Item>>,
  placeOf: (item: Item) => TransactionCursor,
): Promise<Page<Item>> {
  const { after_lt: lt, after_hash: account } = values
  let after: TransactionCursor | undefined =
    lt !== undefined && account ? { account: Buffer.from(account), lt } : undefined
  const transactions: Item[] = []
  for (;;) {
    const page = await readPage(Math.min(BLOCK_PAGE, values.count - transactions.length), after)
    transactions.push(...page.transactions)
    const last = transactions.at(-1)
    if (!page.incomplete || transactions.length >= values.count || !last || page.transactions.length === 0) {
      return { incomplete: page.incomplete, transactions }
    }
    after = placeOf(last)
  }
}

export const getBlockTransactions: V2Handler<'getBlockTransactions'> = async (values, context) => {
  const session = context.session()
  const id = await findBlock(values, context)
  const page = await joinPages(
    values,
    (count, after) => session.blockTransactions(id, count, after),
    ({ account, lt }) => ({ account, lt }),
  )
  return {
    '@type': 'blocks.transactions',
    id: blockIdExt(id),
    req_count: values.count,
    incomplete: page.incomplete,
    transactions: page.transactions.map(({ account, lt, hash }) => ({
      '@type': 'blocks.shortTxId',
      mode: SHORT_TX_MODE,
      account: formatRawAddress({ workchain: id.workchain, hash: account }),
      lt: lt.toString(),
      hash: base64(hash),
    })),
  }
}

export const getBlockTransactionsExt: V2Handler<'getBlockTransactionsExt'> = async (values, context) => {
  const session = context.session()
  const id = await findBlock(values, context)
  const page = await joinPages(
    values,
    async (count, after) => {
      const { incomplete, transactions } = await session.blockTransactionsExt(id, count, after)
      return { incomplete, transactions: transactions.map(({ transaction }) => openTransaction(transaction)) }
    },
    ({ transaction }) => ({ account: transaction.accountAddr, lt: transaction.lt }),
  )
  return {
    '@type': 'blocks.transactionsExt',
    id: blockIdExt(id),
    req_count: values.count,
    incomplete: page.incomplete,
    transactions: page.transactions.map((opened) => rawTransactionExt(opened, id.workchain)),
  }
}

type HistoryValues = V2Values<'getTransactions'>

/** Returns the start of a history: as given, or the account's newest transaction (lt 0 if it has none). */
async function historyStart(values: HistoryValues, session: LiteSession): Promise<HistoryCursor> {
  if (values.lt !== undefined && values.hash) return { lt: values.lt, hash: Buffer.from(values.hash) }
  const account = await session.account(await session.last(), coreAddress(values.address))
  return { lt: account.lastTransLt, hash: account.lastTransHash }
}

async function historyOf(values: HistoryValues, context: V2Context, pageSize: number) {
  // archival=false counts as absent: a server with less history is never required.
  const session = context.session(values.archival ? { archival: true } : {})
  const start = await historyStart(values, session)
  return readHistory(session, coreAddress(values.address), start, {
    limit: values.limit,
    toLt: values.to_lt,
    pageSize,
  })
}

export const getTransactions: V2Handler<'getTransactions'> = async (values, context) => {
  const { transactions } = await historyOf(values, context, HISTORY_PAGE)
  return transactions.map((opened) => extTransaction(opened, values.address.workchain))
}

export const getTransactionsStd: V2Handler<'getTransactionsStd'> = async (values, context) => {
  const { transactions, previous } = await historyOf(values, context, HISTORY_PAGE_STD)
  return {
    '@type': 'raw.transactions',
    transactions: transactions.map((opened) => rawTransaction(opened, values.address.workchain)),
    previous_transaction_id: previous.lt === 0n ? noTransaction() : transactionId(previous.lt, previous.hash),
  }
}
