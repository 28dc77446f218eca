import fc from 'fast-check'
import {
  ACCOUNT_STATUSES,
  type ParsedAccountState,
  type ParsedBlock,
  type ParsedHeader,
  type ParsedHistory,
  type ParsedMcBlock,
  type ParsedMessage,
  type ParsedTransaction,
  type ShardTop,
} from '../../../src-main/store/parsedBlock.ts'

/** Facts of any shape, whether a chain would make them or not. */
const hash = bytes(32)
const address = bytes(33)
const u32 = fc.nat(0xffffffff)
const u64 = fc.bigInt(0n, (1n << 64n) - 1n)
const amount = fc.bigInt(0n, (1n << 120n) - 1n)
const i32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })

function bytes(length: number): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Buffer.from(value))
}
const boc = fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value))

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined })
}

const top: fc.Arbitrary<ShardTop> = fc.record({ workchain: i32, shard: u64, seqno: u32 })
const blockId = fc.record({ workchain: i32, shard: u64, seqno: u32, rootHash: hash, fileHash: hash })

const header: fc.Arbitrary<ParsedHeader> = fc.record({
  globalId: i32,
  version: u32,
  flags: u32,
  afterMerge: fc.boolean(),
  beforeSplit: fc.boolean(),
  afterSplit: fc.boolean(),
  wantMerge: fc.boolean(),
  wantSplit: fc.boolean(),
  keyBlock: fc.boolean(),
  vertSeqnoIncr: fc.boolean(),
  vertSeqno: u32,
  genUtime: u32,
  startLt: u64,
  endLt: u64,
  validatorListHashShort: u32,
  genCatchainSeqno: u32,
  minRefMcSeqno: u32,
  prevKeyBlockSeqno: u32,
  masterRefSeqno: u32,
  randSeed: hash,
  createdBy: hash,
  prevBlocks: fc.array(top, { maxLength: 2 }),
})

const cell = fc.record({ hash, boc, parts: boc })

const message: fc.Arbitrary<ParsedMessage> = fc.record({
  kind: fc.constantFrom('internal', 'external-in', 'external-out'),
  hash,
  hashNorm: maybe(hash),
  source: maybe(address),
  destination: maybe(address),
  value: maybe(amount),
  extra: maybe(boc),
  fwdFee: maybe(amount),
  ihrFee: maybe(amount),
  extraFlags: maybe(amount),
  ihrDisabled: fc.boolean(),
  bounce: fc.boolean(),
  bounced: fc.boolean(),
  createdLt: maybe(u64),
  createdAt: maybe(u32),
  importFee: maybe(amount),
  opcode: maybe(i32),
  body: cell,
  init: maybe(cell),
})

const transactionFields = {
  account: address,
  hash,
  lt: u64,
  prevHash: hash,
  prevLt: u64,
  now: u32,
  origStatus: fc.constantFrom(...ACCOUNT_STATUSES),
  endStatus: fc.constantFrom(...ACCOUNT_STATUSES),
  totalFees: amount,
  totalFeesExtra: maybe(boc),
  stateBefore: hash,
  stateAfter: hash,
  description: boc,
  inMsg: maybe(message),
  outMsgs: fc.array(message, { maxLength: 3 }),
}
const transaction: fc.Arbitrary<ParsedTransaction> = fc.record(transactionFields)

const stateFields = {
  account: address,
  hash,
  balance: amount,
  extra: maybe(boc),
  status: fc.constantFrom('uninit' as const, 'frozen' as const, 'active' as const),
  frozenHash: maybe(hash),
  dataHash: maybe(hash),
  codeHash: maybe(hash),
  lastTransHash: hash,
  lastTransLt: u64,
  shown: boc,
}
const state: fc.Arbitrary<ParsedAccountState> = fc.record(stateFields)

const block: fc.Arbitrary<ParsedBlock> = fc.record({
  id: blockId,
  header,
  transactions: fc.array(transaction, { maxLength: 3 }),
  states: fc.array(state, { maxLength: 2 }),
  archived: maybe(boc),
})

export const anyMcBlock: fc.Arbitrary<ParsedMcBlock> = fc.record({
  blocks: fc.array(block, { maxLength: 3 }),
  shardTops: fc.array(top, { maxLength: 3 }),
})

export const anyHistory: fc.Arbitrary<ParsedHistory> = fc.record({
  transactions: fc.array(fc.record({ ...transactionFields, block: blockId, mcSeqno: u32 }), { maxLength: 3 }),
  states: fc.array(fc.record({ ...stateFields, mcSeqno: u32, utime: u32 }), { maxLength: 2 }),
  pastStates: fc.array(state, { maxLength: 2 }),
  histories: fc.array(
    fc.record({
      account: address,
      mcSeqno: u32,
      newestLt: u64,
      oldestLt: u64,
      isComplete: fc.boolean(),
      searchedSeqno: u32,
    }),
    { maxLength: 2 },
  ),
})
