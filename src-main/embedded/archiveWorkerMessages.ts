import type { BlockIdExt } from '../chain/blockId.ts'
import type { None } from '../platform/rpc/contract.ts'
import type { TransferredError } from '../platform/rpc/errorTransfer.ts'

/** The thread that serves an archive. */
export type ArchiveContract = {
  readonly options: {
    readonly dir: string
    readonly host: string
    readonly port: number
    readonly privateKeySeed: Buffer
  }
  readonly ready: {
    readonly port: number
    /** Ed25519, 32 bytes. */
    readonly publicKey: Buffer
    readonly zeroState: BlockIdExt
    readonly head: BlockIdExt
  }
  readonly methods: None
  readonly events: {
    /** A query failed for a reason that is not the client's. */
    readonly trouble: TransferredError
  }
  readonly host: None
}
