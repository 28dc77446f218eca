import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { Devnet } from '../chain/devnet.ts'
import type { ScenarioContext, ScenarioStep } from '../scenario/scenarioContext.ts'
import { hasQueuedMessages, readActiveAccount } from './chainReads.ts'

/** A step of the scenario has failed: a bug of the devnet. */
class ScenarioError extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('scenario', `scenario: ${message}`, options)
  }
}

/** Unix seconds of the next block; the devnet reads it as its clock. */
export type ScenarioTime = { now: number }

export type ScenarioContextOptions = {
  readonly devnet: Devnet
  readonly seed: string
  readonly time: ScenarioTime
  /** Unix seconds; the scenario ends with an error if it takes longer. */
  readonly end: number
}

/** Seconds between two blocks. */
const BLOCK_SECONDS = 3
/** Maximum number of blocks until all messages have arrived. */
const SETTLE_BLOCKS = 50

export function createScenarioContext({ devnet, seed, time, end }: ScenarioContextOptions): ScenarioContext {
  const accounts: ScenarioAccount[] = []
  const wait = (seconds: number) => {
    if (!Number.isSafeInteger(seconds) || seconds < 0)
      throw new ScenarioError(`cannot wait ${seconds} seconds`)
    if (time.now + seconds > end) throw new ScenarioError('it lasts into the future')
    time.now += seconds
  }
  return {
    devnet,
    seed,
    accounts,
    wait,
    now: () => time.now,
    send: (message) => devnet.send(serializeBoc(message)),
    state: (address) => readActiveAccount(devnet, address),
    async settle() {
      for (let made = 0; made < SETTLE_BLOCKS; made++) {
        await devnet.step()
        wait(BLOCK_SECONDS)
        if (devnet.waitingMessages === 0 && !(await hasQueuedMessages(devnet))) return
      }
      throw new ScenarioError(`messages were still on their way after ${SETTLE_BLOCKS} blocks`)
    },
    addAccount({ name, kind, address }) {
      if (accounts.some((known) => known.name === name)) throw new ScenarioError(`there are two of ${name}`)
      accounts.push({ name, kind, address: address.toRawString() })
    },
  }
}

/** Runs the steps, whose starts are spread evenly up to the end. */
export async function runScenario(
  context: ScenarioContext,
  steps: readonly ScenarioStep[],
  { end }: { readonly end: number },
): Promise<void> {
  const begin = context.now()
  for (const [index, step] of steps.entries()) {
    const start = begin + Math.floor(((end - begin) * index) / steps.length)
    if (start > context.now()) context.wait(start - context.now())
    await step(context)
  }
}
