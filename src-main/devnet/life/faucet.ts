import { Address, type Cell } from '@ton/core'
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
import { readAccount, transactionsOf } from './chainReads.ts'
import { giverMessage, MAX_TRANSFERS } from './giverMessage.ts'
import { type DevnetControl, DevnetRefusal } from './runningDevnet.ts'
import { readActive } from './stage.ts'

export type FaucetRequest = Parameters<DevnetControl['faucet']>[0]

export type FaucetOptions = {
  readonly devnet: Devnet
  /** A message waits: somebody make a block. */
  poke(): void
  /** Default 30,000. */
  readonly deadlineMs?: number
}

/** Nanoton at once: a million coins. */
const LARGEST = 1_000_000n * 1_000_000_000n
/** What the giver keeps for its fees. */
const RESERVE = 1_000_000_000n
const MAX_COMMENT_BYTES = 1024
const MAX_WAITING = 256
const DEADLINE_MS = 30_000
/** How often a gift is sent; again where somebody else used the giver's seqno. */
const MAX_ATTEMPTS = 8

type Gift = {
  readonly to: Address
  readonly amount: bigint
  readonly comment: string | undefined
  readonly resolve: (answer: FaucetAnswer) => void
  readonly reject: (reason: Error) => void
  /** Answered or given up. */
  over: boolean
  /** How often it was in a message of the giver. */
  attempts: number
}

/** An external message of the giver that is not in a block yet. */
type Batch = { readonly gifts: readonly Gift[]; readonly seqno: number; readonly message: Cell }

/** Gives coins to whoever asks: one message of the giver at a time, each with the gifts that wait. */
export class Faucet {
  readonly address: Address
  readonly #options: FaucetOptions
  readonly #waiting: Gift[] = []
  #sending = false
  #batch: Batch | undefined
  /** Gifts on their way to their accounts, by the message's hash in base64. */
  readonly #onWay = new Map<string, Gift>()
  #closed: DevnetRefusal | undefined

  constructor(options: FaucetOptions) {
    this.#options = options
    this.address = new Address(MASTERCHAIN, giverOf(options.devnet.keys.giver.publicKey).accountId)
  }

