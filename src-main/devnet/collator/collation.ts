import { Address, type Cell, type CurrencyCollection } from '@ton/core'
import { loadCommonMsgInfo } from '../../chain/block/commonMsgInfo.ts'
import type { InMsg } from '../../chain/block/inMsg.ts'
import { accountOf, type MsgAddressInt } from '../../chain/block/msgAddress.ts'
import type { MsgMetadata } from '../../chain/block/msgMetadata.ts'
import type { OutMsg } from '../../chain/block/outMsg.ts'
import type { ShardIdent } from '../../chain/block/shardIdent.ts'
import type { BlockLimits } from '../../chain/config/blockLimits.ts'
import { type EnqueuedMsg, type OutMsgQueue, outMsgQueueKey } from '../../chain/state/outMsgQueue.ts'
import type { ShardAccount, ShardAccounts } from '../../chain/state/shardAccounts.ts'
import { openCell, TlbError } from '../../chain/tlb.ts'
import type { ExecutionEnvironment } from '../executor/emulator.ts'
import type {
  ExecutedTransaction,
  RefusedMessage,
  TransactionExecutor,
} from '../executor/transactionExecutor.ts'
import { type AddressPrefix, prefixOf, shardCovers } from './addressPrefix.ts'
import { BlockLoad } from './blockLoad.ts'
import { arrivedEnvelope, envelopeCell, inMsgCell, nextMetadata } from './envelopes.ts'
import type { Delivered, InboundMessage } from './neighbours.ts'
import { type NewMessage, NewMessages } from './newMessages.ts'
import { compareLtHash } from './processed.ts'
import type { QueuedMessage } from './queuedMessage.ts'
import { nextHop, routePrefix } from './routing.ts'
import { specialMessage } from './specialMessage.ts'
import { type Executed, type TouchedAccount, TouchedAccounts } from './touchedAccounts.ts'

/** The start of a block. */
export type CollationStart = {
  readonly shard: ShardIdent
  readonly startLt: bigint
  readonly executor: TransactionExecutor
  readonly environment: ExecutionEnvironment
  readonly limits: BlockLimits
  /** Part (of 2^16) of a fee that a shard gets for forwarding a message. */
  readonly transitFrac: number
  readonly accounts: ShardAccounts
  readonly queue: OutMsgQueue
  readonly queueSize: number
  /** The account whose incoming coins are burned (parameter 5): in the masterchain only. */
  readonly blackhole?: Buffer | undefined
}

/** (lt, hash) of the last internal message that was processed. */
export type MessageRef = { readonly lt: bigint; readonly hash: Buffer }

const ALREADY_IN_BLOCK: RefusedMessage = {
  kind: 'refused',
  reason: 'the block has this message already',
  exitCode: undefined,
  vmLog: undefined,
}

/**
 * A block in progress: its accounts, descriptors and out queue after each message, in the order of the reference's
 * collator. Every call adds to the block; the caller decides on the sequence.
 */
export class Collation {
  readonly start: CollationStart
  readonly load: BlockLoad
  readonly inMessages = new Map<string, { readonly hash: Buffer; readonly value: InMsg }>()
  readonly outMessages = new Map<string, { readonly hash: Buffer; readonly value: OutMsg }>()
  readonly #accounts: TouchedAccounts
  readonly #new = new NewMessages()
  #queue: OutMsgQueue
  #queueSize: number
  #maxLt: bigint
  #lastProcessed: MessageRef | undefined
  #sentToBlackhole = 0n

  constructor(start: CollationStart) {
    this.start = start
    this.load = new BlockLoad(start.limits)
    this.#accounts = new TouchedAccounts(start.accounts)
    this.#queue = start.queue
    this.#queueSize = start.queueSize
    this.#maxLt = start.startLt + 1n
  }

  get queue(): OutMsgQueue {
    return this.#queue
  }

  get queueSize(): number {
    return this.#queueSize
  }

