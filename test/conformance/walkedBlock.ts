import {
  type Address,
  beginCell,
  Cell,
  type CurrencyCollection,
  Dictionary,
  type DictionaryValue,
  loadAccount,
  loadMessage,
  loadStorageInfo,
  loadTransaction,
  type Message,
  type Slice,
  storeStateInit,
} from '@ton/core'

/**
 * A whole block read with @ton/core and without our code (schemes: block.tlb), to compare the index's facts with.
 * Hashes and addresses are hex; a cell is given by its hash.
 */
export type WalkedBlock = {
  readonly header: Readonly<Record<string, unknown>>
  /** By account and lt. */
  readonly transactions: readonly WalkedTransaction[]
  /** What the state update shows of the accounts with transactions. */
  readonly states: readonly WalkedState[]
}

export type WalkedTransaction = Readonly<Record<string, unknown>> & { readonly hash: string }
export type WalkedState = Readonly<Record<string, unknown>> & { readonly account: string }

const hex = (bytes: Buffer | undefined) => bytes?.toString('hex')
const wide = (value: bigint) => value.toString(16).padStart(64, '0')

function readOnly<Value>(parse: (slice: Slice) => Value): DictionaryValue<Value> {
  const serialize = () => {
    throw new Error('these dictionaries are only read')
  }
  return { parse, serialize }
}

function skipCurrencies(slice: Slice): void {
  slice.loadCoins()
  slice.loadMaybeRef()
}

export function walkBlock(file: Buffer): WalkedBlock {
  const root = Cell.fromBoc(file)[0] as Cell
  const [info, , update, extra] = root.refs as [Cell, Cell, Cell, Cell]
  const globalId = root.beginParse().skip(32).loadInt(32)
  const header = walkHeader(info)
  const { workchain, globalVersion, ...fields } = header
  const extraSlice = extra.beginParse().skip(32)
  const transactions = walkTransactions(extra.refs[2] as Cell, workchain, globalVersion)
  const touched = new Set(transactions.map(({ account }) => account as string))
  return {
    header: {
      ...fields,
      globalId,
      randSeed: hex(extraSlice.loadBuffer(32)),
      createdBy: hex(extraSlice.loadBuffer(32)),
    },
    transactions,
    states: walkStates(update.refs[1] as Cell, workchain, touched),
  }
}

function walkHeader(info: Cell) {
  const slice = info.beginParse().skip(32)
  const version = slice.loadUint(32)
  const bit = () => slice.loadBit()
  const notMaster = bit()
  const bits = {
    afterMerge: bit(),
    beforeSplit: bit(),
    afterSplit: bit(),
    wantSplit: bit(),
    wantMerge: bit(),
    keyBlock: bit(),
    vertSeqnoIncr: bit(),
  }
  const flags = slice.loadUint(8)
  slice.loadUint(32)
  const vertSeqno = slice.loadUint(32)
  const prefixLength = slice.skip(2).loadUint(6)
  const workchain = slice.loadInt(32)
  const shard = slice.loadUintBig(64) | (1n << BigInt(63 - prefixLength))
  const numbers = {
    genUtime: slice.loadUint(32),
    startLt: slice.loadUintBig(64),
    endLt: slice.loadUintBig(64),
    validatorListHashShort: slice.loadUint(32),
    genCatchainSeqno: slice.loadUint(32),
    minRefMcSeqno: slice.loadUint(32),
    prevKeyBlockSeqno: slice.loadUint(32),
  }
  const globalVersion = flags & 1 ? slice.skip(8).loadUint(32) : 0
  // ext_blk_ref: end_lt, seq_no, root_hash, file_hash.
  const seqnoOf = (cell: Cell) => cell.beginParse().skip(64).loadUint(32)
  const prev = info.refs[notMaster ? 1 : 0] as Cell
  const half = (shard & -shard) >> 1n
  const prevShards = bits.afterMerge
    ? [shard - half, shard + half]
    : bits.afterSplit
      ? [(shard & ~(shard & -shard) & ~((shard & -shard) << 1n)) | ((shard & -shard) << 1n)]
      : [shard]
  return {
    ...bits,
    ...numbers,
    version,
    flags,
    vertSeqno,
    workchain,
    globalVersion,
    masterRefSeqno: notMaster ? seqnoOf(info.refs[0] as Cell) : 0,
    prevBlocks: (bits.afterMerge ? prev.refs : [prev]).map((cell, i) => ({
      workchain,
      shard: prevShards[i],
      seqno: seqnoOf(cell),
    })),
  }
}

