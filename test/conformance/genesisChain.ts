import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cell, Dictionary, type DictionaryValue, type Slice } from '@ton/core'
import { SHARED } from './sharedData.ts'

/**
 * The start of mainnet, read from its node archive packages with @ton/core and without our code: what a gateway's
 * answers are held against. Schemes: block.tlb; packages: the data set's README.
 */

export const GENESIS = join(SHARED, 'fixtures/rsquad-ton-rust-node/genesis')

/** As the API names a block. */
export type BlockName = {
  readonly workchain: number
  /** Signed 64-bit, decimal. */
  readonly shard: string
  readonly seqno: number
  /** Base64. */
  readonly root_hash: string
  readonly file_hash: string
}

export type WalkedTransaction = {
  /** Lower-case hex. */
  readonly account: string
  readonly lt: bigint
  /** Base64. */
  readonly hash: string
  readonly cell: Cell
}

export type GenesisBlock = {
  readonly id: BlockName
  /** The fields of BlockInfo that getBlockHeader shows, under its names. */
  readonly header: Readonly<Record<string, number | boolean | string>>
  readonly prev: readonly Pick<BlockName, 'seqno' | 'root_hash' | 'file_hash'>[]
  /** By account, then by lt. */
  readonly transactions: readonly WalkedTransaction[]
  /** Of a masterchain block, left child first. */
  readonly shards: readonly BlockName[]
}

export type ProofSignature = { readonly node_id_short: string; readonly signature: string }

export type GenesisChain = {
  readonly zeroState: Cell
  readonly masterchain: readonly GenesisBlock[]
  readonly basechain: readonly GenesisBlock[]
  /** The signatures of masterchain blocks by seqno. */
  readonly signatures: ReadonlyMap<number, readonly ProofSignature[]>
  /** Account cells of the masterchain's zero state by account in hex. */
  readonly zeroAccounts: ReadonlyMap<string, Cell>
  /** Root of the zero state's configuration; none of the recorded blocks is a key block. */
  readonly config: Cell
}

const base64 = (bytes: Buffer) => bytes.toString('base64')
const signed = (shard: bigint) => BigInt.asIntN(64, shard).toString()

/** Entries of a package: u32 magic, then u16 magic, u16 name length, u32 data length, name, data. */
function packageEntries(file: string): { name: string; data: Buffer }[] {
  const bytes = readFileSync(join(GENESIS, file))
  const entries = []
  for (let at = 4; at < bytes.length; ) {
    const data = at + 8 + bytes.readUInt16LE(at + 2)
    const end = data + bytes.readUInt32LE(at + 4)
    entries.push({ name: bytes.toString('latin1', at + 8, data), data: bytes.subarray(data, end) })
    at = end
  }
  return entries
}

/** `block_(-1,8000000000000000,1):ROOT:FILE`. */
function parseName(name: string): BlockName {
  const [, workchain, shard, seqno, root, file] =
    /\((-?\d+),([0-9a-f]{16}),(\d+)\):([0-9A-F]{64}):([0-9A-F]{64})$/.exec(name) ?? []
  return {
    workchain: Number(workchain),
    shard: signed(BigInt(`0x${shard}`)),
    seqno: Number(seqno),
    root_hash: base64(Buffer.from(root ?? '', 'hex')),
    file_hash: base64(Buffer.from(file ?? '', 'hex')),
  }
}

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

/** ShardAccountBlocks: accounts with their transactions, both augmented by CurrencyCollection. */
export function readTransactions(accountBlocks: Cell): WalkedTransaction[] {
  const found: WalkedTransaction[] = []
  const transaction = readOnly((slice) => {
    skipCurrencies(slice)
    return slice.loadRef()
  })
  const accountBlock = readOnly((slice) => {
    skipCurrencies(slice)
    slice.skip(4)
    const account = slice.loadBuffer(32).toString('hex')
    const cells = Dictionary.loadDirect(Dictionary.Keys.BigUint(64), transaction, slice)
    for (const [lt, cell] of cells) found.push({ account, lt, hash: base64(cell.hash()), cell })
    return account
  })
  const root = accountBlocks.beginParse().loadMaybeRef()
  if (root) Dictionary.loadDirect(Dictionary.Keys.BigUint(256), accountBlock, root)
  return found.sort((a, b) =>
    a.account === b.account ? Number(a.lt - b.lt) : a.account < b.account ? -1 : 1,
  )
}

/** BinTree ShardDescr: the shard of a leaf is the path to it. */
function readShardTree(cell: Cell, workchain: number, shard: bigint): BlockName[] {
  const slice = cell.beginParse()
  if (slice.loadBit()) {
    const half = (shard & -shard) >> 1n
    const [left, right] = [slice.loadRef(), slice.loadRef()]
    return [...readShardTree(left, workchain, shard - half), ...readShardTree(right, workchain, shard + half)]
  }
  slice.skip(4)
  const seqno = slice.loadUint(32)
  slice.skip(32 + 64 + 64)
  return [
    {
      workchain,
      shard: signed(shard),
      seqno,
      root_hash: base64(slice.loadBuffer(32)),
      file_hash: base64(slice.loadBuffer(32)),
    },
  ]
}