  /** Nanoton of messages to the blackhole: burned, not part of its balance. */
  get sentToBlackhole(): bigint {
    return this.#sentToBlackhole
  }

  /** One more than the greatest lt in use. */
  get endLt(): bigint {
    return this.#maxLt
  }

  get lastProcessed(): MessageRef | undefined {
    return this.#lastProcessed
  }

  get touched(): Iterable<TouchedAccount> {
    return this.#accounts.values()
  }

  get isFull(): boolean {
    return this.load.classify() === 'full'
  }

  /** Returns the present state of the account. */
  account(accountId: Buffer): ShardAccount {
    return this.#accounts.get(accountId)
  }

  /** Removes a message from the queue that its destination has processed. */
  dequeue({ message, by }: Delivered): void {
    this.#leaveQueue(message.key)
    this.#putOut(message.hash, {
      kind: 'deq-short',
      msgEnvHash: message.envelopeCell.hash(),
      nextWorkchain: message.key.readInt32BE(0),
      nextAddrPfx: message.key.readBigUInt64BE(4),
      importBlockLt: by.endLt,
    })
  }

  /** Runs the tick or tock of a special account, not before `lt`. */
  tickTock(accountId: Buffer, isTock: boolean, lt: bigint): void {
    const { executor, environment } = this.start
    const result = executor.runTickTock(environment, { account: this.account(accountId), isTock, lt })
    const executed = this.#apply(accountId, result)
    this.#addNew(executed, this.#firstMetadata(accountId, executed))
  }

  /**
   * Runs a message of the block itself: recovered fees, minted currency.
   * @returns the InMsg for McBlockExtra
   */
  deliverSpecial(destination: Buffer, value: CurrencyCollection): Cell {
    const { startLt, environment } = this.start
    const message = specialMessage(destination, value, startLt, environment.utime)
    const executed = this.#deliver(destination, message, startLt)
    if (executed.kind === 'refused') throw new TlbError('Message', executed.reason)
    this.#addNew(executed, this.#firstMetadata(destination, executed))
    const envelope = envelopeCell(arrivedEnvelope(message, 0n, undefined))
    const inMsg = { kind: 'imm', inMsg: envelope, transaction: executed.cell, fwdFee: 0n } as const
    this.#putIn(message.hash(), inMsg)
    return inMsgCell(inMsg)
  }

  /**
   * Delivers a message from a queue, its own or a neighbour's, or forwards it; skips a message that was processed
   * before.
   */
  importQueued({ message: queued, isProcessed }: InboundMessage): void {
    const { shard, startLt } = this.start
    this.#noteProcessed(queued.lt, queued.hash)
    if (isProcessed) return
    const { envelope, key, hash } = queued
    if (!shardCovers(shard, queued.destination)) {
      this.#sendOn(queued)
      return
    }
    const accountId = this.#destination(envelope.msg)
    const executed = this.#deliver(accountId, envelope.msg, startLt)
    if (executed.kind === 'refused') throw new TlbError('Message', executed.reason)
    this.#addNew(executed, nextMetadata(envelope.v2?.metadata))
    const { fwdFeeRemaining: fwdFee } = envelope
    const inMsg = { kind: 'fin', inMsg: queued.envelopeCell, transaction: executed.cell, fwdFee } as const
    this.#putIn(hash, inMsg)
    if (shardCovers(shard, queued.current)) {
      this.#leaveQueue(key)
      this.#putOut(hash, { kind: 'deq-imm', outMsg: queued.envelopeCell, reimport: inMsgCell(inMsg) })
    }
  }

  /** Runs an external message; one that is not accepted leaves no trace. */
  importExternal(message: Cell): { readonly kind: 'imported' } | RefusedMessage {
    const accountId = this.#destination(message)
    if (this.inMessages.has(message.hash().toString('latin1'))) return ALREADY_IN_BLOCK
    const last = this.#lastProcessed?.lt ?? 0n
    const { startLt } = this.start
    const executed = this.#deliver(accountId, message, last > startLt ? last : startLt)
    if (executed.kind === 'refused') return executed
    this.#addNew(executed, this.#firstMetadata(accountId, executed))
    this.#putIn(message.hash(), { kind: 'ext', msg: message, transaction: executed.cell })
    return { kind: 'imported' }
  }

  /** Handles all new messages: delivers those to this shard; queues others, and all once the block is full. */
  deliverNew(): void {
    for (let message = this.#new.take(); message; message = this.#new.take()) {
      if (message.info.type === 'internal' && !this.isFull && this.#isOurs(message.info.dest)) {
        this.#deliverAtOnce(message, message.info.fwdFee)
      } else this.#export(message)
    }
  }

  /** Queues all new messages without running any. */
  enqueueNew(): void {
    for (let message = this.#new.take(); message; message = this.#new.take()) this.#export(message)
  }

  #deliverAtOnce({ message, lt, hash, metadata, transaction }: NewMessage, fwdFee: bigint): void {
    this.#noteProcessed(lt, hash)
    const executed = this.#deliver(this.#destination(message), message, this.start.startLt)
    if (executed.kind === 'refused') throw new TlbError('Message', executed.reason)
    this.#addNew(executed, nextMetadata(metadata))
    const envelope = envelopeCell(arrivedEnvelope(message, fwdFee, metadata))
    const inMsg = { kind: 'imm', inMsg: envelope, transaction: executed.cell, fwdFee } as const
    this.#putIn(hash, inMsg)
    this.#putOut(hash, { kind: 'imm', outMsg: envelope, transaction, reimport: inMsgCell(inMsg) })
  }

  #export({ message, info, lt, hash, metadata, transaction }: NewMessage): void {
    if (info.type === 'external-out') {
      this.#putOut(hash, { kind: 'ext', msg: message, transaction })
      return
    }
    const source = prefixOf(info.src)
    const destination = prefixOf(info.dest)
    const hop = nextHop(source, destination, this.start.shard)
    const envelope = envelopeCell({
      curAddr: { kind: 'regular', useDestBits: hop.current },
      nextAddr: { kind: 'regular', useDestBits: hop.next },
      fwdFeeRemaining: info.fwdFee,
      msg: message,
      v2: metadata && { emittedLt: undefined, metadata },
    })
    const next = routePrefix(source, destination, hop.next)
    this.#enter(next, hash, { enqueuedLt: lt, outMsg: envelope }, lt)
    this.#putOut(hash, { kind: 'new', outMsg: envelope, transaction })
  }

  /** Forwards a message through this shard: to the queue for its next hop, for a part of its fee. */
  #sendOn(queued: QueuedMessage): void {
    const { envelope, key, hash, lt, current, next, destination } = queued
    const { shard, startLt, transitFrac } = this.start
    const isOurs = shardCovers(shard, current)
    const transitFee = (envelope.fwdFeeRemaining * BigInt(transitFrac)) >> 16n
    const hop = nextHop(next, destination, shard)
    const outMsg = envelopeCell({
      ...envelope,
      curAddr: { kind: 'regular', useDestBits: hop.current },
      nextAddr: { kind: 'regular', useDestBits: hop.next },
      fwdFeeRemaining: envelope.fwdFeeRemaining - transitFee,
    })
    const inMsg = { kind: 'tr', inMsg: queued.envelopeCell, outMsg, transitFee } as const
    this.#putIn(hash, inMsg)
    this.#putOut(hash, { kind: isOurs ? 'tr-req' : 'tr', outMsg, imported: inMsgCell(inMsg) })
    if (isOurs) this.#leaveQueue(key)
    this.#enter(routePrefix(next, destination, hop.next), hash, { enqueuedLt: startLt, outMsg }, lt)
    this.load.addMessage()
  }

  #enter({ workchain, prefix }: AddressPrefix, messageHash: Buffer, message: EnqueuedMsg, lt: bigint): void {
    const key = outMsgQueueKey({ workchain, addressPrefix: prefix, messageHash })
    this.#queue = this.#queue.set(key, message, lt)
    this.#queueSize++
  }

  #deliver(
    accountId: Buffer,
    message: Cell,
    minLt: bigint,
  ): (Executed & { readonly kind: 'executed' }) | RefusedMessage {
    const { executor, environment } = this.start
    const account = this.account(accountId)
    const endLt = this.#accounts.endLt(accountId)
    const lt = endLt > minLt ? endLt : minLt + 1n
    const result = executor.runMessage(environment, { account, message, lt })
    if (result.kind === 'refused') return result
    if (this.start.blackhole?.equals(accountId)) {
      const info = loadCommonMsgInfo(openCell(message, 'Message'))
      if (info.type === 'internal') this.#sentToBlackhole += info.value.coins
    }
    return { kind: 'executed', ...this.#apply(accountId, result) }
  }

  #apply(accountId: Buffer, result: ExecutedTransaction): Executed {
    const { cell, transaction, endLt } = this.#accounts.apply(accountId, result)
    if (endLt > this.#maxLt) this.#maxLt = endLt
    this.load.addTransaction(result.bytes, transaction.outMsgs.length, transaction.description)
    this.load.setLtDelta(this.#maxLt - this.start.startLt)
    return { cell, transaction }
  }

  #addNew({ cell, transaction }: Executed, metadata: MsgMetadata | undefined): void {
    for (const message of transaction.outMsgs) {
      const info = loadCommonMsgInfo(openCell(message, 'Message'))
      if (info.type === 'external-in') throw new TlbError('Transaction', 'an inbound message goes out')
      this.#new.add({ lt: info.createdLt, hash: message.hash(), message, info, transaction: cell, metadata })
    }
  }

  #firstMetadata(accountId: Buffer, { transaction }: Executed): MsgMetadata {
    const initiatorAddr = new Address(this.start.shard.workchain, accountId)
    return { depth: 0, initiatorAddr, initiatorLt: transaction.lt }
  }

  #isOurs(destination: MsgAddressInt): boolean {
    return shardCovers(this.start.shard, prefixOf(destination))
  }

  #destination(message: Cell): Buffer {
    const info = loadCommonMsgInfo(openCell(message, 'Message'))
    const account = info.type === 'external-out' ? undefined : accountOf(info.dest)
    if (!account) throw new TlbError('Message', 'it goes to no account')
    return account.hash
  }

  #noteProcessed(lt: bigint, hash: Buffer): void {
    const last = this.#lastProcessed
    // An equal entry is the same message twice: a half of a shard forwarded it to the other half, they merged, and it
    // is still in the queue that it came from.
    if (last && compareLtHash(last.lt, last.hash, lt, hash) > 0) {
      throw new TlbError('ProcessedUpto', 'messages are processed out of order')
    }
    this.#lastProcessed = { lt, hash }
  }

  #leaveQueue(key: Buffer): void {
    const queue = this.#queue.delete(key)
    if (queue === this.#queue) throw new TlbError('OutMsgQueue', 'a message to take out is not there')
    this.#queue = queue
    this.#queueSize--
  }

  #putIn(hash: Buffer, value: InMsg): void {
    put(this.inMessages, 'InMsgDescr', hash, value)
  }

  #putOut(hash: Buffer, value: OutMsg): void {
    put(this.outMessages, 'OutMsgDescr', hash, value)
  }
}

function put<T>(
  descr: Map<string, { readonly hash: Buffer; readonly value: T }>,
  type: string,
  hash: Buffer,
  value: T,
): void {
  const key = hash.toString('latin1')
  if (descr.has(key)) throw new TlbError(type, `message ${hash.toString('hex')} is there twice`)
  descr.set(key, { hash, value })
}
