import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Address, beginCell } from '@ton/core'
import { ApiError, StageError } from '#shared/apiError.ts'
import { type V3Name, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Query } from '#shared/schema/v3/request.ts'
import { createV2Api } from '../../../src-main/api/v2/api.ts'
import { createContractRuns } from '../../../src-main/api/v2/contractRuns.ts'
import { createV3Api, type V3Api } from '../../../src-main/api/v3/api.ts'
import { answerQuery } from '../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../src-main/api/v3/render/contractNames.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import { CoverageError, type Indexer } from '../../../src-main/indexer/indexer.ts'
import { createParsePool, type ParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openReader } from '../../../src-main/store/openDatabase.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'
import { readerOf } from '../../../src-main/store/queries/reader.ts'
import { createTvmPool, type TvmPool } from '../../../src-main/tvm/tvmPool.ts'
import type { SeededRandom } from '../../fixtures/seededRandom.ts'
import { openTestDevnet } from '../devnet/testDevnet.ts'
import { TestWallet } from '../devnet/wallet.ts'
import { pathOf } from '../v3/askV3.ts'

/** An answer of v3, or why there is none. */
export type Answered =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly body: unknown
      /** Value of X-Index-Coverage; absent on an error. */
      readonly coverage?: string
    }
  | { readonly kind: 'refused'; readonly text: string }

export type Question = { readonly name: V3Name; readonly params: Readonly<Record<string, unknown>> }

/** An index of a chain with the API over it, in this thread except for parsing and writing. */
export type IndexRig = AsyncDisposable & {
  readonly indexer: Indexer
  ask(question: Question): Promise<Answered>
}

/** A devnet whose blocks are made by hand, with an index of all of it. */
export type ChainRig = AsyncDisposable & {
  readonly wallets: readonly TestWallet[]
  readonly giver: TestWallet
  /** A wallet that bounces messages until it is deployed in a later block. */
  readonly late: TestWallet
  readonly whole: IndexRig
  readonly head: number
  /** Makes a block with a few transfers; the whole index has it when this resolves. */
  block(random: SeededRandom): Promise<void>
  /** Opens another index of the chain, on a folder of its own; it is notified of blocks as the gateway's index is. */
  open(preference: FollowPreference, options?: { readonly searchDepth?: number }): Promise<IndexRig>
}

const WALLETS = 4
/** Masterchain seqno from which the late wallet has coins. */
const LATE_SEQNO = 20
const COIN = 10n ** 9n
/** An account that does not exist: messages to it come back. */
export const VACANT = new Address(0, Buffer.alloc(32, 0x40))
const DEADLINE_MS = 60_000

type Shared = {
  readonly network: OpenLiteNetwork
  readonly parser: ParsePool
  readonly tvm: TvmPool
  readonly zeroState: Parameters<typeof createIndexer>[0]['zeroState']
}

