import type { BlockIdExt } from '../chain/blockId.ts'

/** What an archive worker is started with. */
export type WorkerOptions = {
  readonly dir: string
  readonly host: string
  readonly port: number
  readonly privateKeySeed: Uint8Array
}

/** What it is told: stop listening, answer what is running, leave. */
export type WorkerCommand = { readonly kind: 'close' }

/** What it tells. After `failed` it leaves. */
export type WorkerReport =
  | {
      readonly kind: 'ready'
      readonly port: number
      readonly publicKey: Uint8Array
      readonly zeroState: PlainBlockId
      readonly head: PlainBlockId
    }
  | { readonly kind: 'failed'; readonly error: PlainError }
  /** A query could not be answered for a reason of ours; it goes on. */
  | { readonly kind: 'trouble'; readonly error: PlainError }

/** An error's fields: classes don't survive the way between threads. */
export type PlainError = {
  readonly name: string
  readonly message: string
  readonly code?: string | undefined
  /** Of an ArchiveError. */
  readonly archive?: { readonly file: string; readonly reason: string } | undefined
  readonly stack?: string | undefined
}

/** Buffers arrive as plain byte arrays. */
export type PlainBlockId = Omit<BlockIdExt, 'rootHash' | 'fileHash'> & {
  readonly rootHash: Uint8Array
  readonly fileHash: Uint8Array
}

export function blockIdOf(plain: PlainBlockId): BlockIdExt {
  return { ...plain, rootHash: Buffer.from(plain.rootHash), fileHash: Buffer.from(plain.fileHash) }
}
