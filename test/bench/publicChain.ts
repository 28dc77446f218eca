import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatGlobalConfig, parseGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { indexUntil } from '../integration/indexer/indexGateway.ts'
import { openScene } from '../integration/operations/scene.ts'
import type { PresetName } from '../publicNetwork/profiles.ts'
import { type PublicNetwork, startPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'

/** The devnet's scenario behind the liteservers of a simulated public network. */
export type PublicChain = AsyncDisposable & {
  /** `http://127.0.0.1:PORT` of a gateway on the devnet itself, with a complete index. */
  readonly url: string
  /** Accounts of the scenario by name: `0:hex`. */
  readonly accounts: ReadonlyMap<string, string>
  readonly network: PublicNetwork
  /** Path of the global config that names the simulated liteservers. */
  readonly configFile: string
}

export type PublicChainOptions = {
  readonly preset: PresetName
  /** Interval of the chain's blocks, ms. */
  readonly blockMs: number
}

/** Starts the chain and the network, and waits for the complete index. */
export async function openPublicChain({ preset, blockMs }: PublicChainOptions): Promise<PublicChain> {
  const scene = await openScene()
  await indexUntil(
    scene.url,
    ({ behind, detection, classification }) =>
      behind === 0 && detection.pending === 0 && classification.pending === 0,
  )
  const chain = parseGlobalConfig(readFileSync(scene.globalConfigFile, 'utf8'))
  const network = await startPublicNetwork({ chain, servers: preset })
  const blocks = setInterval(() => void scene.makeBlock(), blockMs)
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const configFile = join(dir, 'public.json')
  writeFileSync(configFile, formatGlobalConfig({ ...chain, ...network.config }))
  return {
    url: scene.url,
    accounts: scene.accounts,
    network,
    configFile,
    async [Symbol.asyncDispose]() {
      clearInterval(blocks)
      await network.close()
      rmSync(dir, { recursive: true, force: true })
      await scene[Symbol.asyncDispose]()
    },
  }
}
