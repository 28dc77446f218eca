import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { GENESIS } from './testDevnet.ts'

const HEAD = 12
const FILES = ['blocks', 'steps'] as const
const CUTS = 8

let root: string
let dir: string
/** The sizes of the chain's files after each step. */
const sizes: { readonly blocks: number; readonly steps: number }[] = []
const time = { now: GENESIS }

const open = (at: string) =>
  Devnet.create({ seed: 'truncated', genesisTime: GENESIS, dir: at, clock: () => time.now })
const size = (name: string, at = dir) => statSync(join(at, name)).size
const lengthOf = (at: string) => ({ blocks: size('blocks', at), steps: size('steps', at) })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'devnet-truncated-'))
  const whole = join(root, 'whole')
  const devnet = await open(whole)
  sizes.push(lengthOf(whole))
  for (let seqno = 1; seqno <= HEAD; seqno++) {
    time.now += 5
    await devnet.step()
    sizes.push(lengthOf(whole))
  }
  await devnet.close()
})
afterAll(() => rmSync(root, { recursive: true }))

beforeEach(() => {
  dir = join(root, 'copy')
  rmSync(dir, { recursive: true, force: true })
  cpSync(join(root, 'whole'), dir, { recursive: true })
})

async function expectRefusal(name: string, lastGood: number): Promise<void> {
  const before = { ...lengthOf(dir), head: readFileSync(join(dir, 'head')) }
  await expect(open(dir)).rejects.toMatchObject({
    name: 'DevnetDirectoryError',
    code: 'corrupt',
    path: join(dir, name),
    message: expect.stringContaining(`the last good block is ${lastGood}, the chain's head was ${HEAD}`),
  })
  expect({ ...lengthOf(dir), head: readFileSync(join(dir, 'head')) }).toEqual(before)
}

async function expectHead(seqno: number): Promise<void> {
  const devnet = await open(dir)
  expect(devnet.store.head().seqno).toBe(seqno)
  await devnet.close()
}

describe('a devnet whose files were cut', () => {
  for (const name of FILES) {
    it(`refuses ${name} cut at seeded places and changes no file`, async () => {
      const random = new SeededRandom(17)
      for (let cut = 0; cut < CUTS; cut++) {
        const at = random.below(sizes[HEAD]?.[name] as number)
        truncateSync(join(dir, name), at)
        await expectRefusal(
          name,
          sizes.findLastIndex((step) => step[name] <= at),
        )
        cpSync(join(root, 'whole', name), join(dir, name))
      }
    })

    it(`refuses ${name} cut at the boundary of a step, also of the last one, and empty`, async () => {
      for (const seqno of [HEAD - 1, 5, 0]) {
        truncateSync(join(dir, name), sizes[seqno]?.[name] as number)
        await expectRefusal(name, seqno)
        cpSync(join(root, 'whole', name), join(dir, name))
      }
    })
  }

  it('refuses both files cut at the same step', async () => {
    for (const name of FILES) truncateSync(join(dir, name), sizes[7]?.[name] as number)
    await expectRefusal('blocks', 7)
  })

  it('drops blocks and a part of a step that were written after the last recorded head', async () => {
    writeFileSync(join(dir, 'blocks'), Buffer.alloc(500, 1), { flag: 'a' })
    writeFileSync(join(dir, 'steps'), readFileSync(join(dir, 'steps')).subarray(0, 100), { flag: 'a' })
    await expectHead(HEAD)
    expect(lengthOf(dir)).toEqual(sizes[HEAD])
  })

  it('refuses a damaged record of the head', async () => {
    truncateSync(join(dir, 'head'), 10)
    await expect(open(dir)).rejects.toMatchObject({ code: 'corrupt', path: join(dir, 'head') })
  })

  it('opens a directory of an earlier version, which has no record of the head, and adds one', async () => {
    rmSync(join(dir, 'head'))
    await expectHead(HEAD)
    truncateSync(join(dir, 'steps'), sizes[HEAD - 1]?.steps as number)
    await expectRefusal('steps', HEAD - 1)
  })
})
