import type {
  ParsedBlock,
  ParsedMcBlock,
  ParsedMessage,
  ParsedTransaction,
} from '../../../../src-main/store/parsedBlock.ts'
import type { BlockFilter } from '../../../../src-main/store/queries/blocks.ts'
import type { Page, Window } from '../../../../src-main/store/queries/conditions.ts'
import type { MessageFilter } from '../../../../src-main/store/queries/messages.ts'
import type { TransactionFilter } from '../../../../src-main/store/queries/transactions.ts'

/** The API's lists, made from facts with filter and sort alone: the expected results of the queries. */
export type Model = {
  readonly blocks: readonly ModelBlock[]
  readonly transactions: readonly ModelTransaction[]
  readonly messages: readonly ModelMessage[]
}
export type ModelBlock = { readonly block: ParsedBlock; readonly mcSeqno: number }
export type ModelTransaction = { readonly transaction: ParsedTransaction } & ModelBlock
export type ModelMessage = {
  readonly message: ParsedMessage
  readonly receivers: ModelTransaction[]
  sender: ModelTransaction | undefined
}

export function modelOf(facts: readonly ParsedMcBlock[]): Model {
  const blocks = facts.flatMap((mc) => mc.blocks.map((block) => ({ block, mcSeqno: mc.blocks[0]!.id.seqno })))
  const transactions = blocks.flatMap((at) =>
    at.block.transactions.map((transaction) => ({ transaction, ...at })),
  )
  const messages = new Map<string, ModelMessage>()
  const of = (message: ParsedMessage) => {
    const key = message.hash.toString('hex')
    const entry = messages.get(key) ?? { message, receivers: [], sender: undefined }
    messages.set(key, entry)
    return entry
  }
  for (const at of transactions) {
    if (at.transaction.inMsg) of(at.transaction.inMsg).receivers.push(at)
    for (const message of at.transaction.outMsgs) of(message).sender = at
  }
  return { blocks, transactions, messages: [...messages.values()] }
}

type Compare<T> = (a: T, b: T) => number
type Key = bigint | number | string | Buffer | null

/** By several keys, each with its own direction. NULL is above everything. */
function by<T>(...keys: readonly (readonly [(value: T) => Key, Page['sort']])[]): Compare<T> {
  return (a, b) => {
    for (const [key, sort] of keys) {
      const order = compareKeys(key(a), key(b))
      if (order !== 0) return sort === 'asc' ? order : -order
    }
    return 0
  }
}

function compareKeys(a: Key, b: Key): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (Buffer.isBuffer(a) && Buffer.isBuffer(b)) return a.compare(b)
  return a < b ? -1 : a > b ? 1 : 0
}

/** The reference orders hashes by their text. */
export const base64 = (hash: Buffer) => hash.toString('base64')

/** The masterchain's accounts come first: its workchain is -1. */
function sortedAddress(address: Buffer): Buffer {
  return Buffer.concat([Buffer.from([address.readInt8(0) + 128]), address.subarray(1)])
}

const includes = (list: readonly Buffer[] | undefined, value: Buffer) =>
  list === undefined || list.length === 0 || list.some((one) => one.equals(value))

function inside<T extends number | bigint>(window: Window<T> | undefined, value: T | undefined): boolean {
  const { start, end } = window ?? {}
  if (start === undefined && end === undefined) return true
  if (value === undefined) return false
  return (start === undefined || value >= start) && (end === undefined || value <= end)
}

const isGiven = (window: Window<number> | undefined) =>
  window?.start !== undefined || window?.end !== undefined
const signed = (shard: bigint) => BigInt.asIntN(64, shard)
const same = <T>(wanted: T | undefined, value: T) => wanted === undefined || wanted === value

/** compatibility-v3 §5.2. */
export function modelBlocks(model: Model, filter: BlockFilter, { sort }: Page): ModelBlock[] {
  return model.blocks
    .filter(
      ({ block: { id, header }, mcSeqno }) =>
        same(filter.workchain, id.workchain) &&
        same(filter.shard, signed(id.shard)) &&
        same(filter.seqno, id.seqno) &&
        same(filter.mcSeqno, mcSeqno) &&
        (!filter.rootHash || filter.rootHash.equals(id.rootHash)) &&
        (!filter.fileHash || filter.fileHash.equals(id.fileHash)) &&
        inside(filter.utimes, header.genUtime) &&
        inside(filter.lts, header.startLt),
    )
    .sort(
      by(
        [({ block }) => block.header.genUtime, sort],
        [({ block }) => block.id.workchain, 'asc'],
        [({ block }) => signed(block.id.shard), 'asc'],
        [({ block }) => block.id.seqno, sort],
      ),
    )
}

