import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import type { SignatureSet } from '../../chain/proof/signatures.ts'

/** A block to be added. */
export type NewBlock = {
  readonly id: BlockIdExt
  readonly data: Buffer
  readonly root: Cell
  /** The state after it; undefined for a block from an archive, whose state is found from its update. */
  readonly state?: Cell | undefined
}

/** The blocks of one step: those of shards, the masterchain block that commits to them, and its signatures. */
export type NewStep = {
  /** Each after the blocks that it follows. */
  readonly shards: readonly NewBlock[]
  readonly masterchain: NewBlock
  readonly signatures: SignatureSet
  /** Numbers of the external messages that no longer wait. */
  readonly settled?: readonly number[]
}
