import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, sendFrom } from '../../../src-main/devnet/scenario/actors.ts'
import { collection } from '../../../src-main/devnet/scenario/collection.ts'
import { dns } from '../../../src-main/devnet/scenario/dns.ts'
import { jettons } from '../../../src-main/devnet/scenario/jettons.ts'
import { multisig } from '../../../src-main/devnet/scenario/multisig.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { wallets } from '../../../src-main/devnet/scenario/wallets.ts'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import type { Indexer } from '../../../src-main/indexer/indexer.ts'
import { createParsePool, type ParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import { stdAddressOf } from '../../../src-main/indexer/stdAddress.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { brokenContracts, slowContract } from '../devnet/brokenContracts.ts'
import { chameleon, libraryMaster, mayfly, uninitDeposit } from '../devnet/changingContracts.ts'
import { forgedContracts, UNINIT_MASTER } from '../devnet/forgedContracts.ts'
import { openScene, type Scene } from '../devnet/scene.ts'
import { type ServedDevnet, serveToV2 } from '../devnet/servedDevnet.ts'
import { verifiedKinds } from './verifiedKinds.ts'

const TIMEOUT = 180_000
const DEADLINE_MS = 90_000
/** Deployments of one external message. */
const BATCH = 12

describe('an index of a chain with hostile contracts', () => {
  let scene: Scene
  let served: ServedDevnet
  let indexer: Indexer
  let parser: ParsePool
  let dir: string

  beforeAll(async () => {
    scene = await openScene([wallets, jettons, collection, dns, multisig])
    served = await serveToV2(scene.stage.devnet, () => scene.stage.now())
    dir = await mkdtemp(join(tmpdir(), 'tonscope-hostile-'))
    const { zeroState } = scene.stage.devnet.store
    parser = createParsePool({ threads: 1 })
    const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
    indexer = await createIndexer({
      network: served.network,
      zeroState,
      store,
      parser,
      wish: { byDefault: true },
    })
  }, TIMEOUT)
  afterAll(async () => {
    await indexer?.close()
    await parser?.close()
    await served?.close()
    await scene?.close()
    await rm(dir, { recursive: true, force: true })
  })

  async function play(by: Actor, ...messages: readonly Transfer[]): Promise<void> {
    for (let start = 0; start < messages.length; start += BATCH) {
      await sendFrom(scene.stage, by, messages.slice(start, start + BATCH))
      await scene.stage.settle()
    }
    await detected()
  }

  /** Waits until every block of the devnet is indexed and every account looked at. */
  async function detected(): Promise<void> {
    const head = scene.stage.devnet.store.head().seqno
    const deadline = Date.now() + DEADLINE_MS
    for (;;) {
      const { coverage, detection } = indexer.status()
      const isWhole = coverage.length === 1 && (coverage[0]?.last ?? 0) >= head
      if (isWhole && detection.pending === 0 && detection.waiting === 0) return
      if (Date.now() > deadline)
        throw new Error(`not detected: ${JSON.stringify({ coverage, detection, head })}`)
      indexer.nudge(head)
      await sleep(20)
    }
  }

  const kindsOf = (address: Address) => verifiedKinds(indexer.store.file, stdAddressOf(address))

  it('lists of forged and broken contracts only what their counterparts acknowledge', {
    timeout: TIMEOUT,
  }, async () => {
    const slow = slowContract()
    const contracts = [...forgedContracts(scene.actors), ...brokenContracts(), slow]
    await play(scene.actors.treasury, uninitDeposit(UNINIT_MASTER), ...contracts.map(({ deploy }) => deploy))
    const verified = (list: readonly string[]) => [...list].sort().join()
    expect(
      Object.fromEntries(contracts.map(({ name, address }) => [name, verified(kindsOf(address))])),
    ).toEqual(Object.fromEntries(contracts.map(({ name, expected }) => [name, verified(expected.verified)])))
  })

  it.each([
    ['changes its code', chameleon],
    ['deletes itself', mayfly],
  ] as const)(
    'has no row of a jetton wallet that %s while it is none',
    { timeout: TIMEOUT },
    async (_, contractOf) => {
      const { treasury } = scene.actors
      const { address, master, states } = contractOf(scene.actors)
      await play(treasury, master.deploy)
      for (const { name, message, expected } of states) {
        await play(treasury, message)
        expect(kindsOf(address), name).toEqual(expected?.verified ?? [])
      }
    },
  )

  it('verifies a master whose code is in a public library', { timeout: TIMEOUT }, async () => {
    const { bob } = scene.actors
    const { contract, publish } = libraryMaster(bob)
    await play(bob, publish)
    await play(bob, contract.deploy)
    expect(kindsOf(contract.address)).toEqual(contract.expected.verified)
  })
})
