import type { V3Controls } from '#shared/schema/v3/controls.ts'
import type { V3Name, V3Result, V3Values } from '#shared/schema/v3/operations.ts'
import type { V2Api } from '../v2/api.ts'

export type V3CallOptions = V3Controls & { readonly signal: AbortSignal }

/** What one question of v3 is answered with. */
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

/** All other operations: reader threads answer them from the index. */
export type ReadName = Exclude<V3Name, LegacyName>

/** What the handlers in the main thread work with; made for one request. */
export type V3Context = {
  readonly v2: V2Api
  readonly options: V3CallOptions
  /** Asks the index (and the network where that lacks it), as a client would. Rejects with CoverageError and others. */
  read<Name extends ReadName>(name: Name, values: V3Values<Name>): Promise<V3Result<Name>>
}

/** Answers an operation in the main thread. */
export type V3Handler<Name extends V3Name> = (
  values: V3Values<Name>,
  context: V3Context,
) => Promise<V3Result<Name>>
