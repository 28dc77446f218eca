import type { PlainBlockId, PlainError } from '../../embedded/archiveWorkerMessages.ts'
import type { DevnetControl, DevnetRefusal, DevnetSettings } from './runningDevnet.ts'

/** What a devnet's thread is started with. */
export type DevnetThreadOptions = DevnetSettings

export type DevnetMethod = keyof DevnetControl
export type DevnetArguments<M extends DevnetMethod> = Parameters<DevnetControl[M]>
export type DevnetAnswer<M extends DevnetMethod> = Awaited<ReturnType<DevnetControl[M]>>

/** What it is told: answer a call, or leave. */
export type DevnetCommand =
  | {
      readonly kind: 'call'
      readonly id: number
      readonly method: DevnetMethod
      readonly args: readonly unknown[]
    }
  /** Nothing asks the old chain any more: answers `replacing`. */
  | { readonly kind: 'released' }
  | { readonly kind: 'close' }

/** What it tells. After `failed` it leaves. */
export type DevnetReport =
  | {
      readonly kind: 'ready'
      readonly endpoint: PlainEndpoint
      readonly readOnlyReason: string | undefined
    }
  /** A line for the user. */
  | { readonly kind: 'notice'; readonly line: string }
  /** A restore or reset begins; the old chain answers until `released`. */
  | { readonly kind: 'replacing' }
  | { readonly kind: 'replaced'; readonly endpoint: PlainEndpoint }
  | { readonly kind: 'head'; readonly seqno: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly error: DevnetError }
  | { readonly kind: 'trouble'; readonly error: DevnetError }
  | { readonly kind: 'failed'; readonly error: DevnetError }

export type DevnetError = Omit<PlainError, 'archive'> & {
  /** Of a DevnetRefusal. */
  readonly refusal?: DevnetRefusal['kind'] | undefined
  /** A file is damaged. */
  readonly isDamage?: boolean
}

/** A DevnetEndpoint as it arrives: Buffers become plain byte arrays. */
export type PlainEndpoint = {
  readonly host: string
  readonly port: number
  readonly publicKey: Uint8Array
  readonly zeroState: PlainBlockId
  readonly initBlock: PlainBlockId
}
