import { readFileSync } from 'node:fs'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { askV3, pathOf } from '../v3/askV3.ts'
import { openV3Scene, type V3Scene } from '../v3/v3Scene.ts'
import { type Answered, type IndexRig, openIndexRig, type Question } from './indexRig.ts'

/** A devnet after its scenario with an index of all of it, and any number of other indexes of it. */
export type ReadThroughChain = AsyncDisposable & {
  readonly scene: V3Scene
  /** Asks the gateway whose index has all blocks. */
  whole(question: Question): Promise<Answered>
  /** Opens an empty index in a folder of its own; `offline` cuts it off from all liteservers. */
  open(
    preference?: FollowPreference,
    options?: { readonly searchDepth?: number; readonly stays?: string; readonly startsOffline?: boolean },
  ): Promise<IndexRig & { offline(): Promise<void> }>
}

const OFF: FollowPreference = { byDefault: false, requested: 'off' }

export async function openReadThroughChain(): Promise<ReadThroughChain> {
  const scene = await openV3Scene()
  const config = parseGlobalConfig(readFileSync(scene.scene.globalConfigFile, 'utf8'))
  const networks = new Set<OpenLiteNetwork>()
  const connect = async () => {
    const network = await openLiteNetwork({ config })
    networks.add(network)
    return network
  }
  const parser = createParsePool({ threads: 1 })
  const tvm = createTvmPool({ threads: 1 })
  /** Of all indexes that stay connected: its cache of proved answers makes further ones cheap. */
  const shared = await connect()
  return {
    scene,
    async whole({ name, params }) {
      const { status, body } = await askV3(scene.url, pathOf(name, params))
      if (status === 503) return { kind: 'refused', text: String((body as { error: unknown }).error) }
      return { kind: 'answered', status, body: status === 200 ? body : (body as { error: unknown }).error }
    },
    async open(preference = OFF, limits) {
      const connectNone = async () => {
        const none = await openLiteNetwork({ config: { ...config, liteservers: [] } })
        networks.add(none)
        return none
      }
      let network = limits?.startsOffline ? await connectNone() : shared
      const own: OpenLiteNetwork = {
        ...network,
        session: (options) => network.session(options),
        stats: () => network.stats(),
      }
      const options = { network: own, parser, tvm, zeroState: config.zeroState }
      const rig = await openIndexRig(options, preference, limits)
      return {
        ...rig,
        async offline() {
          network = await connectNone()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await parser.close()
      await tvm.close()
      for (const network of networks) network.close()
      await scene[Symbol.asyncDispose]()
    },
  }
}
