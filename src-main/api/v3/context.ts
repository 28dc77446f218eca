import type { V3Controls } from '#shared/schema/v3/controls.ts'
import type { V3Name, V3Result, V3Values } from '#shared/schema/v3/operations.ts'
import type { V2Api } from '../v2/api.ts'

export type V3CallOptions = V3Controls & { readonly signal: AbortSignal }

/** The answer to a v3 request. */
export type V3Answer = {
  readonly status: number
  /** The whole body. */
  readonly json: Uint8Array<ArrayBuffer>
  /** Value of X-Index-Coverage. */
  readonly coverage: string
}

/** Operations that the main thread answers with v2: see legacyHandlers. */
export type LegacyName =
  | 'addressInformation'
  | 'walletInformation'
  | 'message'
  | 'estimateFee'
  | 'runGetMethod'

/** All other operations, which reader threads answer from the index. */
export type ReadName = Exclude<V3Name, LegacyName>

/** The context of a handler in the main thread, created for one request. */
export type V3Context = {
  readonly v2: V2Api
  readonly options: V3CallOptions
  /**
   * The index: `none`, `alone` if no liteserver is alive beside it, or `connected`. One that is alone refuses what can
   * have changed; other sources must not answer in its place.
   */
  readonly index: 'none' | 'alone' | 'connected'
  /** Queries the index (and the network for missing data), as a client would. Rejects with CoverageError and others. */
  read<Name extends ReadName>(name: Name, values: V3Values<Name>): Promise<V3Result<Name>>
}

/** Answers an operation in the main thread. */
export type V3Handler<Name extends V3Name> = (
  values: V3Values<Name>,
  context: V3Context,
) => Promise<V3Result<Name>>
