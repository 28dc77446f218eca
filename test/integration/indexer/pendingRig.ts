import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import pino from 'pino'
import { type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { createV2Api, type V2Api } from '../../../src-main/api/v2/api.ts'
import { createContractRuns } from '../../../src-main/api/v2/contractRuns.ts'
import { createV3Api } from '../../../src-main/api/v3/api.ts'
import { createPendingHandlers } from '../../../src-main/api/v3/pending/handlers.ts'
import { PendingTraces } from '../../../src-main/api/v3/pending/pendingTraces.ts'
import { emulateSent } from '../../../src-main/api/v3/pending/traceEmulator.ts'
import { createReadPool } from '../../../src-main/api/v3/readPool.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import type { ScenarioStep } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { type Users, usersOf } from '../../../src-main/devnet/scenario/users.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import type { Indexer } from '../../../src-main/indexer/indexer.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { openTestContext, type TestContext } from '../devnet/testContext.ts'

export type PendingRig = {
  readonly context: TestContext
  readonly users: Users
  readonly pending: PendingTraces
  readonly v2: V2Api
  readonly indexer: Indexer
  /** Sends as clients do; resolves with the normalized hash in base64. */
  send(message: Cell): Promise<string>
  /** Makes a block, and waits until the index has it. */
  step(): Promise<void>
  /** All that is on its way arrives, and the index has it. */
  settle(): Promise<void>
  /** Asks `/api/v3`. Rejects with ApiError. */
  ask<T>(name: V3Name, values: object): Promise<T>
  close(): Promise<void>
}

/** A devnet whose blocks are made by hand after these steps, followed by an index, with both APIs over it. */
export async function openPendingRig(steps: readonly ScenarioStep[]): Promise<PendingRig> {
  const context = await openTestContext('pending')
  for (const play of steps) await play(context)
  const { devnet } = context
  const clock = () => context.now() * 1000
  const server = await serveDevnet(devnet, { clock: context.now })
  const { zeroState } = devnet.store
  const network = await openLiteNetwork({
    config: {
      liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
      zeroState,
    },
  })
  const dir = mkdtempSync(join(tmpdir(), 'pending-'))
  const tvm = createTvmPool({ threads: 1 })
  const contracts = createContractRuns(tvm, network)
  const pending = new PendingTraces({
    clock,
    emulate: (message, seqno, signal) =>
      emulateSent(message, seqno, contracts, { network, now: context.now }, signal),
    seqno: () => network.bestSeqno(),
  })
  const v2 = createV2Api({ network, contracts, clock, onSent: (sent) => pending.accept(sent) })
  const parser = createParsePool()
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const indexer = await createIndexer({
    log: pino({ level: 'silent' }),
    network,
    zeroState,
    store,
    parser,
    preference: { byDefault: true },
  })
  indexer.onWritten((written) => pending.removeIndexed(written))
  const reader = createReadPool({ file: store.file, threads: 1 })
  const v3 = createV3Api({
    index: {
      reader,
      readThrough: indexer.readThrough,
      detection: indexer.detection,
      classification: indexer.classification,
      coverage: () => store.coverage(),
      head: indexer.head,
      isHeadOld: () => false,
    },
    v2,
    testOnly: true,
    handlers: createPendingHandlers(pending),
  })

  /** Resolves when the index covers the newest block. */
  async function indexed(): Promise<void> {
    const { seqno } = devnet.store.head()
    const isCovered = () => store.coverage().some(({ first, last }) => first === 1 && last >= seqno)
    if (isCovered()) return
    await new Promise<void>((resolve) => {
      const unhear = indexer.onWritten(() => {
        if (!isCovered()) return
        unhear()
        resolve()
      })
      indexer.nudge(seqno)
    })
  }

  return {
    context,
    users: usersOf(context),
    pending,
    v2,
    indexer,
    async send(message) {
      const { result } = v2.call('sendBocReturnHash', { boc: serializeBoc(message) })
      return (await result).hash_norm
    },
    async step() {
      context.wait(1)
      await devnet.step()
      await indexed()
    },
    async settle() {
      await context.settle()
      await indexed()
    },
    async ask(name, values) {
      const { json } = await v3.call(name, values, {
        timeout: 3000,
        addressBook: true,
        metadata: true,
        searches: true,
        actionsVersion: undefined,
        signal: AbortSignal.timeout(30_000),
      })
      const body = JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString())
      v3Operations[name].result.parse(body)
      return body
    },
    async close() {
      pending.close()
      await reader.close()
      await indexer.close()
      await parser.close()
      network.close()
      await tvm.close()
      await server.close()
      await context.close()
      rmSync(dir, { recursive: true })
    },
  }
}
