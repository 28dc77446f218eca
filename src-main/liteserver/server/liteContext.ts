import type { ChainStore } from '../../chain/archive/chainStore.ts'

/** What every handler is given. */
export type LiteContext = {
  readonly store: ChainStore
  /** Unix seconds. */
  now(): number
}