  /** Nanoton that it has and that it gives at once. */
  async means(): Promise<{ readonly balance: bigint; readonly largest: bigint }> {
    const account = await readAccount(this.#options.devnet, this.address)
    const balance = account?.storage.balance.coins ?? 0n
    const free = balance > RESERVE ? balance - RESERVE : 0n
    return { balance, largest: free < LARGEST ? free : LARGEST }
  }

  /** Resolves when the account has the coins. Rejects with DevnetRefusal. */
  async give({ address, amount, comment }: FaucetRequest): Promise<FaucetAnswer> {
    const to = destinationOf(address)
    const { largest } = await this.means()
    if (amount <= 0n) throw new DevnetRefusal('bad-request', 'the amount must be more than nothing')
    if (amount > largest) {
      throw new DevnetRefusal(
        'bad-request',
        `the faucet gives at most ${formatTon(largest)} TON (${largest} nanoton) at once`,
      )
    }
    if (comment !== undefined && Buffer.byteLength(comment) > MAX_COMMENT_BYTES) {
      throw new DevnetRefusal('bad-request', `a comment has at most ${MAX_COMMENT_BYTES} bytes`)
    }
    if (this.#closed) throw this.#closed
    if (this.#waiting.length + this.#onWay.size >= MAX_WAITING) {
      throw new DevnetRefusal('conflict', 'too many wait at the faucet; ask again later')
    }
    const { promise, resolve, reject } = Promise.withResolvers<FaucetAnswer>()
    const gift: Gift = {
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
      refuse(gift, new DevnetRefusal('conflict', `the coins did not arrive within ${deadlineMs / 1000} s`))
      this.#forget(gift)
    }, deadlineMs)
    this.#waiting.push(gift)
    void this.#send()
    return promise.finally(() => clearTimeout(timer))
  }

  /** To be told of every step, in order. */
  async observe(step: Step): Promise<void> {
    if (this.#batch) await this.#observeGiver(step, this.#batch)
    for (const [hash, gift] of this.#onWay) this.#observeArrival(step, hash, gift)
    await this.#send()
  }

  /** Refuses the gifts that wait because no block can be made; those that were sent still arrive with later blocks. */
  refuseAll(reason: DevnetRefusal): void {
    const sent = new DevnetRefusal(
      reason.kind,
      `${reason.message}; the coins arrive when blocks are made again`,
    )
    for (const gift of this.#waiting) refuse(gift, reason)
    for (const gift of [...(this.#batch?.gifts ?? []), ...this.#onWay.values()]) refuse(gift, sent)
    this.#waiting.length = 0
  }

  /** Refuses all gifts from now on, those that wait included: the chain ends. */
  close(reason: DevnetRefusal): void {
    this.#closed = reason
    const gifts = [...this.#waiting, ...(this.#batch?.gifts ?? []), ...this.#onWay.values()]
    for (const gift of gifts) refuse(gift, reason)
    this.#waiting.length = 0
    this.#onWay.clear()
    this.#batch = undefined
  }

  #forget(gift: Gift): void {
    const index = this.#waiting.indexOf(gift)
    if (index >= 0) this.#waiting.splice(index, 1)
    for (const [hash, other] of this.#onWay) if (other === gift) this.#onWay.delete(hash)
  }

  /** Sends what waits, unless a message of the giver is on its way already. */
  async #send(): Promise<void> {
    if (this.#sending || this.#batch || this.#closed || this.#waiting.length === 0) return
    this.#sending = true
    const gifts = this.#waiting.splice(0, MAX_TRANSFERS)
    try {
      const batch = await this.#sendGifts(gifts)
      if (this.#closed) throw this.#closed
      this.#batch = batch
      this.#options.poke()
    } catch (error) {
      for (const gift of gifts) refuse(gift, error instanceof Error ? error : new Error(String(error)))
    } finally {
      this.#sending = false
    }
  }

  async #sendGifts(gifts: readonly Gift[]): Promise<Batch> {
    const { devnet } = this.#options
    for (const gift of gifts) gift.attempts++
    for (let attempt = 1; ; attempt++) {
      const seqno = await this.#seqno()
      const message = giverMessage(this.address, devnet.keys.giver, { seqno, transfers: gifts })
      try {
        await devnet.send(serializeBoc(message))
        return { gifts, seqno, message }
      } catch (error) {
        if (!(error instanceof MessageRefusedError)) throw error
        // A block that was made meanwhile may have used the seqno.
        if (attempt < MAX_ATTEMPTS && (await this.#seqno()) !== seqno) continue
        const reason = `the faucet's own message was refused: ${error.message}`
        throw new DevnetRefusal('conflict', reason, { cause: error })
      }
    }
  }

  async #seqno(): Promise<number> {
    const wallet = await readActive(this.#options.devnet, this.address)
    return wallet?.data.beginParse().loadUint(32) ?? 0
  }

  async #observeGiver(step: Step, batch: Batch): Promise<void> {
    const mine = batch.message.hash()
    for (const transaction of transactionsOf(this.#options.devnet, step, this.address)) {
      if (!transaction.inMsg?.hash().equals(mine)) continue
      this.#batch = undefined
      this.#follow(batch.gifts, transaction)
      return
    }
    // Left for a later block: to send other gifts with this seqno could give some of them twice.
    if ((await this.#seqno()) === batch.seqno) return
    this.#batch = undefined
    const [again, tired] = [[] as Gift[], [] as Gift[]]
    for (const gift of batch.gifts) if (!gift.over) (gift.attempts < MAX_ATTEMPTS ? again : tired).push(gift)
    this.#waiting.unshift(...again)
    const reason = new DevnetRefusal('conflict', 'somebody else sends from the faucet; ask again later')
    for (const gift of tired) refuse(gift, reason)
  }

  /** The giver's messages are in the order of its gifts; one that could not be sent is missing. */
  #follow(gifts: readonly Gift[], { outMsgs }: Transaction): void {
    let next = 0
    for (const gift of gifts) {
      const message = outMsgs[next]
      if (!message || !isGift(message, gift)) {
        refuse(gift, new DevnetRefusal('conflict', 'the faucet could not send the coins'))
        continue
      }
      next++
      if (!gift.over) this.#onWay.set(message.hash().toString('base64'), gift)
    }
  }

  #observeArrival(step: Step, hash: string, gift: Gift): void {
    for (const { inMsg } of transactionsOf(this.#options.devnet, step, gift.to)) {
      if (inMsg?.hash().toString('base64') !== hash) continue
      this.#onWay.delete(hash)
      gift.over = true
      gift.resolve({
        address: gift.to.toRawString(),
        amount: gift.amount.toString(),
        message_hash: hash,
        seqno: step.masterchain.seqno,
      })
      return
    }
  }
}

function refuse(gift: Gift, reason: Error): void {
  gift.over = true
  gift.reject(reason)
}

function isGift(cell: Cell, { to, amount }: Gift): boolean {
  const { info } = parseCell(cell, 'Message', loadMessage)
  return info.type === 'internal' && info.value.coins === amount && accountOf(info.dest)?.equals(to) === true
}

function destinationOf(text: string): Address {
  const parsed = parseAddress(text)
  if (!parsed) throw new DevnetRefusal('bad-request', 'this is not an address')
  if (parsed.workchain !== 0 && parsed.workchain !== MASTERCHAIN) {
    throw new DevnetRefusal('bad-request', `there is no workchain ${parsed.workchain} here`)
  }
  return new Address(parsed.workchain, Buffer.from(parsed.hash))
}