/** ShardHashes of McBlockExtra, which is the fourth reference of BlockExtra. */
function readShards(extra: Cell): BlockName[] {
  const custom = extra.refs[3]?.beginParse()
  if (!custom) return []
  custom.skip(16 + 1)
  const workchains = custom.loadDict(
    Dictionary.Keys.Int(32),
    readOnly((slice) => slice.loadRef()),
  )
  return [...workchains].flatMap(([workchain, tree]) => readShardTree(tree, workchain, 1n << 63n))
}

/** ExtBlkRef: end_lt, seq_no, root_hash, file_hash. */
function readPrev(slice: Slice): GenesisBlock['prev'][number] {
  slice.skip(64)
  return {
    seqno: slice.loadUint(32),
    root_hash: base64(slice.loadBuffer(32)),
    file_hash: base64(slice.loadBuffer(32)),
  }
}

function readBlock({ name, data }: { name: string; data: Buffer }): GenesisBlock {
  const id = parseName(name)
  const root = Cell.fromBoc(data)[0] as Cell
  const [info, , , extra] = root.refs as [Cell, Cell, Cell, Cell]
  const globalId = root.beginParse().skip(32).loadInt(32)
  const slice = info.beginParse().skip(32)
  const version = slice.loadUint(32)
  const [notMaster, afterMerge, beforeSplit, afterSplit, wantSplit, wantMerge, keyBlock] = Array.from(
    { length: 8 },
    () => slice.loadBit(),
  )
  // flags, seq_no, vert_seq_no, shard:ShardIdent (2 + 6 + 32 + 64)
  slice.skip(8 + 32 + 32 + 104)
  const genUtime = slice.loadUint(32)
  const startLt = slice.loadUintBig(64)
  const endLt = slice.loadUintBig(64)
  const header = {
    global_id: globalId,
    version,
    after_merge: afterMerge === true,
    after_split: afterSplit === true,
    before_split: beforeSplit === true,
    want_merge: wantMerge === true,
    want_split: wantSplit === true,
    is_key_block: keyBlock === true,
    start_lt: startLt.toString(),
    end_lt: endLt.toString(),
    gen_utime: genUtime,
    validator_list_hash_short: slice.loadInt(32),
    catchain_seqno: slice.loadInt(32),
    min_ref_mc_seqno: slice.loadInt(32),
    prev_key_block_seqno: id.workchain === -1 ? slice.loadUint(32) : 0,
  }
  const prevInfo = info.refs[notMaster ? 1 : 0] as Cell
  return {
    id,
    header,
    prev: (afterMerge ? prevInfo.refs : [prevInfo]).map((cell) => readPrev(cell.beginParse())),
    transactions: readTransactions(extra.refs[2] as Cell),
    shards: id.workchain === -1 ? readShards(extra) : [],
  }
}

/** block_proof#c3 proof_for:BlockIdExt root:^Cell signatures:(Maybe ^BlockSignatures); ordinary signatures #11. */
function readSignatures(data: Buffer): ProofSignature[] {
  const proof = Cell.fromBoc(data)[0] as Cell
  const slice = (proof.refs[1] as Cell).beginParse().skip(8 + 32 + 32 + 32 + 64)
  const pair = readOnly((value) => ({
    node_id_short: base64(value.loadBuffer(32)),
    signature: base64(value.skip(4).loadBuffer(64)),
  }))
  return slice.loadDict(Dictionary.Keys.Uint(16), pair).values()
}

/** ShardAccounts: account:^Account last_trans_hash last_trans_lt, augmented by DepthBalanceInfo. */
function readAccounts(state: Cell): Map<string, Cell> {
  const shardAccount = readOnly((slice) => {
    slice.skip(5)
    skipCurrencies(slice)
    return slice.loadRef()
  })
  const root = (state.refs[1] as Cell).beginParse().loadMaybeRef()
  const accounts = root ? Dictionary.loadDirect(Dictionary.Keys.BigUint(256), shardAccount, root) : []
  return new Map([...accounts].map(([id, cell]) => [id.toString(16).padStart(64, '0'), cell]))
}

/** custom:^McStateExtra of the state: shard_hashes:(HashmapE …) config_addr:bits256 config:^(Hashmap 32 ^Cell). */
function readConfig(state: Cell): Cell {
  const extra = (state.refs[3] as Cell).beginParse().skip(16)
  extra.loadMaybeRef()
  return extra.skip(256).loadRef()
}

export function readGenesis(): GenesisChain {
  const masterEntries = packageEntries('archive.00000.pack')
  const baseEntries = packageEntries('archive.00000.0_8000000000000000.pack')
  const isBlock = ({ name }: { name: string }) => name.startsWith('block_')
  const proofs = masterEntries.filter(({ name }) => name.startsWith('proof_'))
  const zeroState = Cell.fromBoc(readFileSync(join(GENESIS, 'zerostate.mc.boc')))[0] as Cell
  return {
    zeroState,
    masterchain: masterEntries
      .filter(isBlock)
      .map(readBlock)
      .sort((a, b) => a.id.seqno - b.id.seqno),
    basechain: baseEntries.filter(isBlock).map(readBlock),
    signatures: new Map(proofs.map(({ name, data }) => [parseName(name).seqno, readSignatures(data)])),
    zeroAccounts: readAccounts(zeroState),
    config: readConfig(zeroState),
  }
}
