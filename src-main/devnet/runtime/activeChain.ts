import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import type { AdnlServer } from '../../liteserver/adnl/server.ts'
import type { Step } from '../chain/devnet.ts'
import { ElectionRunner } from '../elections/electionRunner.ts'
import { createTraffic, type Traffic } from '../scenario/traffic.ts'
import { hasQueuedMessages, headOf, readActiveAccount } from './chainReads.ts'
import type { DevnetState } from './devnetState.ts'
import { Faucet } from './faucet.ts'
import type { LiveChain, OnTrouble } from './liveChain.ts'

/** The running parts of the present chain; a restore or reset replaces all of them. */
export type ActiveChain = LiveChain & {
  readonly server: AdnlServer
  readonly faucet: Faucet
  readonly traffic: Traffic
  readonly elections: ElectionRunner
  /** Whether internal messages were in a queue after the newest block. */
  hasMessagesQueued: boolean
}

export type ActiveChainOptions = {
  /** Starts the liteserver of the chain. */
  serve(chain: LiveChain): Promise<AdnlServer>
  /** Called when an external message waits for a block. */
  notify(): void
  readonly onTrouble: OnTrouble
}

/** Average number of seconds between two messages of the traffic. */
const TRAFFIC_SECONDS = 15

/** Starts faucet, traffic, elections and liteserver of a chain. Closes the chain if that fails. */
export async function activateChain(
  chain: LiveChain,
  { seed, genesisTime, accounts }: DevnetState,
  { serve, notify, onTrouble }: ActiveChainOptions,
): Promise<ActiveChain> {
  const { devnet, clock } = chain
  try {
    const traffic = createTraffic({
      devnet,
      seed,
      accounts,
      now: () => clock.now(),
      send: (message) => devnet.send(serializeBoc(message)),
      state: (address) => readActiveAccount(devnet, address),
    })
    const faucet = new Faucet({ devnet, notify })
    const elections = new ElectionRunner({
      devnet,
      seed,
      now: () => Math.max(clock.now(), headOf(devnet, genesisTime).utime),
      fund: async (account, amount) => {
        await faucet.transfer({ address: account.toRawString(), amount })
      },
      onTrouble,
    })
    return {
      ...chain,
      hasMessagesQueued: await hasQueuedMessages(devnet),
      server: await serve(chain),
      faucet,
      traffic,
      elections,
    }
  } catch (error) {
    await devnet.close()
    throw error
  }
}

/** Updates the parts of the chain after a block. The block is made, so failures are only reported. */
export async function afterBlock(
  { faucet, elections }: ActiveChain,
  step: Step,
  { elections: roundSeconds }: DevnetState,
  onTrouble: OnTrouble,
): Promise<void> {
  await faucet.observe(step).catch(onTrouble)
  // The next block includes the validator's messages.
  if (roundSeconds > 0) await elections.sendMessages(roundSeconds).catch(onTrouble)
}

/** Returns whether the block after one with this root hash has traffic, at this interval between blocks in seconds. */
export function makesTraffic(rootHash: Buffer, blockInterval: number): boolean {
  return rootHash.readUInt16BE(0) / 0x1_0000 < blockInterval / TRAFFIC_SECONDS
}

/** Sends a message of the traffic at random. The choice follows from the newest block, so that a seed fixes it. */
export async function sendTraffic(
  { devnet, traffic }: ActiveChain,
  { blockInterval, traffic: isOn }: DevnetState,
  onTrouble: OnTrouble,
): Promise<void> {
  if (!isOn || !makesTraffic(devnet.store.head().rootHash, blockInterval)) return
  await traffic.sendNext().catch(onTrouble)
}
