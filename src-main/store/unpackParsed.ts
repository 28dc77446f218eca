import type { BlockIdExt } from '../chain/blockId.ts'
import { ByteReader } from './packing/byteReader.ts'
import { ADDRESS, HASH, HISTORY, headerOfBits, MC_BLOCK, MESSAGE_KINDS } from './packing/layout.ts'
import {
  ACCOUNT_STATUSES,
  type AccountHistory,
  type AccountStatusName,
  type ParsedAccountState,
  type ParsedBlock,
  type ParsedCell,
  type ParsedHeader,
  type ParsedHistory,
  type ParsedMcBlock,
  type ParsedMessage,
  type ParsedTransaction,
  type ShardTop,
} from './parsedBlock.ts'

/** Reads the result of packMcBlock. The Buffers in it are views of `packed`. Throws RangeError for anything else. */
export function unpackMcBlock(packed: Uint8Array): ParsedMcBlock {
  const from = open(packed, MC_BLOCK)
  const facts = { blocks: list(from, unpackBlock), shardTops: list(from, unpackTop) }
  from.end()
  return facts
}

/** Reads the result of packHistory in the same way. */
export function unpackHistory(packed: Uint8Array): ParsedHistory {
  const from = open(packed, HISTORY)
  const facts = {
    transactions: list(from, () => ({
      ...unpackTransaction(from),
      block: unpackBlockId(from),
      mcSeqno: from.u32(),
    })),
    states: list(from, () => ({ ...unpackState(from), mcSeqno: from.u32(), utime: from.u32() })),
    pastStates: list(from, unpackState),
    histories: list(from, unpackAccountHistory),
  }
  from.end()
  return facts
}

function open(packed: Uint8Array, kind: number): ByteReader {
  const from = new ByteReader(packed)
  if (from.u8() !== kind) throw new RangeError('these are no packed facts of the expected kind')
  return from
}

function list<T>(from: ByteReader, unpack: (from: ByteReader) => T): T[] {
  const length = from.size()
  const values: T[] = []
  for (let i = 0; i < length; i++) values.push(unpack(from))
  return values
}

function unpackBlock(from: ByteReader): ParsedBlock {
  return {
    id: unpackBlockId(from),
    header: unpackHeader(from),
    transactions: list(from, unpackTransaction),
    states: list(from, unpackState),
    archived: maybeBytes(from),
  }
}

function unpackBlockId(from: ByteReader): BlockIdExt {
  return {
    workchain: from.i32(),
    shard: from.u64(),
    seqno: from.u32(),
    rootHash: from.fixed(HASH),
    fileHash: from.fixed(HASH),
  }
}

function unpackTop(from: ByteReader): ShardTop {
  return { workchain: from.i32(), shard: from.u64(), seqno: from.u32() }
}

function unpackHeader(from: ByteReader): ParsedHeader {
  return {
    globalId: from.i32(),
    version: from.u32(),
    flags: from.u32(),
    ...headerOfBits(from.u8()),
    vertSeqno: from.u32(),
    genUtime: from.u32(),
    startLt: from.u64(),
    endLt: from.u64(),
    validatorListHashShort: from.u32(),
    genCatchainSeqno: from.u32(),
    minRefMcSeqno: from.u32(),
    prevKeyBlockSeqno: from.u32(),
    masterRefSeqno: from.u32(),
    randSeed: from.fixed(HASH),
    createdBy: from.fixed(HASH),
    prevBlocks: list(from, unpackTop),
  }
}

function unpackTransaction(from: ByteReader): ParsedTransaction {
  return {
    account: from.fixed(ADDRESS),
    hash: from.fixed(HASH),
    lt: from.u64(),
    prevHash: from.fixed(HASH),
    prevLt: from.u64(),
    now: from.u32(),
    origStatus: unpackStatus(from),
    endStatus: unpackStatus(from),
    totalFees: from.uint(),
    totalFeesExtra: maybeBytes(from),
    stateBefore: from.fixed(HASH),
    stateAfter: from.fixed(HASH),
    description: from.bytes(),
    inMsg: from.u8() === 1 ? unpackMessage(from) : undefined,
    outMsgs: list(from, unpackMessage),
  }
}

function unpackStatus(from: ByteReader): AccountStatusName {
  const status = ACCOUNT_STATUSES[from.u8()]
  if (status === undefined) throw new RangeError('no account has such a status')
  return status
}

function unpackMessage(from: ByteReader): ParsedMessage {
  const bits = from.u8()
  const kind = MESSAGE_KINDS[bits & 3]
  if (kind === undefined) throw new RangeError('no message is of such a kind')
  return {
    kind,
    ihrDisabled: (bits & 4) !== 0,
    bounce: (bits & 8) !== 0,
    bounced: (bits & 16) !== 0,
    hash: from.fixed(HASH),
    hashNorm: maybeBytes(from),
    source: maybeBytes(from),
    destination: maybeBytes(from),
    value: maybeUint(from),
    extra: maybeBytes(from),
    fwdFee: maybeUint(from),
    ihrFee: maybeUint(from),
    extraFlags: maybeUint(from),
    createdLt: maybeUint(from),
    createdAt: from.u8() === 1 ? from.u32() : undefined,
    importFee: maybeUint(from),
    opcode: from.u8() === 1 ? from.i32() : undefined,
    body: unpackCell(from),
    init: from.u8() === 1 ? unpackCell(from) : undefined,
  }
}

function unpackCell(from: ByteReader): ParsedCell {
  return { hash: from.fixed(HASH), boc: from.bytes(), parts: from.bytes() }
}

function unpackState(from: ByteReader): ParsedAccountState {
  return {
    account: from.fixed(ADDRESS),
    hash: from.fixed(HASH),
    balance: from.uint(),
    extra: maybeBytes(from),
    status: unpackExistingStatus(from),
    frozenHash: maybeBytes(from),
    dataHash: maybeBytes(from),
    codeHash: maybeBytes(from),
    lastTransHash: from.fixed(HASH),
    lastTransLt: from.u64(),
    shown: from.bytes(),
  }
}

function unpackExistingStatus(from: ByteReader): ParsedAccountState['status'] {
  const status = unpackStatus(from)
  if (status === 'nonexist') throw new RangeError('an account that does not exist has no state')
  return status
}

function unpackAccountHistory(from: ByteReader): AccountHistory {
  return {
    account: from.fixed(ADDRESS),
    mcSeqno: from.u32(),
    newestLt: from.u64(),
    oldestLt: from.u64(),
    isComplete: from.u8() === 1,
    searchedSeqno: from.u32(),
  }
}

function maybeUint(from: ByteReader): bigint | undefined {
  const length = from.size()
  return length === 0 ? undefined : from.uintOf(length)
}

function maybeBytes(from: ByteReader): Buffer | undefined {
  return from.u8() === 1 ? from.bytes() : undefined
}
