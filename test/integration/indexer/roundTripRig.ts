import { readFileSync } from 'node:fs'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { readBody } from '#shared/schema/v2/request.ts'
import { createV2Api } from '../../../src-main/api/v2/api.ts'
import { createContractRuns } from '../../../src-main/api/v2/contractRuns.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { until } from '../../fixtures/until.ts'
import type { Params } from '../operations/ask.ts'
import { openV3Scene, type V3Scene } from '../v3/v3Scene.ts'
import { type IndexRig, openIndexRig, type Question } from './indexRig.ts'
import { FAR_MS, openRoundTripServer, type RoundTrips } from './roundTripServer.ts'

/** A question to v2. */
export type V2Question = { readonly v2: V2Name; readonly params: Params }

type Gateway = {
  readonly network: OpenLiteNetwork
  readonly rig: IndexRig
  askV2(question: V2Question): Promise<unknown>
}

/** A chain behind a far liteserver. */
export type RoundTripRig = AsyncDisposable & {
  readonly scene: V3Scene
  /**
   * Asks a gateway that is in use, with an empty index that follows nothing and without cached answers, and counts what
   * it takes. Rejects if there is no answer. With `before`, counts what the second question takes after it.
   * @param quietMs time without a new query that ends a round trip
   */
  cost(question: Question | V2Question, before?: Question, quietMs?: number): Promise<RoundTrips>
  /** Returns the reads of the index that a question takes when the newest block is known without a query. */
  readsAtHead(question: Question): Promise<number>
}

export async function openRoundTripRig(): Promise<RoundTripRig> {
  const scene = await openV3Scene()
  const config = parseGlobalConfig(readFileSync(scene.scene.globalConfigFile, 'utf8'))
  const [target] = config.liteservers
  if (!target) throw new Error('the devnet has no liteserver')
  const server = await openRoundTripServer(target)
  const parser = createParsePool({ threads: 1 })
  const tvm = createTvmPool({ threads: 1 })
  const wallet = scene.scene.wallet.address.toRawString()

  /** Opens a gateway in use and calls `work` with it. */
  async function withGateway<T>(work: (gateway: Gateway) => Promise<T>): Promise<T> {
    const following = Promise.withResolvers<void>()
    const network = await openLiteNetwork({
      config: { ...config, liteservers: [server.address] },
      followHead: { paceMs: () => 0, onHead: () => following.resolve() },
    })
    const contracts = createContractRuns(tvm, network)
    const rig = await openIndexRig({ network, parser, tvm, zeroState: config.zeroState }, OFF)
    const v2 = createV2Api({ network, contracts })
    const askV2 = ({ v2: name, params }: V2Question) =>
      v2.call(name, readBody(v2Operations[name], params as JsonValue)).result
    try {
      await askV2({ v2: 'runGetMethod', params: { address: wallet, method: 'seqno', stack: [] } })
      await following.promise
      return await work({ network, rig, askV2 })
    } finally {
      await rig[Symbol.asyncDispose]()
      network.close()
    }
  }

  async function askRig(rig: IndexRig, question: Question): Promise<void> {
    const answer = await rig.ask(question)
    const isAnswered = answer.kind === 'answered' && answer.status === 200
    if (!isAnswered) throw new Error(`no answer to ${JSON.stringify(question)}: ${JSON.stringify(answer)}`)
  }

  function cost(question: Question | V2Question, before?: Question, quietMs = FAR_MS): Promise<RoundTrips> {
    return withGateway(async ({ rig, askV2 }) => {
      if (before) await rig.ask(before)
      server.reset(quietMs)
      if ('v2' in question) await askV2(question)
      else await askRig(rig, question)
      return server.taken()
    })
  }

  function readsAtHead(question: Question): Promise<number> {
    return withGateway(async ({ network, rig }) => {
      await until('the head is followed', async () => network.followedHead())
      const before = rig.reads()
      await askRig(rig, question)
      return rig.reads() - before
    })
  }

  return {
    scene,
    cost,
    readsAtHead,
    async [Symbol.asyncDispose]() {
      await parser.close()
      await tvm.close()
      await server[Symbol.asyncDispose]()
      await scene[Symbol.asyncDispose]()
    },
  }
}

const OFF = { byDefault: false, requested: 'off' } as const