/** ShardAccountBlocks: accounts with their transactions, both augmented by CurrencyCollection. */
function walkTransactions(
  accountBlocks: Cell,
  workchain: number,
  globalVersion: number,
): WalkedTransaction[] {
  const found: WalkedTransaction[] = []
  const transaction = readOnly((slice) => {
    skipCurrencies(slice)
    return slice.loadRef()
  })
  const accountBlock = readOnly((slice) => {
    skipCurrencies(slice)
    const account = slice.skip(4).loadBuffer(32)
    for (const cell of Dictionary.loadDirect(Dictionary.Keys.BigUint(64), transaction, slice).values()) {
      found.push(walkTransaction(cell, `${workchain}:${hex(account)}`, globalVersion))
    }
    return account
  })
  const root = accountBlocks.beginParse().loadMaybeRef()
  if (root) Dictionary.loadDirect(Dictionary.Keys.BigUint(256), accountBlock, root)
  return found
}

const STATUSES = { uninitialized: 'uninit', frozen: 'frozen', active: 'active', 'non-existing': 'nonexist' }

function walkTransaction(cell: Cell, account: string, globalVersion: number): WalkedTransaction {
  const read = loadTransaction(cell.beginParse())
  const [messages, , description] = [cell.refs[0] as Cell, 0, cell.refs.at(-1) as Cell]
  // in_msg:(Maybe ^(Message Any)) out_msgs:(HashmapE 15 ^(Message Any))
  const slice = messages.beginParse()
  const inMsg = slice.loadMaybeRef()
  const outMsgs = slice.loadDict(
    Dictionary.Keys.Uint(15),
    readOnly((value) => value.loadRef()),
  )
  const byKey = [...outMsgs].sort(([a], [b]) => a - b)
  return {
    account,
    hash: hex(cell.hash()) as string,
    lt: read.lt,
    prevHash: wide(read.prevTransactionHash),
    prevLt: read.prevTransactionLt,
    now: read.now,
    origStatus: STATUSES[read.oldStatus],
    endStatus: STATUSES[read.endStatus],
    totalFees: read.totalFees.coins,
    totalFeesExtra: walkExtra(read.totalFees),
    stateBefore: hex(read.stateUpdate.oldHash),
    stateAfter: hex(read.stateUpdate.newHash),
    description: hex(description.hash()),
    inMsg: inMsg ? walkMessage(inMsg, globalVersion) : undefined,
    outMsgs: byKey.map(([, message]) => walkMessage(message, globalVersion)),
  }
}

const NO_ENVELOPE = {
  source: undefined,
  destination: undefined,
  value: undefined,
  extra: undefined,
  fwdFee: undefined,
  ihrFee: undefined,
  extraFlags: undefined,
  ihrDisabled: false,
  bounce: false,
  bounced: false,
  createdLt: undefined,
  createdAt: undefined,
  importFee: undefined,
  hashNorm: undefined,
}

function walkMessage(cell: Cell, globalVersion: number) {
  const message = loadMessage(cell.beginParse())
  const { body, init } = message
  const hash = hex(cell.hash())
  const initCell = init && beginCell().store(storeStateInit(init)).endCell()
  return {
    ...NO_ENVELOPE,
    ...walkEnvelope(message, globalVersion, hash),
    hash,
    opcode: !body.isExotic && body.bits.length >= 32 ? body.beginParse().loadInt(32) : undefined,
    body: hex(body.hash()),
    init: initCell ? hex(initCell.hash()) : undefined,
  }
}

