import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createIndexer } from '../../../src-main/indexer/createIndexer.ts'
import type { Indexer } from '../../../src-main/indexer/indexer.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import { type GlobalConfig, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { PoolLimits } from '../../../src-main/liteserver/pool/poolOptions.ts'
import { openIndexStore } from '../../../src-main/store/openIndexStore.ts'

export type BareOptions = {
  readonly config: GlobalConfig
  readonly preference?: FollowPreference
  readonly limits?: Partial<PoolLimits>
}

/** An indexer without a gateway, on a folder of its own. */
export async function openBareIndexer({
  config,
  preference = { byDefault: false },
  limits = {},
}: BareOptions): Promise<AsyncDisposable & { readonly indexer: Indexer }> {
  const dir = await mkdtemp(join(tmpdir(), 'tonscope-index-'))
  const { zeroState } = config
  const network = await openLiteNetwork({ config, limits })
  const parser = createParsePool({ threads: 1 })
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const indexer = await createIndexer({
    log: pino({ level: 'silent' }),
    network,
    zeroState,
    store,
    parser,
    preference,
  })
  return {
    indexer,
    async [Symbol.asyncDispose]() {
      await indexer.close()
      await parser.close()
      network.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

export async function readConfig(file: string | undefined): Promise<GlobalConfig> {
  return parseGlobalConfig(await readFile(file ?? '', 'utf8'))
}
