import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { GENESIS } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const SEED = 'lost messages'
const CUTS = 8

let root: string
let dir: string
const time = { now: GENESIS }

const open = (at = dir) => Devnet.create({ seed: SEED, genesisTime: GENESIS, dir: at, clock: () => time.now })
const messages = () => join(dir, 'messages')
const copyOf = (name: string) => {
  dir = join(root, 'copy')
  rmSync(dir, { recursive: true, force: true })
  cpSync(join(root, name), dir, { recursive: true })
}
/** Every file of the chain by its path. */
const contents = () =>
  Object.fromEntries(
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('lock'))
      .map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name))]),
  )

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'devnet-messages-'))
  const wallet = TestWallet.giver(devnetKeys(SEED).giver)
  const at = join(root, 'settled')
  const devnet = await open(at)
  const send = (amount: number, seqno: number) =>
    devnet.send(wallet.message([{ to: wallet.address, amount: BigInt(amount) }], { now: time.now, seqno }))
  await devnet.step()
  await send(1, 0)
  await send(2, 0)
  time.now += 5
  await devnet.step()
  await devnet.close()
  cpSync(at, join(root, 'waiting'), { recursive: true })
  const again = await open(join(root, 'waiting'))
  for (const amount of [3, 4]) {
    const body = wallet.message([{ to: wallet.address, amount: BigInt(amount) }], { now: time.now, seqno: 1 })
    await again.send(body)
  }
  expect(again.waitingMessages).toBe(2)
  await again.close()
})
afterAll(() => rmSync(root, { recursive: true }))

async function expectRefusal(reason: RegExp): Promise<void> {
  const before = contents()
  await expect(open()).rejects.toMatchObject({
    name: 'DevnetDirectoryError',
    code: 'corrupt',
    path: messages(),
    message: expect.stringMatching(reason),
  })
  expect(contents()).toEqual(before)
}

async function expectWaiting(count: number): Promise<void> {
  const devnet = await open()
  expect(devnet.waitingMessages).toBe(count)
  await devnet.close()
}

describe('a devnet with two accepted messages that no block has', () => {
  beforeEach(() => copyOf('waiting'))

  it('refuses an emptied journal and changes no file', async () => {
    truncateSync(messages(), 0)
    await expectRefusal(/2 accepted messages are missing: the last one in this file is 0, .* was 4$/)
    rmSync(messages())
    await expect(open()).rejects.toThrow(/2 accepted messages are missing/)
  })

  it('refuses a journal that was cut anywhere', async () => {
    const random = new SeededRandom(17)
    const { length } = readFileSync(messages())
    for (let cut = 0; cut < CUTS; cut++) {
      truncateSync(messages(), random.below(length))
      await expectRefusal(/accepted messages? (is|are) missing/)
      copyOf('waiting')
    }
  })

  it('refuses a journal with a flipped bit in any record, the last one included', async () => {
    const random = new SeededRandom(18)
    const whole = readFileSync(messages())
    for (const at of [whole.length - 1, ...Array.from({ length: CUTS }, () => random.below(whole.length))]) {
      const spoilt = Buffer.from(whole)
      spoilt.writeUInt8(spoilt.readUInt8(at) ^ (1 << random.below(8)), at)
      writeFileSync(messages(), spoilt)
      await expectRefusal(/an accepted message is missing|the record at byte \d+ is damaged/)
    }
  })

  it('leaves the end of the journal alone when blocks are missing', async () => {
    writeFileSync(messages(), Buffer.alloc(7, 1), { flag: 'a' })
    truncateSync(join(dir, 'steps'), 0)
    const before = contents()
    await expect(open()).rejects.toMatchObject({ code: 'corrupt', path: join(dir, 'steps') })
    expect(contents()).toEqual(before)
  })

  it('opens after a kill in the middle of a write, or between the journal and its last number', async () => {
    const whole = readFileSync(messages())
    writeFileSync(messages(), whole.subarray(0, 40), { flag: 'a' })
    await expectWaiting(2)
    expect(readFileSync(messages())).toEqual(whole)
    cpSync(join(root, 'settled', 'messages.last'), join(dir, 'messages.last'))
    await expectWaiting(2)
    truncateSync(messages(), 0)
    await expectRefusal(/2 accepted messages are missing/)
  })

  it('opens a directory of an earlier version, which has no record of the last number, and adds one', async () => {
    rmSync(join(dir, 'messages.last'))
    await expectWaiting(2)
    truncateSync(messages(), 0)
    await expectRefusal(/2 accepted messages are missing/)
  })
})

describe('a devnet all of whose messages are settled', () => {
  it('opens with an emptied journal and does not use a number twice', async () => {
    copyOf('settled')
    truncateSync(messages(), 0)
    const devnet = await open()
    const wallet = TestWallet.giver(devnetKeys(SEED).giver)
    await devnet.send(wallet.message([{ to: wallet.address, amount: 9n }], { now: time.now, seqno: 1 }))
    await devnet.close()
    expect(readFileSync(messages()).readUInt32LE(12)).toBe(3)
  })
})