function walkEnvelope({ info, body }: Message, globalVersion: number, hash: string | undefined) {
  if (info.type === 'external-in') {
    const norm = hex(normalized(info.dest, body).hash())
    return {
      kind: info.type,
      destination: info.dest.toRawString(),
      importFee: info.importFee,
      hashNorm: norm === hash ? undefined : norm,
    }
  }
  const { createdLt, createdAt } = info
  if (info.type === 'external-out') {
    return { kind: info.type, source: info.src.toRawString(), createdLt, createdAt }
  }
  return {
    kind: info.type,
    source: info.src.toRawString(),
    destination: info.dest.toRawString(),
    value: info.value.coins,
    extra: walkExtra(info.value),
    fwdFee: info.forwardFee,
    ihrFee: globalVersion < 12 ? info.ihrFee : undefined,
    extraFlags: globalVersion < 12 ? undefined : info.ihrFee,
    ihrDisabled: info.ihrDisabled,
    bounce: info.bounce,
    bounced: info.bounced,
    createdLt,
    createdAt,
  }
}

/** ext_in_msg_info$10 src:addr_none dest import_fee:0, no init, body in a reference (TEP-467). */
function normalized(dest: Address, body: Cell): Cell {
  return beginCell()
    .storeUint(0b1000, 4)
    .storeAddress(dest)
    .storeCoins(0)
    .storeBit(0)
    .storeBit(1)
    .storeRef(body)
    .endCell()
}

function walkExtra({ other }: CurrencyCollection): Readonly<Record<number, bigint>> | undefined {
  return other && other.size > 0 ? Object.fromEntries(other) : undefined
}

/** Returns ShardAccounts of a state, or of the part that an update shows: pruned branches are skipped. */
function walkStates(state: Cell, workchain: number, touched: ReadonlySet<string>): WalkedState[] {
  if (touched.size === 0) return []
  const shardAccount = readOnly((slice) => {
    slice.skip(5)
    skipCurrencies(slice)
    const cell = slice.loadRef()
    return { cell, lastTransHash: slice.loadBuffer(32), lastTransLt: slice.loadUintBig(64) }
  })
  const root = (state.refs[1] as Cell).beginParse().loadMaybeRef()
  const accounts = root ? Dictionary.loadDirect(Dictionary.Keys.BigUint(256), shardAccount, root) : []
  const states: WalkedState[] = []
  for (const [key, entry] of accounts) {
    const account = `${workchain}:${wide(key)}`
    if (touched.has(account)) states.push(walkState(account, entry))
  }
  return states
}

type ShardAccount = { readonly cell: Cell; readonly lastTransHash: Buffer; readonly lastTransLt: bigint }

export function walkState(account: string, { cell, lastTransHash, lastTransLt }: ShardAccount): WalkedState {
  const { balance, state } = loadAccount(cell.beginParse().skip(1)).storage
  // The dictionary can be pruned, which @ton/core skips.
  const slice = cell.beginParse().skip(1)
  slice.loadAddress()
  loadStorageInfo(slice)
  slice.skip(64).loadCoins()
  const extra = slice.loadMaybeRef()
  return {
    account,
    hash: hex(cell.hash(0)),
    balance: balance.coins,
    extra: extra ? hex(extra.hash(0)) : undefined,
    status: STATUSES[state.type === 'uninit' ? 'uninitialized' : state.type],
    frozenHash: state.type === 'frozen' ? wide(state.stateHash) : undefined,
    codeHash: state.type === 'active' ? hex(state.state.code?.hash(0)) : undefined,
    dataHash: state.type === 'active' ? hex(state.state.data?.hash(0)) : undefined,
    lastTransHash: hex(lastTransHash),
    lastTransLt,
  }
}
