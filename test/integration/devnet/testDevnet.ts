import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'

export const GENESIS = 1_800_000_000

export type TestDevnet = {
  readonly devnet: Devnet
  /** Its own clock, in unix seconds: tests move it. */
  readonly time: { now: number }
  close(): Promise<void>
}

/** A devnet in a directory of its own, its clock at the zero state. */
export async function openTestDevnet(seed = 'test'): Promise<TestDevnet> {
  const dir = mkdtempSync(join(tmpdir(), 'devnet-'))
  const time = { now: GENESIS }
  const devnet = await Devnet.create({ seed, genesisTime: GENESIS, dir, clock: () => time.now })
  return {
    devnet,
    time,
    async close() {
      await devnet.close()
      rmSync(dir, { recursive: true })
    },
  }
}
