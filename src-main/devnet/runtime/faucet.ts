import { Address, type Cell } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import type { FaucetAnswer } from '#shared/schema/devnet.ts'
import { parseAddress } from '#shared/ton/address.ts'
import { formatTon } from '#shared/ton/amount.ts'
import { loadMessage } from '../../chain/block/message.ts'
import { accountOf } from '../../chain/block/msgAddress.ts'
import type { Transaction } from '../../chain/block/transaction.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { Devnet, Step } from '../chain/devnet.ts'
import { MessageRefusedError } from '../chain/externalCheck.ts'
import { giverOf } from '../zeroState/giver.ts'
import { readAccount, readActiveAccount, transactionsOf } from './chainReads.ts'
import { DevnetError } from './devnetErrors.ts'
import { giverMessage, MAX_TRANSFERS } from './giverMessage.ts'
import type { DevnetControl } from './runningDevnet.ts'

export type FaucetRequest = Parameters<DevnetControl['faucet']>[0]

export type FaucetOptions = {
  readonly devnet: Devnet
  /** Called when the giver's message waits for a block. */
  notify(): void
  /** Default 30,000. */
  readonly deadlineMs?: number
}

/** Maximum amount of one transfer, nanoton. */
const LARGEST = 1_000_000n * 1_000_000_000n
/** Nanoton that stay in the giver's wallet for fees. */
const RESERVE = 1_000_000_000n
const MAX_COMMENT_BYTES = 1024
const MAX_WAITING = 256
const DEADLINE_MS = 30_000
/** Attempts to send a transfer; needed if another client has used the giver's seqno. */
const MAX_ATTEMPTS = 8

type FaucetTransfer = {
  readonly to: Address
  readonly amount: bigint
  readonly comment: string | undefined
  readonly resolve: (answer: FaucetAnswer) => void
  readonly reject: (reason: Error) => void
  /** Whether it was answered or rejected. */
  over: boolean
  /** Number of the giver's messages that included it. */
  attempts: number
}

/** An external message of the giver that is not in a block yet. */
type Batch = { readonly transfers: readonly FaucetTransfer[]; readonly seqno: number; readonly message: Cell }

/** Sends coins from the giver's wallet: one external message at a time, each with all waiting transfers. */
export class Faucet {
  readonly address: Address
  readonly #options: FaucetOptions
  readonly #waiting: FaucetTransfer[] = []
  #sending = false
  #batch: Batch | undefined
  /** Sent transfers that have not arrived, by the message's hash in base64. */
  readonly #onWay = new Map<string, FaucetTransfer>()
  #closed: DevnetError | undefined

  constructor(options: FaucetOptions) {
    this.#options = options
    this.address = new Address(MASTERCHAIN, giverOf(options.devnet.keys.giver.publicKey).accountId)
  }

