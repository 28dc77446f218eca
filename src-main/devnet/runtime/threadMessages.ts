import type { TransferredError } from '../../platform/rpc/errorTransfer.ts'
import type { DevnetControl, DevnetEndpoint, DevnetSettings } from './runningDevnet.ts'

export type DevnetMethod = keyof DevnetControl
export type DevnetArguments<M extends DevnetMethod> = Parameters<DevnetControl[M]>
export type DevnetResult<M extends DevnetMethod> = Awaited<ReturnType<DevnetControl[M]>>

/** A devnet's thread. */
export type DevnetContract = {
  readonly options: DevnetSettings
  readonly ready: { readonly endpoint: DevnetEndpoint; readonly readOnlyReason: string | undefined }
  /** The methods of DevnetControl, with their parameters in an array. */
  readonly methods: {
    readonly [M in DevnetMethod]: (args: DevnetArguments<M>) => Promise<DevnetResult<M>>
  }
  readonly events: {
    /** A line for the user. */
    readonly notice: string
    /** A restore or reset is done. */
    readonly replaced: DevnetEndpoint
    /** The number of a new masterchain block. */
    readonly head: number
    /** A failure that is retried, or a query that failed because of a fault of the devnet. */
    readonly trouble: TransferredError
  }
  readonly host: {
    /** Announces a restore or reset. Resolves when the old chain is no longer used. */
    release(_: undefined): Promise<void>
  }
}
