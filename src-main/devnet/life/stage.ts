import type { Address, Cell } from '@ton/core'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { Devnet } from '../chain/devnet.ts'
import type { Chapter, Stage } from '../scenario/stage.ts'
import { hasMessagesOnWay, readAccount } from './chainReads.ts'

/** Something a chapter of the scenario did leads nowhere: a mistake of ours. */
class ScenarioError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(`scenario: ${message}`, options)
    this.name = 'ScenarioError'
  }
}

/** Unix seconds of the next block; the chain that is played on asks it. */
export type StageTime = { now: number }

export type StageOptions = {
  readonly devnet: Devnet
  readonly seed: string
  readonly time: StageTime
  /** Unix seconds that no block may pass. */
  readonly end: number
}

/** Seconds between two blocks. */
const BLOCK_SECONDS = 3
/** Messages that travel longer than that never arrive. */
const SETTLE_BLOCKS = 50

export function createStage({ devnet, seed, time, end }: StageOptions): Stage {
  const introduced: ScenarioAccount[] = []
  const wait = (seconds: number) => {
    if (!Number.isSafeInteger(seconds) || seconds < 0)
      throw new ScenarioError(`cannot wait ${seconds} seconds`)
    if (time.now + seconds > end) throw new ScenarioError('it lasts into the future')
    time.now += seconds
  }
  return {
    devnet,
    seed,
    introduced,
    wait,
    now: () => time.now,
    send: (message) => devnet.send(serializeBoc(message)),
    state: (address) => readActive(devnet, address),
    async settle() {
      for (let made = 0; made < SETTLE_BLOCKS; made++) {
        await devnet.step()
        wait(BLOCK_SECONDS)
        if (devnet.waitingMessages === 0 && !(await hasMessagesOnWay(devnet))) return
      }
      throw new ScenarioError(`messages were still on their way after ${SETTLE_BLOCKS} blocks`)
    },
    introduce({ name, kind, address }) {
      if (introduced.some((known) => known.name === name)) throw new ScenarioError(`there are two of ${name}`)
      introduced.push({ name, kind, address: address.toRawString() })
    },
  }
}

/** Plays the chapters, their beginnings spread evenly up to the end. */
export async function play(
  stage: Stage,
  chapters: readonly Chapter[],
  { end }: { readonly end: number },
): Promise<void> {
  const begin = stage.now()
  for (const [index, chapter] of chapters.entries()) {
    const start = begin + Math.floor(((end - begin) * index) / chapters.length)
    if (start > stage.now()) stage.wait(start - stage.now())
    await chapter(stage)
  }
}

/** Code and data of an active account, undefined for any other. */
export async function readActive(
  devnet: Devnet,
  address: Address,
): Promise<{ readonly code: Cell; readonly data: Cell; readonly balance: bigint } | undefined> {
  const account = await readAccount(devnet, address)
  if (account?.storage.state.type !== 'active') return undefined
  const { code, data } = account.storage.state.init
  return code && data && { code, data, balance: account.storage.balance.coins }
}
