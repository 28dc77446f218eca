import { Address, beginCell, type Cell } from '@ton/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { SentMessage } from '../../../../../src-main/api/v2/context.ts'
import { PendingTraces } from '../../../../../src-main/api/v3/pending/pendingTraces.ts'
import type { Emulation } from '../../../../../src-main/api/v3/pending/traceEmulator.ts'
import { loadMessage } from '../../../../../src-main/chain/block/message.ts'
import { parseCell } from '../../../../../src-main/chain/tlb.ts'

const NOW = 1_800_000_000
const account = (byte: number) => new Address(0, Buffer.alloc(32, byte))

/** An external message of a wallet v3 that holds until a moment; its hash is made of `byte`. */
function messageOf(byte: number, validUntil = NOW + 60): SentMessage {
  const inner = beginCell().storeUint(0, 6).storeAddress(account(1)).storeCoins(0).storeUint(0, 107).endCell()
  const body = beginCell()
    .storeBuffer(Buffer.alloc(64, byte))
    .storeUint(1, 32)
    .storeUint(validUntil, 32)
    .storeUint(1, 32)
    .storeUint(3, 8)
    .storeRef(inner)
  const cell = beginCell().storeUint(0b1000, 4).storeAddress(account(byte)).storeUint(0, 5)
  const whole = cell.storeBit(1).storeRef(body.endCell()).endCell()
  return { cell: whole, message: parseCell(whole, 'Message', loadMessage), hashNorm: Buffer.alloc(32, byte) }
}

/** The `byte` of messageOf. */
function bodyByte(message: Cell): number {
  const { info } = parseCell(message, 'Message', loadMessage)
  return info.type === 'external-in' ? ((info.dest as Address).hash[0] ?? -1) : -1
}

/** One transaction of the message's account. */
function emulationOf(message: Cell, transaction = beginCell().endCell()): Emulation {
  const { info } = parseCell(message, 'Message', loadMessage)
  const own = info.type === 'external-in' ? (info.dest as Address) : account(0)
  const transactions = [{ account: own, transaction, parent: undefined }]
  return { trace: { accepted: true, transactions, unfollowed: 0 }, utime: NOW, globalVersion: 12 }
}

