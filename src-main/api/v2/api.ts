import type { V2Name, V2Result, V2Values } from '#shared/schema/v2/operations.ts'
import type { LiteNetwork, LiteSession } from '../../liteserver/session.ts'
import { createTvmPool, type TvmPool } from '../../tvm/tvmPool.ts'
import type { SentMessage, V2Context, V2Handler } from './context.ts'
import { type ContractRuns, createContractRuns } from './contractRuns.ts'
import { v2Handlers } from './handlers.ts'
import { createSuspendedAddresses } from './suspendedAddresses.ts'

/** A pending answer; `servers` is complete when the result is settled. */
export type V2Answer<Result> = {
  readonly result: Promise<Result>
  /** Indices of the liteservers that served it. */
  servers(): readonly number[]
  /** Newest masterchain seqno of the local index, if the answer is from the index; known when the result is settled. */
  indexHead(): number | undefined
}

/** The operations of `/api/v2` over one network. */
export type V2Api = {
  call<Name extends V2Name>(
    name: Name,
    values: V2Values<Name>,
    options?: { readonly signal?: AbortSignal },
  ): V2Answer<V2Result<Name>>
}

export type V2ApiOptions = {
  readonly network: LiteNetwork
  /** Pool that runs get-methods; its creator closes it. Default: a new pool, whose threads start with the first run. */
  readonly tvm?: Pick<TvmPool, 'run'>
  /** Get-methods of `network`, if they are shared with another API. Default: created from `tvm`. */
  readonly contracts?: ContractRuns
  /** Unix time in milliseconds; default Date.now. */
  readonly clock?: () => number
  /** Called with every external message that a liteserver accepted. */
  readonly onSent?: (message: SentMessage) => void
}

export function createV2Api(options: V2ApiOptions): V2Api {
  const { network, tvm, clock = Date.now, onSent = () => {} } = options
  const contracts = options.contracts ?? createContractRuns(tvm ?? createTvmPool(), network)
  const suspendedAddresses = createSuspendedAddresses()
  return {
    call<Name extends V2Name>(name: Name, values: V2Values<Name>, options: { signal?: AbortSignal } = {}) {
      let session: LiteSession | undefined
      let consensusHead: number | undefined
      const context: V2Context = {
        network: {
          consensusSeqno() {
            consensusHead = network.indexHead?.()
            return network.consensusSeqno()
          },
        },
        suspendedAddresses,
        contracts,
        signal: options.signal,
        now: () => Math.floor(clock() / 1000),
        sent: onSent,
        session(sessionOptions = {}) {
          session ??= network.session({ ...options, ...sessionOptions })
          return session
        },
      }
      const handle = v2Handlers[name] as V2Handler<Name>
      return {
        result: (async () => handle(values, context))(),
        servers: () => session?.servers ?? [],
        indexHead: () => session?.indexHead ?? consensusHead,
      }
    },
  }
}
