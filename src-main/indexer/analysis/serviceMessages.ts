import type { ServiceName } from './currentItem.ts'

/** Parameters and results of calls by their names. */
export type CallTypes = { readonly [call: string]: { readonly params: unknown; readonly result: unknown } }

/** Answers calls. */
export type CallHandlers<Calls extends CallTypes> = {
  readonly [Call in keyof Calls]: (params: Calls[Call]['params']) => Promise<Calls[Call]['result']>
}

/** Start data of a thread that hosts services. */
export type ServiceWorkerData<Options> = {
  readonly options: Options
  /** See CurrentItem. */
  readonly currentItem: SharedArrayBuffer
}

export type ServiceRequest =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly service: ServiceName
      readonly call: string
      readonly params: unknown
    }
  | {
      readonly kind: 'host result'
      readonly id: number
      readonly result: unknown
    }
  | { readonly kind: 'close' }

export type ServiceReport =
  | { readonly kind: 'done'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly code: string; readonly message: string }
  /** A service calls the main thread. */
  | {
      readonly kind: 'host call'
      readonly service: ServiceName
      readonly id: number
      readonly call: string
      readonly params: unknown
    }