/** compatibility-v3 §5.5. */
export function modelTransactions(
  model: Model,
  filter: TransactionFilter,
  { sort }: Page,
): ModelTransaction[] {
  const lt = [(at: ModelTransaction) => at.transaction.lt, sort] as const
  const account = (of: Page['sort']) =>
    [(at: ModelTransaction) => sortedAddress(at.transaction.account), of] as const
  const order = filter.hashes?.length
    ? by<ModelTransaction>([({ transaction }) => base64(transaction.hash), sort])
    : filter.lt !== undefined
      ? by(lt, account(sort))
      : isGiven(filter.utimes)
        ? by([({ transaction }) => transaction.now, sort], lt, account('asc'))
        : by(lt, account('asc'))
  return model.transactions
    .filter(
      ({ transaction, block: { id }, mcSeqno }) =>
        includes(filter.accounts, transaction.account) &&
        !(filter.excludeAccounts ?? []).some((one) => one.equals(transaction.account)) &&
        includes(filter.hashes, transaction.hash) &&
        same(filter.lt, transaction.lt) &&
        same(filter.workchain, id.workchain) &&
        same(filter.shard, signed(id.shard)) &&
        same(filter.seqno, id.seqno) &&
        same(filter.mcSeqno, mcSeqno) &&
        inside(filter.utimes, transaction.now) &&
        inside(filter.lts, transaction.lt),
    )
    .sort(order)
}

/** compatibility-v3 §5.7. */
export function modelTransactionsByMessage(
  model: Model,
  filter: Omit<MessageFilter, 'utimes' | 'lts' | 'externals'>,
): ModelTransaction[] {
  const { direction, ...message } = filter
  const isSentToo = direction !== 'in' && filter.opcode === undefined
  const found = modelMessages(model, message, { limit: 0, offset: 0, sort: 'desc' }).flatMap(
    ({ receivers, sender }) => [
      ...(direction === 'out' ? [] : receivers),
      ...(isSentToo && sender ? [sender] : []),
    ],
  )
  return [...new Set(found)].sort(byLt('desc'))
}

/** compatibility-v3 §5.8. */
export function modelAdjacent(
  model: Model,
  { transaction }: ModelTransaction,
  direction: 'in' | 'out' | 'both',
): ModelTransaction[] {
  const { inMsg, outMsgs } = transaction
  if (!inMsg && outMsgs.length === 0) return []
  const isIn = (hash: Buffer) => inMsg?.hash.equals(hash) === true
  const isOut = (hash: Buffer) => outMsgs.some((message) => message.hash.equals(hash))
  return model.messages
    .flatMap(({ message: { hash }, receivers, sender }) => [
      ...(direction !== 'out' && sender && isIn(hash) ? [sender] : []),
      ...(direction !== 'in' && isOut(hash) ? receivers : []),
    ])
    .sort(byLt('asc'))
}

function byLt(sort: Page['sort']): Compare<ModelTransaction> {
  return by(
    [({ transaction }) => transaction.lt, sort],
    [({ transaction }) => sortedAddress(transaction.account), 'asc'],
  )
}

/** compatibility-v3 §5.9. */
export function modelMessages(model: Model, filter: MessageFilter, { sort }: Page): ModelMessage[] {
  const isByTime = isGiven(filter.utimes)
  const party = (wanted: Buffer | null | undefined, value: Buffer | undefined) =>
    wanted === undefined || (wanted === null ? value === undefined : value?.equals(wanted) === true)
  return model.messages
    .filter(
      ({ message, receivers, sender }) =>
        (includes(filter.hashes, message.hash) ||
          (message.hashNorm !== undefined && includes(filter.hashes, message.hashNorm))) &&
        (!filter.bodyHash || filter.bodyHash.equals(message.body.hash)) &&
        party(filter.source, message.source) &&
        party(filter.destination, message.destination) &&
        (filter.opcode === undefined || filter.opcode === message.opcode) &&
        (filter.direction !== 'in' || receivers.length > 0) &&
        (filter.direction !== 'out' || sender !== undefined) &&
        (filter.externals !== 'exclude' || message.createdLt !== undefined) &&
        (filter.externals !== 'only' || message.createdLt === undefined) &&
        inside(filter.utimes, message.createdAt) &&
        inside(filter.lts, message.createdLt),
    )
    .sort(
      by(
        [({ message }) => (isByTime ? message.createdAt : message.createdLt) ?? null, sort],
        [({ message }) => base64(message.hash), sort],
      ),
    )
}
