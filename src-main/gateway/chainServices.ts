import { tokenImagePath } from '#shared/schema/tokenImage.ts'
import { createParsePool } from '../indexer/parse/parsePool.ts'
import type { ForkError } from '../liteserver/errors.ts'
import type { MetadataService } from '../metadata/metadataService.ts'
import { createTvmPool, type TvmPool } from '../tvm/tvmPool.ts'
import { type NetworkLabels, openAccountLabels } from './accountLabels.ts'
import type { DeferCleanup } from './closeInOrder.ts'
import { writeForkFile } from './forkFile.ts'
import type { GatewaySetup } from './gatewaySettings.ts'
import { writeGlobalConfig } from './globalConfigFile.ts'
import { type NetworkHints, openNetworkHints } from './hints.ts'
import type { IndexRuntimeOptions } from './indexRuntime.ts'
import { openChainMetadata } from './metadata.ts'
import { isPublic } from './networkChoice.ts'
import type { NetworkSource } from './networkSource.ts'
import { openIndexRuntime } from './openIndexRuntime.ts'
import { openReloadableChain, type ReloadableChain, type ReloadableChainOptions } from './reloadableChain.ts'
import type { Streaming } from './streaming.ts'
import { openTrustFile } from './trustFile.ts'

/** The chain of a gateway with its index and token content, and the threads behind them. */
export type ChainServices = {
  readonly chain: ReloadableChain
  readonly tvm: TvmPool
  readonly metadata: MetadataService
  readonly hints: NetworkHints
  readonly labels: NetworkLabels
  /** Returns the path of the file with the evidence of a fork; undefined if it was not written. */
  forkFile(error: ForkError): string | undefined
  /** Returns the number of commits to the index and to token content. */
  commits(): number
}

export type ChainServicesOptions = {
  readonly streaming: Streaming
  /** The gateway's URL, without a path. */
  readonly url: string
  readonly defer: DeferCleanup
}

/** Opens the chain of a network; its index is opened by `chain.startIndex`. */
export async function openChainServices(
  setup: GatewaySetup,
  source: NetworkSource,
  { streaming, url, defer }: ChainServicesOptions,
): Promise<ChainServices> {
  const { settings, choice, folder, indexDir, log } = setup
  const tvm = createTvmPool()
  defer(() => tvm.close())
  const parser = createParsePool()
  defer(() => parser.close())
  const hints = openNetworkHints(setup)
  defer(() => hints.close())
  const labels = openAccountLabels({ folder, log })
  defer(() => labels.close())
  let commits = 0
  let metadata: MetadataService | undefined
  const testOnly = choice.kind === 'testnet'
  const indexOptions: IndexRuntimeOptions = {
    folder: indexDir,
    parser,
    preference: { byDefault: !isPublic(choice), requested: settings.index },
    embedded: source.embedded,
    onOpened: () => source.indexOpened?.(),
    readOnlyReason: () => source.devnet?.readOnlyReason(),
    testOnly,
    onWritten(written) {
      commits++
      streaming.hub.written(written)
    },
    tokens: {
      request: (contentUrl) => metadata?.request(contentUrl, 'client'),
      imagePrefix: () => `${url}${tokenImagePath('')}`,
    },
    hints,
    log: log.child({ component: 'index' }),
  }
  const forkFiles = new WeakMap<ForkError, string>()
  const chain = await openReloadableChain(source, {
    ...liteserverOptions(setup, source),
    onFork(error) {
      const path = writeForkFile(folder, error, log)
      if (path !== undefined) forkFiles.set(error, path)
    },
    ...streamedChanges(setup, streaming),
    tvm,
    testOnly,
    openIndex: (chain, before, reload) => openIndexRuntime(chain, indexOptions, before, reload),
    onTrouble: (error) => log.error({ err: error }, 'the new chain cannot be reached'),
  })
  defer(() => chain.close())
  const opened = openChainMetadata(chain, settings.metadata ?? {}, {
    folder,
    onStored() {
      commits++
    },
    log: log.child({ component: 'metadata' }),
  })
  metadata = opened
  defer(() => opened.close())
  return {
    chain,
    tvm,
    metadata: opened,
    hints,
    labels,
    forkFile: (error) => forkFiles.get(error),
    commits: () => commits,
  }
}

function liteserverOptions(
  { settings, folder, log }: GatewaySetup,
  { embedded }: NetworkSource,
): Pick<ReloadableChainOptions, 'verify' | 'liteservers' | 'trustFile' | 'onProving'> {
  const { trustLiteservers = false, liteservers, onProving } = settings
  return {
    verify: !trustLiteservers,
    liteservers,
    // An embedded network is proved within milliseconds, and a devnet takes blocks back.
    trustFile:
      embedded || trustLiteservers
        ? undefined
        : (config) => openTrustFile(folder, config, log.child({ component: 'trust' })),
    onProving,
  }
}

/** Returns the callbacks that pass changes of the chain and of sent messages on to streaming clients. */
function streamedChanges(
  { folder, log }: GatewaySetup,
  { hub }: Streaming,
): Pick<ReloadableChainOptions, 'onReplaced' | 'onDropped' | 'onEmulated'> {
  return {
    async onReplaced(config) {
      hub.replaced()
      await writeGlobalConfig(folder, config)
    },
    onDropped({ externalHash, reason }) {
      const message = externalHash.toString('base64')
      log.warn({ message }, `a sent message is not pending any more: ${reason}`)
      hub.invalidated(message)
    },
    onEmulated: (message) => hub.emulated(message),
  }
}
