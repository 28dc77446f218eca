import { parseMcBlock } from '../../src-main/indexer/parse/runJob.ts'
import { serveJobs } from '../../src-main/indexer/parse/serveJobs.ts'
import { packMcBlock } from '../../src-main/store/packParsed.ts'
import type {
  ParsedAccountState,
  ParsedBlock,
  ParsedCell,
  ParsedMcBlock,
  ParsedMessage,
  ParsedTransaction,
} from '../../src-main/store/parsedBlock.ts'

/**
 * A parse thread that makes many masterchain blocks of a few: the n-th time that a block comes, its hashes and times
 * are others, so that its rows are. `shardTops[0].seqno` is the number that the masterchain block is to have.
 *
 * Message bodies, and parts of them, stay as they are where their hash begins with one of POPULAR (what wallets send
 * again and again, the empty body and contract code among it), all others are new; accounts are new every ACCOUNT_LIFE
 * masterchain blocks.
 */
const LT_STEP = 10_000_000n
const ACCOUNT_LIFE = 56
/** Of 256 first bytes of a hash. */
const POPULAR = 26

/** The same eight bytes of a hash changed by the same number: equal hashes stay equal. */
function salted<T extends Buffer | undefined>(hash: T, salt: number): T {
  if (hash === undefined || hash.every((byte) => byte === 0)) return hash
  const other = Buffer.from(hash)
  const at = other.length - 32 + 2
  other.writeUInt32LE((other.readUInt32LE(at) ^ Math.imul(salt, 0x9e3779b1)) >>> 0, at)
  return other as T
}

function distinct(facts: ParsedMcBlock, seqno: number): ParsedMcBlock {
  const life = Math.floor(seqno / ACCOUNT_LIFE) + 1
  const ltShift = BigInt(seqno) * LT_STEP
  const hash = <T extends Buffer | undefined>(value: T) => salted(value, seqno)
  const account = <T extends Buffer | undefined>(value: T) => salted(value, life)
  const lt = (value: bigint) => (value === 0n ? 0n : value + ltShift)

  const isNew = (value: Buffer) => (value[0] as number) >= POPULAR
  const parts = (value: Buffer): Buffer => {
    const changed = Buffer.from(value)
    for (let at = 0; at < value.length; at += 32) {
      const part = value.subarray(at, at + 32)
      if (isNew(part)) changed.set(hash(part), at)
    }
    return changed
  }
  const cell = <T extends ParsedCell | undefined>(value: T): T =>
    value && isNew(value.hash) ? { ...value, hash: hash(value.hash), parts: parts(value.parts) } : value
  const message = (value: ParsedMessage): ParsedMessage => ({
    ...value,
    hash: hash(value.hash),
    hashNorm: hash(value.hashNorm),
    source: account(value.source),
    destination: account(value.destination),
    createdLt: value.createdLt && lt(value.createdLt),
    createdAt: value.createdAt && value.createdAt + seqno,
    body: cell(value.body),
    init: cell(value.init),
  })
  const transaction = (value: ParsedTransaction): ParsedTransaction => ({
    ...value,
    account: account(value.account),
    hash: hash(value.hash),
    lt: lt(value.lt),
    prevHash: hash(value.prevHash),
    prevLt: lt(value.prevLt),
    now: value.now + seqno,
    stateBefore: hash(value.stateBefore),
    stateAfter: hash(value.stateAfter),
    inMsg: value.inMsg && message(value.inMsg),
    outMsgs: value.outMsgs.map(message),
  })
  const state = (value: ParsedAccountState): ParsedAccountState => ({
    ...value,
    account: account(value.account),
    hash: hash(value.hash),
    dataHash: hash(value.dataHash),
    lastTransHash: hash(value.lastTransHash),
    lastTransLt: lt(value.lastTransLt),
  })
  const block = ({ id, header, ...value }: ParsedBlock): ParsedBlock => ({
    id: { ...id, seqno, rootHash: hash(id.rootHash), fileHash: hash(id.fileHash) },
    header: {
      ...header,
      genUtime: header.genUtime + seqno,
      startLt: lt(header.startLt),
      endLt: lt(header.endLt),
    },
    transactions: value.transactions.map(transaction),
    states: value.states.map(state),
    archived: value.archived,
  })
  return {
    blocks: facts.blocks.map(block),
    shardTops: facts.blocks.map(({ id: { workchain, shard } }) => ({ workchain, shard, seqno })),
  }
}

serveJobs((job) => {
  if (job.kind !== 'masterchain-block') throw new Error('only masterchain blocks are ingested here')
  return packMcBlock(distinct(parseMcBlock(job), job.shardTops[0]?.seqno as number))
})
