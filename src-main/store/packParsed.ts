import type { BlockIdExt } from '../chain/blockId.ts'
import { ByteWriter } from './packing/byteWriter.ts'
import { ADDRESS, HASH, HISTORY, headerBits, MC_BLOCK, MESSAGE_KINDS } from './packing/layout.ts'
import {
  ACCOUNT_STATUSES,
  type AccountHistory,
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

/**
 * Packs ParsedMcBlock into one byte array, which is transferred between threads without a copy for each of its
 * thousands of parts. It is not a file format: both ends are of one program. Throws RangeError if a hash or address
 * has the wrong length.
 */
export function packMcBlock(facts: ParsedMcBlock): Uint8Array {
  const to = new ByteWriter()
  to.u8(MC_BLOCK)
  list(to, facts.blocks, packBlock)
  list(to, facts.shardTops, packTop)
  return to.finish()
}

/** Packs ParsedHistory in the same form. */
export function packHistory(facts: ParsedHistory): Uint8Array {
  const to = new ByteWriter()
  to.u8(HISTORY)
  list(to, facts.transactions, (_, transaction) => {
    packTransaction(to, transaction)
    packBlockId(to, transaction.block)
    to.u32(transaction.mcSeqno)
  })
  list(to, facts.states, (_, state) => {
    packState(to, state)
    to.u32(state.mcSeqno)
    to.u32(state.utime)
  })
  list(to, facts.pastStates ?? [], packState)
  list(to, facts.histories, packAccountHistory)
  return to.finish()
}

function list<T>(to: ByteWriter, values: readonly T[], pack: (to: ByteWriter, value: T) => void): void {
  to.size(values.length)
  for (const value of values) pack(to, value)
}

function packBlock(to: ByteWriter, block: ParsedBlock): void {
  packBlockId(to, block.id)
  packHeader(to, block.header)
  list(to, block.transactions, packTransaction)
  list(to, block.states, packState)
  maybeBytes(to, block.archived)
}

function packBlockId(to: ByteWriter, id: BlockIdExt): void {
  packTop(to, id)
  to.fixed(id.rootHash, HASH)
  to.fixed(id.fileHash, HASH)
}

function packTop(to: ByteWriter, top: ShardTop): void {
  to.i32(top.workchain)
  to.u64(top.shard)
  to.u32(top.seqno)
}

function packHeader(to: ByteWriter, header: ParsedHeader): void {
  to.i32(header.globalId)
  to.u32(header.version)
  to.u32(header.flags)
  to.u8(headerBits(header))
  to.u32(header.vertSeqno)
  to.u32(header.genUtime)
  to.u64(header.startLt)
  to.u64(header.endLt)
  to.u32(header.validatorListHashShort)
  to.u32(header.genCatchainSeqno)
  to.u32(header.minRefMcSeqno)
  to.u32(header.prevKeyBlockSeqno)
  to.u32(header.masterRefSeqno)
  to.fixed(header.randSeed, HASH)
  to.fixed(header.createdBy, HASH)
  list(to, header.prevBlocks, packTop)
}

function packTransaction(to: ByteWriter, transaction: ParsedTransaction): void {
  to.fixed(transaction.account, ADDRESS)
  to.fixed(transaction.hash, HASH)
  to.u64(transaction.lt)
  to.fixed(transaction.prevHash, HASH)
  to.u64(transaction.prevLt)
  to.u32(transaction.now)
  to.u8(ACCOUNT_STATUSES.indexOf(transaction.origStatus))
  to.u8(ACCOUNT_STATUSES.indexOf(transaction.endStatus))
  to.uint(transaction.totalFees)
  maybeBytes(to, transaction.totalFeesExtra)
  to.fixed(transaction.stateBefore, HASH)
  to.fixed(transaction.stateAfter, HASH)
  to.bytes(transaction.description)
  to.u8(transaction.inMsg ? 1 : 0)
  if (transaction.inMsg) packMessage(to, transaction.inMsg)
  list(to, transaction.outMsgs, packMessage)
}

function packMessage(to: ByteWriter, message: ParsedMessage): void {
  to.u8(
    MESSAGE_KINDS.indexOf(message.kind) |
      (message.ihrDisabled ? 4 : 0) |
      (message.bounce ? 8 : 0) |
      (message.bounced ? 16 : 0),
  )
  to.fixed(message.hash, HASH)
  maybeBytes(to, message.hashNorm)
  maybeBytes(to, message.source)
  maybeBytes(to, message.destination)
  maybeUint(to, message.value)
  maybeBytes(to, message.extra)
  maybeUint(to, message.fwdFee)
  maybeUint(to, message.ihrFee)
  maybeUint(to, message.extraFlags)
  maybeUint(to, message.createdLt)
  maybe(to, message.createdAt, to.u32)
  maybeUint(to, message.importFee)
  maybe(to, message.opcode, to.i32)
  packCell(to, message.body)
  to.u8(message.init ? 1 : 0)
  if (message.init) packCell(to, message.init)
}

function packCell(to: ByteWriter, cell: ParsedCell): void {
  to.fixed(cell.hash, HASH)
  to.bytes(cell.boc)
  to.bytes(cell.parts)
}

function packState(to: ByteWriter, state: ParsedAccountState): void {
  to.fixed(state.account, ADDRESS)
  to.fixed(state.hash, HASH)
  to.uint(state.balance)
  maybeBytes(to, state.extra)
  to.u8(ACCOUNT_STATUSES.indexOf(state.status))
  maybeBytes(to, state.frozenHash)
  maybeBytes(to, state.dataHash)
  maybeBytes(to, state.codeHash)
  to.fixed(state.lastTransHash, HASH)
  to.u64(state.lastTransLt)
  to.bytes(state.shown)
}

function packAccountHistory(to: ByteWriter, history: AccountHistory): void {
  to.fixed(history.account, ADDRESS)
  to.u32(history.mcSeqno)
  to.u64(history.newestLt)
  to.u64(history.oldestLt)
  to.u8(history.isComplete ? 1 : 0)
  to.u32(history.searchedSeqno)
}

function maybe(to: ByteWriter, value: number | undefined, write: (value: number) => void): void {
  to.u8(value === undefined ? 0 : 1)
  if (value !== undefined) write.call(to, value)
}

/** Undefined is written as length 0, which no number has. */
function maybeUint(to: ByteWriter, value: bigint | undefined): void {
  if (value === undefined) to.u8(0)
  else to.uint(value)
}

function maybeBytes(to: ByteWriter, value: Buffer | undefined): void {
  to.u8(value === undefined ? 0 : 1)
  if (value !== undefined) to.bytes(value)
}