  /** Returns the balance and the largest amount of one transfer, nanoton. */
  async funds(): Promise<{ readonly balance: bigint; readonly largest: bigint }> {
    const account = await readAccount(this.#options.devnet, this.address)
    const balance = account?.storage.balance.coins ?? 0n
    const free = balance > RESERVE ? balance - RESERVE : 0n
    return { balance, largest: free < LARGEST ? free : LARGEST }
  }

  /** Resolves when the account has the coins. Rejects with DevnetError. */
  async transfer({ address, amount, comment }: FaucetRequest): Promise<FaucetAnswer> {
    const to = destinationOf(address)
    const { largest } = await this.funds()
    if (amount <= 0n) throw new DevnetError('bad-request', 'the amount must be positive')
    if (amount > largest) {
      throw new DevnetError(
        'bad-request',
        `the faucet gives at most ${formatTon(largest)} TON (${largest} nanoton) at once`,
      )
    }
    if (comment !== undefined && Buffer.byteLength(comment) > MAX_COMMENT_BYTES) {
      throw new DevnetError('bad-request', `a comment has at most ${MAX_COMMENT_BYTES} bytes`)
    }
    if (this.#closed) throw this.#closed
    if (this.#waiting.length + this.#onWay.size >= MAX_WAITING) {
      throw new DevnetError('conflict', 'too many requests wait at the faucet', { hint: 'try again later' })
    }
    const { promise, resolve, reject } = Promise.withResolvers<FaucetAnswer>()
    const transfer: FaucetTransfer = {
      to,
      amount,
      comment: comment || undefined,
      resolve,
      reject,
      over: false,
      attempts: 0,
    }
    const deadlineMs = this.#options.deadlineMs ?? DEADLINE_MS
    const timer = setTimeout(() => {
      rejectTransfer(
        transfer,
        new DevnetError('conflict', `the coins did not arrive within ${deadlineMs / 1000} s`),
      )
      this.#remove(transfer)
    }, deadlineMs)
    this.#waiting.push(transfer)
    void this.#send()
    return promise.finally(() => clearTimeout(timer))
  }

  /** Must be called with every step, in order. */
  async observe(step: Step): Promise<void> {
    if (this.#batch) await this.#observeGiver(step, this.#batch)
    for (const [hash, transfer] of this.#onWay) this.#observeArrival(step, hash, transfer)
    await this.#send()
  }

  /** Rejects the waiting transfers when no block can be made; sent ones still arrive with later blocks. */
  refuseAll(reason: DevnetError): void {
    const sent = new DevnetError(
      reason.code,
      `${messageOf(reason)}; the coins arrive when blocks are made again`,
    )
    for (const transfer of this.#waiting) rejectTransfer(transfer, reason)
    for (const transfer of [...(this.#batch?.transfers ?? []), ...this.#onWay.values()])
      rejectTransfer(transfer, sent)
    this.#waiting.length = 0
  }

  /** Rejects all waiting and future transfers, before the chain is closed. */
  close(reason: DevnetError): void {
    this.#closed = reason
    const transfers = [...this.#waiting, ...(this.#batch?.transfers ?? []), ...this.#onWay.values()]
    for (const transfer of transfers) rejectTransfer(transfer, reason)
    this.#waiting.length = 0
    this.#onWay.clear()
    this.#batch = undefined
  }

  #remove(transfer: FaucetTransfer): void {
    const index = this.#waiting.indexOf(transfer)
    if (index >= 0) this.#waiting.splice(index, 1)
    for (const [hash, other] of this.#onWay) if (other === transfer) this.#onWay.delete(hash)
  }

  /** Sends the waiting transfers, unless a message of the giver is already waiting for a block. */
  async #send(): Promise<void> {
    if (this.#sending || this.#batch || this.#closed || this.#waiting.length === 0) return
    this.#sending = true
    const transfers = this.#waiting.splice(0, MAX_TRANSFERS)
    try {
      const batch = await this.#sendTransfers(transfers)
      if (this.#closed) throw this.#closed
      this.#batch = batch
      this.#options.notify()
    } catch (error) {
      for (const transfer of transfers)
        rejectTransfer(transfer, error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#sending = false
    }
  }

  async #sendTransfers(transfers: readonly FaucetTransfer[]): Promise<Batch> {
    const { devnet } = this.#options
    for (const transfer of transfers) transfer.attempts++
    for (let attempt = 1; ; attempt++) {
      const seqno = await this.#seqno()
      const message = giverMessage(this.address, devnet.keys.giver, { seqno, transfers })
      try {
        await devnet.send(serializeBoc(message))
        return { transfers, seqno, message }
      } catch (error) {
        if (!(error instanceof MessageRefusedError)) throw error
        // A block in between can have used the seqno.
        if (attempt < MAX_ATTEMPTS && (await this.#seqno()) !== seqno) continue
        const reason = `the faucet's own message was refused: ${error.message}`
        throw new DevnetError('conflict', reason, { cause: error })
      }
    }
  }

  async #seqno(): Promise<number> {
    const wallet = await readActiveAccount(this.#options.devnet, this.address)
    return wallet?.data.beginParse().loadUint(32) ?? 0
  }

  async #observeGiver(step: Step, batch: Batch): Promise<void> {
    const mine = batch.message.hash()
    for (const transaction of transactionsOf(this.#options.devnet, step, this.address)) {
      if (!transaction.inMsg?.hash().equals(mine)) continue
      this.#batch = undefined
      this.#follow(batch.transfers, transaction)
      return
    }
    // The message waits for a later block: other transfers with this seqno could be sent twice.
    if ((await this.#seqno()) === batch.seqno) return
    this.#batch = undefined
    const [again, exhausted] = [[] as FaucetTransfer[], [] as FaucetTransfer[]]
    for (const transfer of batch.transfers)
      if (!transfer.over) (transfer.attempts < MAX_ATTEMPTS ? again : exhausted).push(transfer)
    this.#waiting.unshift(...again)
    const reason = new DevnetError('conflict', 'another program sends from the faucet', {
      hint: 'try again later',
    })
    for (const transfer of exhausted) rejectTransfer(transfer, reason)
  }

  /** Matches the giver's messages, which have the order of the transfers; one that could not be sent is missing. */
  #follow(transfers: readonly FaucetTransfer[], { outMsgs }: Transaction): void {
    let next = 0
    for (const transfer of transfers) {
      const message = outMsgs[next]
      if (!message || !isTransfer(message, transfer)) {
        rejectTransfer(transfer, new DevnetError('conflict', 'the faucet could not send the coins'))
        continue
      }
      next++
      if (!transfer.over) this.#onWay.set(message.hash().toString('base64'), transfer)
    }
  }

  #observeArrival(step: Step, hash: string, transfer: FaucetTransfer): void {
    for (const { inMsg } of transactionsOf(this.#options.devnet, step, transfer.to)) {
      if (inMsg?.hash().toString('base64') !== hash) continue
      this.#onWay.delete(hash)
      transfer.over = true
      transfer.resolve({
        address: transfer.to.toRawString(),
        amount: transfer.amount.toString(),
        message_hash: hash,
        seqno: step.masterchain.seqno,
      })
      return
    }
  }
}

function rejectTransfer(transfer: FaucetTransfer, reason: Error): void {
  transfer.over = true
  transfer.reject(reason)
}

function isTransfer(cell: Cell, { to, amount }: FaucetTransfer): boolean {
  const { info } = parseCell(cell, 'Message', loadMessage)
  return info.type === 'internal' && info.value.coins === amount && accountOf(info.dest)?.equals(to) === true
}

function destinationOf(text: string): Address {
  const parsed = parseAddress(text)
  if (!parsed) throw new DevnetError('bad-request', 'this is not an address')
  if (parsed.workchain !== 0 && parsed.workchain !== MASTERCHAIN) {
    throw new DevnetError('bad-request', `there is no workchain ${parsed.workchain} here`)
  }
  return new Address(parsed.workchain, Buffer.from(parsed.hash))
}
