import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@ton/core'
import pino from 'pino'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { ScenarioStep } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { sendFrom, type User } from '../../../src-main/devnet/scenario/users.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import type { Indexer } from '../../../src-main/indexer/indexer.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import { stdAddressOf } from '../../../src-main/indexer/stdAddress.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import type { VerifiedKind } from '../devnet/hostileContracts.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { serveToV2 } from '../devnet/servedDevnet.ts'
import { statusUntil } from './indexGateway.ts'
import { transferCount, verifiedKinds } from './verifiedKinds.ts'

const DEADLINE_MS = 90_000
/** Messages of one external message. */
const BATCH = 12

/** A devnet with steps of the scenario, and an index of it. */
export type IndexedScene = {
  readonly scene: Scene
  readonly indexer: Indexer
  /** Sends messages from a user's wallet and waits until all that follows from them is detected. */
  play(by: User, ...messages: readonly Transfer[]): Promise<void>
  /** Waits until every block of the devnet is indexed and every account looked at. */
  detected(): Promise<void>
  kindsOf(address: Address): VerifiedKind[]
  /** Returns the number of jetton transfers of a wallet. */
  transfersOf(wallet: Address | undefined): number
  close(): Promise<void>
}

export async function openIndexedScene(
  steps: readonly ScenarioStep[],
  preference: FollowPreference,
): Promise<IndexedScene> {
  const scene = await openScene(steps)
  const served = await serveToV2(scene.context.devnet, () => scene.context.now())
  const dir = await mkdtemp(join(tmpdir(), 'tonscope-scene-'))
  const { zeroState } = scene.context.devnet.store
  const parser = createParsePool({ threads: 1 })
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const indexer = await createIndexer({
    log: pino({ level: 'silent' }),
    network: served.network,
    zeroState,
    store,
    parser,
    preference,
  })

  async function detected(): Promise<void> {
    const head = scene.context.devnet.store.head().seqno
    const isDetected = ({ coverage, detection }: IndexStatus) => {
      const isWhole = coverage.length === 1 && (coverage[0]?.last ?? 0) >= head
      return isWhole && detection.pending === 0 && detection.waiting === 0
    }
    const read = () => {
      indexer.nudge(head)
      return indexer.status()
    }
    await statusUntil(read, isDetected, DEADLINE_MS)
  }

  return {
    scene,
    indexer,
    detected,
    async play(by, ...messages) {
      for (let start = 0; start < messages.length; start += BATCH) {
        await sendFrom(scene.context, by, messages.slice(start, start + BATCH))
        await scene.context.settle()
      }
      await detected()
    },
    kindsOf: (address) => verifiedKinds(indexer.store.file, stdAddressOf(address)),
    transfersOf: (wallet) => (wallet ? transferCount(indexer.store.file, stdAddressOf(wallet)) : 0),
    async close() {
      await indexer.close()
      await parser.close()
      await served.close()
      await scene.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