describe('pending traces', () => {
  let now = NOW * 1000
  let pending: PendingTraces
  const open = (emulate: (message: Cell) => Promise<Emulation> = async (message) => emulationOf(message)) => {
    now = NOW * 1000
    pending = new PendingTraces({
      emulate,
      seqno: () => 1,
      clock: () => now,
      limits: { traces: 4, bytes: 1_000 },
    })
  }
  const heard = (...externals: Buffer[]) =>
    pending.removeIndexed({ mcSeqno: 1, transactions: 1, coverage: [], externals })
  const shown = async () => (await pending.find({})).map(({ externalHash }) => externalHash[0])
  const reasons = () => pending.dropped.map(({ externalHash, reason }) => [externalHash[0], reason])
  afterEach(() => {
    vi.useRealTimers()
    pending.close()
  })

  it('are found by hash and by account, once each', async () => {
    open()
    for (const byte of [1, 2, 2]) pending.accept(messageOf(byte))
    const { workChain: workchain, hash } = account(2)
    expect(await shown()).toEqual([1, 2])
    expect(await pending.find({ hashes: [Buffer.alloc(32, 1)] })).toHaveLength(1)
    expect(await pending.find({ accounts: [{ workchain, hash }] })).toMatchObject([
      { externalHash: Uint8Array.from(Buffer.alloc(32, 2)), globalVersion: 12, unfollowed: 0 },
    ])
  })

  it("expire at the message's valid_until, and after ten minutes at the latest", async () => {
    open()
    pending.accept(messageOf(1, NOW + 60))
    pending.accept(messageOf(2, NOW + 86_400))
    await shown()
    now += 89_000
    expect(await shown()).toEqual([1, 2])
    now += 2_000
    expect(await shown()).toEqual([2])
    now += 600_000
    expect(await shown()).toEqual([])
    expect(reasons()).toEqual([
      [1, 'the index has seen no block with it in time'],
      [2, 'the index has seen no block with it in time'],
    ])
  })

  it('stay if the clock of the machine jumps ahead', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 })
    pending = new PendingTraces({ emulate: async (message) => emulationOf(message), seqno: () => 1 })
    pending.accept(messageOf(1, NOW + 60))
    expect(await shown()).toEqual([1])
    vi.setSystemTime((NOW + 3_600) * 1000)
    expect(await shown()).toEqual([1])
    expect(reasons()).toEqual([])
  })

  it('that are in blocks are not dropped', async () => {
    open()
    pending.accept(messageOf(1))
    await shown()
    heard(Buffer.alloc(32, 1))
    now += 119_000
    // Shown with transactions that are not complete yet; readers leave out complete traces.
    expect(await shown()).toEqual([1])
    now += 2_000
    expect(await shown()).toEqual([])
    expect(reasons()).toEqual([])
  })

  it('that a block includes during their emulation are on chain, with any result of the emulation', async () => {
    const state = Promise.withResolvers<Emulation>()
    open(() => state.promise)
    pending.accept(messageOf(1))
    heard(Buffer.alloc(32, 1))
    const trace = { accepted: false, reason: 'not accepted', exitCode: 33 } as const
    state.resolve({ trace, utime: NOW, globalVersion: 12 })
    expect(await shown()).toEqual([])
    now += 600_000
    await shown()
    expect(reasons()).toEqual([])
  })

  it('that cannot be emulated are dropped with the reason', async () => {
    open(() => Promise.reject(new Error('the network is away')))
    pending.accept(messageOf(1))
    expect(await shown()).toEqual([])
    expect(reasons()).toEqual([[1, 'it could not be emulated: the network is away']])
  })

  it('are bounded in number and in bytes, and a removed one is not reported as dropped', async () => {
    open()
    for (let byte = 0; byte < 6; byte++) pending.accept(messageOf(byte))
    expect(await shown()).toEqual([2, 3, 4, 5])
    expect(pending.stats.skipped).toBe(2)
    expect(reasons()).toEqual([])
    pending.close()

    const large = [0, 1, 2].reduce(
      (cell) => beginCell().storeBuffer(Buffer.alloc(100, 7)).storeRef(cell).endCell(),
      beginCell().endCell(),
    )
    open(async (message) => emulationOf(message, large))
    for (let byte = 0; byte < 4; byte++) pending.accept(messageOf(byte))
    expect(await shown()).toEqual([1, 2, 3])
    expect(pending.stats.bytes).toBeLessThanOrEqual(1_000)
  })

  it('skip the oldest messages of a full queue without reporting them as dropped', () => {
    open(() => new Promise<Emulation>(() => {}))
    for (let byte = 0; byte < 70; byte++) pending.accept(messageOf(byte))
    // One is being emulated and 64 wait.
    expect(pending.stats.skipped).toBe(5)
    expect(reasons()).toEqual([])
  })

  it('do not emulate a message whose block the index has', async () => {
    const emulated: number[] = []
    const states = [1, 2].map(() => Promise.withResolvers<void>())
    open(async (message) => {
      emulated.push(bodyByte(message))
      await states[emulated.length - 1]?.promise
      return emulationOf(message)
    })
    for (const byte of [1, 2, 3]) pending.accept(messageOf(byte))
    heard(Buffer.alloc(32, 3), Buffer.alloc(32, 4))
    // The block of message 4 is indexed before the answer to its sender.
    pending.accept(messageOf(4))
    for (const { resolve } of states) resolve()
    expect(await shown()).toEqual([1, 2])
    expect(emulated).toEqual([1, 2])
    now += 600_000
    await shown()
    expect(reasons().map(([byte]) => byte)).toEqual([1, 2])
  })

  it('are emulated one at a time and with pauses while many messages wait', async () => {
    vi.useFakeTimers()
    try {
      let running = 0
      let most = 0
      let begun = 0
      open(async (message) => {
        begun++
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 10))
        running--
        return emulationOf(message)
      })
      for (let byte = 0; byte < 40; byte++) pending.accept(messageOf(byte))
      await vi.advanceTimersByTimeAsync(10)
      most = 0
      const before = begun
      await vi.advanceTimersByTimeAsync(500)
      expect(most).toBe(1)
      // 10 ms each, and then 40 ms of pause.
      expect(begun - before).toBe(10)
      await vi.advanceTimersByTimeAsync(10_000)
      expect(begun).toBe(40)
    } finally {
      vi.useRealTimers()
    }
  })
})
