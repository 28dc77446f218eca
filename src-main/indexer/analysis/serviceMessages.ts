import { TypedError } from '#shared/typedError.ts'
import type { None } from '../../platform/rpc/contract.ts'
import type { ServiceName } from './currentItem.ts'

/** Parameters and results of calls by name. */
export type CallTypes = { readonly [call: string]: { readonly params: unknown; readonly result: unknown } }

/** Handlers of calls by name. */
export type CallHandlers<Calls extends CallTypes> = {
  readonly [Call in keyof Calls]: (params: Calls[Call]['params']) => Promise<Calls[Call]['result']>
}

/** A call of a service, or of the main thread by a service. */
export type ServiceCall = {
  readonly service: ServiceName
  readonly call: string
  readonly params: unknown
}

/** A thread that hosts services; Options are theirs. */
export type ServiceContract<Options = unknown> = {
  readonly options: {
    readonly services: Options
    /** See CurrentItem. */
    readonly currentItem: SharedArrayBuffer
  }
  readonly ready: undefined
  readonly methods: { run(call: ServiceCall): Promise<unknown> }
  readonly events: None
  readonly host: { run(call: ServiceCall): Promise<unknown> }
}

/** A service's error, with the code that the service gave it. */
export class ServiceError extends TypedError<string> {}
