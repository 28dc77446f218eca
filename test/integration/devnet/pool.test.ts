import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { openExternalMessage } from '../../../src-main/devnet/chain/externalCheck.ts'
import { MessagePool } from '../../../src-main/devnet/chain/messagePool.ts'
import { ExecutorError } from '../../../src-main/devnet/executor/executorError.ts'
import { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { GENESIS } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'devnet-pool-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

const open = () => Devnet.create({ seed: 'pool', genesisTime: GENESIS, dir, clock: () => GENESIS })
const transfer = (wallet: TestWallet, amount = 1n, seqno = 0) =>
  wallet.message([{ to: wallet.address, amount }], { now: GENESIS, seqno })

describe('many senders at once', () => {
  it('are all answered, duplicates too, and each message is in one block', async () => {
    const devnet = await open()
    const giver = TestWallet.giver(devnet.keys.giver)
    const wallets = Array.from({ length: 8 }, (_, index) => TestWallet.basechain(index))
    await devnet.step()
    for (const seqno of [0, 1]) {
      const four = wallets.slice(seqno * 4, seqno * 4 + 4)
      const gifts = four.map(({ address }) => ({ to: address, amount: 10_000_000_000n }))
      await devnet.send(giver.message(gifts, { now: GENESIS, seqno }))
      await devnet.step()
    }
    await devnet.step()
    const sends = wallets.flatMap((wallet) => Array.from({ length: 4 }, () => transfer(wallet)))
    await Promise.all([...sends.map((body) => devnet.send(body)), devnet.step()])
    while (devnet.waitingMessages > 0) await devnet.step()
    for (const wallet of wallets) {
      await expect(devnet.send(transfer(wallet))).rejects.toThrow('exitcode=33')
      await devnet.send(transfer(wallet, 1n, 1))
    }
    await devnet.close()
  })
})

describe('a message that the collator cannot process', () => {
  it('is found and dropped, and the others are in a block', async () => {
    const devnet = await open()
    const giver = TestWallet.giver(devnet.keys.giver)
    const wallets = Array.from({ length: 4 }, (_, index) => TestWallet.basechain(index))
    await devnet.step()
    const gifts = wallets.map(({ address }) => ({ to: address, amount: 10_000_000_000n }))
    await devnet.send(giver.message(gifts, { now: GENESIS, seqno: 0 }))
    for (let step = 0; step < 3; step++) await devnet.step()
    for (const wallet of wallets) await devnet.send(transfer(wallet))
    // The executor as it would be if it crashed on one message: none is known on which it does.
    const poison = openExternalMessage(transfer(wallets[2] as TestWallet)).cell.hash()
    const runMessage = TransactionExecutor.prototype.runMessage
    const crash = vi.spyOn(TransactionExecutor.prototype, 'runMessage').mockImplementation(function (
      this: TransactionExecutor,
      environment,
      run,
    ) {
      if (run.message.hash().equals(poison)) throw new ExecutorError('crashed')
      return runMessage.call(this, environment, run)
    })
    try {
      let failures = 0
      while (devnet.waitingMessages > 0) {
        await devnet.step().catch((error) => {
          expect(error).toBeInstanceOf(ExecutorError)
          failures++
        })
      }
      // Of four, of two, and of the one; the masterchain has none.
      expect(failures).toBeLessThanOrEqual(3)
    } finally {
      crash.mockRestore()
    }
    for (const [index, wallet] of wallets.entries()) {
      if (index === 2) await devnet.send(transfer(wallet))
      else await expect(devnet.send(transfer(wallet))).rejects.toThrow('exitcode=33')
    }
    await devnet.close()
  })
})

describe('MessagePool', () => {
  const limits = { messages: 3, bytes: 1 << 20, perAccount: 2 }
  const pool = () => new MessagePool(join(dir, 'messages'), limits)
  const add = (to: MessagePool, body: Buffer) => to.add(openExternalMessage(body), body)

  it("refuses messages with the node's text while its queue is full, and accepts them again afterwards", () => {
    const [alice, bob, carol] = [0, 1, 2].map((index) => TestWallet.basechain(index)) as [
      TestWallet,
      TestWallet,
      TestWallet,
    ]
    const waiting = pool()
    add(waiting, transfer(alice, 1n))
    add(waiting, transfer(alice, 2n))
    add(waiting, transfer(alice, 2n))
    expect(waiting.size).toBe(2)
    expect(() => add(waiting, transfer(alice, 3n))).toThrow(
      `too many external messages to address 0:${alice.address.hash.toString('hex').toUpperCase()}`,
    )
    add(waiting, transfer(bob))
    expect(() => add(waiting, transfer(carol))).toThrow('too many pending external message checks')
    expect(waiting.size).toBe(3)
    waiting.settle([2])
    add(waiting, transfer(alice, 3n))
    const hashes = waiting.hashes()
    waiting.close()

    const again = pool()
    // What was settled the steps say: it was not in the journal.
    again.settle([2])
    expect(again.hashes()).toEqual(hashes)
    again.close()
  })
})

describe.skipIf(!existsSync('/dev/full'))('a devnet on a full disk', () => {
  it('makes no step that it cannot write, and is where it was', async () => {
    symlinkSync('/dev/full', join(dir, 'steps'))
    const devnet = await open()
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(devnet.step()).rejects.toMatchObject({ code: 'unwritable', path: join(dir, 'steps') })
      expect(devnet.store.head()).toEqual(devnet.store.zeroState)
      expect(statSync(join(dir, 'blocks')).size).toBe(0)
    }
    await devnet.close()
  })

  it('takes no message that it cannot write down', async () => {
    symlinkSync('/dev/full', join(dir, 'messages'))
    const devnet = await open()
    await devnet.step()
    const body = TestWallet.giver(devnet.keys.giver).message([], { now: GENESIS, seqno: 0 })
    await expect(devnet.send(body)).rejects.toMatchObject({ code: 'unwritable' })
    expect(devnet.waitingMessages).toBe(0)
    await devnet.step()
    expect(devnet.store.head().seqno).toBe(2)
    await devnet.close()
  })
})

const canLimit = process.platform === 'linux' && existsSync('/usr/bin/prlimit')
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', ['--pid', `${process.pid}`, `--fsize=${bytes}:`])

describe.skipIf(!canLimit)('a disk that has room again', () => {
  it('gets the step that failed, with the messages that waited for it', async () => {
    const devnet = await open()
    await devnet.step()
    await devnet.send(TestWallet.giver(devnet.keys.giver).message([], { now: GENESIS, seqno: 0 }))
    const before = { head: devnet.store.head(), size: statSync(join(dir, 'blocks')).size }
    limitFiles(before.size + 100)
    try {
      await expect(devnet.step()).rejects.toMatchObject({ code: 'unwritable', path: join(dir, 'blocks') })
    } finally {
      limitFiles('unlimited')
    }
    expect(devnet.store.head()).toEqual(before.head)
    expect(devnet.waitingMessages).toBe(1)
    await devnet.step()
    expect(devnet.waitingMessages).toBe(0)
    const head = devnet.store.head()
    expect(head.seqno).toBe(before.head.seqno + 1)
    await devnet.close()

    const again = await open()
    expect(again.store.head()).toEqual(head)
    await again.close()
  })
})