async function openIndexRig(
  { network, parser, tvm, zeroState }: Shared,
  preference: FollowPreference,
  { searchDepth }: { readonly searchDepth?: number } = {},
): Promise<IndexRig> {
  const dir = await mkdtemp(join(tmpdir(), 'coverage-'))
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const indexer = await createIndexer({ network, zeroState, store, parser, preference, searchDepth })
  const connection = openReader(store.file)
  const reader = readerOf(connection)
  const contracts = createContractNames()
  const api: V3Api = createV3Api({
    index: {
      // As through a thread's port.
      reader: { query: async (question) => answerQuery(reader, contracts, structuredClone(question)) },
      readThrough: indexer.readThrough,
      detection: indexer.detection,
      classification: indexer.classification,
      coverage: () => store.coverage(),
      head: indexer.head,
      isHeadOld: () => network.stats().alive === 0,
    },
    v2: createV2Api({ network, contracts: createContractRuns(tvm, network) }),
    testOnly: false,
  })
  return {
    indexer,
    async ask({ name, params }) {
      const { searchParams } = new URL(pathOf(name, params), 'http://localhost')
      const values = readV3Query(v3Operations[name], searchParams)
      const controls = { timeout: 3000, addressBook: true, metadata: true, actionsVersion: undefined }
      try {
        const { status, json, coverage } = await api.call(name, values, {
          ...controls,
          signal: AbortSignal.timeout(DEADLINE_MS),
        })
        return { kind: 'answered', status, body: JSON.parse(Buffer.from(json).toString()), coverage }
      } catch (error) {
        const cause = error instanceof StageError ? error.cause : error
        if (cause instanceof CoverageError) return { kind: 'refused', text: cause.message }
        if (cause instanceof ApiError) return { kind: 'answered', status: cause.status, body: cause.message }
        throw error
      }
    },
    async [Symbol.asyncDispose]() {
      connection.close()
      await indexer.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export async function openChainRig(random: SeededRandom): Promise<ChainRig> {
  const { devnet, time, close } = await openTestDevnet('coverage')
  const server = await serveDevnet(devnet, { clock: () => time.now })
  const { zeroState } = devnet.store
  const config = {
    liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
    zeroState,
  }
  // What one index learns of the head must not reach the other.
  const [own, others] = await Promise.all([openLiteNetwork({ config }), openLiteNetwork({ config })])
  const parser = createParsePool({ threads: 1 })
  const tvm = createTvmPool({ threads: 1 })
  const shared = { parser, tvm, zeroState }
  const whole = await openIndexRig({ ...shared, network: own }, { byDefault: true })
  const opened = new Set<IndexRig>()
  const giver = TestWallet.giver(devnet.keys.giver)
  const wallets = Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))
  const late = TestWallet.basechain(WALLETS)
  let lateFundedAt = Infinity

  async function indexed(): Promise<void> {
    const { seqno } = devnet.store.head()
    const isCovered = () =>
      whole.indexer.store.coverage().some(({ first, last }) => first === 1 && last >= seqno)
    const { promise, resolve } = Promise.withResolvers<void>()
    const unhear = whole.indexer.onWritten(() => {
      if (isCovered()) resolve()
    })
    whole.indexer.nudge(seqno)
    if (!isCovered()) await promise
    unhear()
  }

  async function step(): Promise<void> {
    time.now += 1
    const { masterchain } = await devnet.step()
    for (const { indexer } of opened) indexer.nudge(masterchain.seqno)
    await indexed()
  }

  async function send(from: TestWallet, ...transfers: Parameters<TestWallet['message']>[0]): Promise<void> {
    await devnet.send(from.message(transfers, { now: time.now }))
    from.seqno++
  }

  async function block(source: SeededRandom): Promise<void> {
    const { seqno: head } = devnet.store.head()
    if (head >= LATE_SEQNO && lateFundedAt === Infinity) {
      await send(giver, { to: late.address, amount: 100n * COIN })
      lateFundedAt = head + 1
    }
    const bouncing: readonly Address[] = [VACANT, late.address]
    for (const wallet of head > lateFundedAt + 1 ? [...wallets, late] : wallets) {
      if (source.below(3) > 0) continue
      const to = source.below(4) === 0 ? source.pick(bouncing) : source.pick(wallets).address
      const comment = beginCell().storeUint(0, 32).storeUint(source.below(100), 32).endCell()
      await send(wallet, {
        to,
        amount: COIN / 10n + BigInt(source.below(1000)),
        bounce: bouncing.includes(to),
        body: comment,
      })
    }
    await step()
  }

  await step()
  await send(giver, ...wallets.map(({ address }) => ({ to: address, amount: 100n * COIN })))
  await step()
  await step()
  for (let made = 0; made < 12; made++) await block(random)

  return {
    wallets,
    giver,
    late,
    whole,
    get head() {
      return devnet.store.head().seqno
    },
    block,
    async open(preference, options) {
      const rig = await openIndexRig({ ...shared, network: others }, preference, options)
      opened.add(rig)
      // The pool's last poll can be older than the newest blocks.
      rig.indexer.nudge(devnet.store.head().seqno)
      return {
        ...rig,
        async [Symbol.asyncDispose]() {
          opened.delete(rig)
          await rig[Symbol.asyncDispose]()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await whole[Symbol.asyncDispose]()
      await parser.close()
      await tvm.close()
      for (const network of [own, others]) network.close()
      await server.close()
      await close()
    },
  }
}
