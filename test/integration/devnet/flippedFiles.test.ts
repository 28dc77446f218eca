import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { DevnetDirectoryError } from '../../../src-main/devnet/chain/directoryError.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { SeededRandom } from '../../fixtures/seededRandom.ts'
import { filesIn, flipBit } from '../flips/flipBit.ts'
import { GENESIS } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

const SEED = 'flipped'
const STEPS = 5
/** Of each file. */
const FLIPS = 4
const FLIP_SEED = 20

let root: string
const time = { now: GENESIS }
const open = (dir: string) => Devnet.create({ seed: SEED, genesisTime: GENESIS, dir, clock: () => time.now })

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'devnet-flipped-'))
  const devnet = await open(join(root, 'whole'))
  const wallet = TestWallet.giver(devnetKeys(SEED).giver)
  for (let step = 0; step < STEPS; step++) {
    time.now += 5
    await devnet.step()
    const transfer = { to: wallet.address, amount: BigInt(step + 1) }
    await devnet.send(wallet.message([transfer], { now: time.now, seqno: step }))
    if (step === 2) devnet.store.save()
  }
  await devnet.close()
})
afterAll(() => rmSync(root, { recursive: true }))

/** Returns every block, its signatures and the state after it, and waiting messages. */
async function contentOf({
  store,
  waiting,
}: Pick<Devnet, 'store'> & { readonly waiting: readonly Buffer[] }) {
  const content: string[] = waiting.map((hash) => hash.toString('hex'))
  for (const [workchain, first] of [
    [-1, 0],
    [0, 0],
  ] as const) {
    for (let seqno: number = first; ; seqno++) {
      const block = store.findBySeqno({ workchain, shard: FULL_SHARD, seqno })
      if (!block) break
      const state = await store.state(block)
      const signatures = workchain === -1 && seqno > 0 ? store.signatures(seqno) : undefined
      content.push(
        store.data(block).toString('base64'),
        state.hash().toString('hex'),
        JSON.stringify(signatures),
      )
    }
  }
  return content
}

describe('a devnet one bit of whose files is flipped', () => {
  it(`is refused by name of the file or has every block and state (seed ${FLIP_SEED})`, async () => {
    const whole = await open(join(root, 'whole'))
    const honest = await contentOf({ store: whole.store, waiting: whole.waiting() })
    await whole.close()
    const random = new SeededRandom(FLIP_SEED)
    const files = filesIn(join(root, 'whole')).filter((file) => !file.startsWith('lock'))
    expect(files).toEqual(
      expect.arrayContaining(['blocks', 'steps', 'head', 'genesis', 'messages', 'messages.last']),
    )
    let refused = 0
    for (const file of files) {
      for (let count = 0; count < FLIPS; count++) {
        const dir = join(root, 'copy')
        cpSync(join(root, 'whole'), dir, { recursive: true })
        const flip = flipBit(dir, file, random)
        try {
          const devnet = await open(dir)
          const content = await contentOf({ store: devnet.store, waiting: devnet.waiting() }).finally(() =>
            devnet.close(),
          )
          expect({ flip, content }).toEqual({ flip, content: honest })
        } catch (error) {
          if (!(error instanceof DevnetDirectoryError)) throw error
          expect(error).toMatchObject({ code: 'corrupt', path: join(dir, file) })
          refused++
        }
        rmSync(dir, { recursive: true })
      }
    }
    expect(refused).toBeGreaterThan(4 * FLIPS)
  })
})
