import type { JsonTree } from '../jsonTree.ts'

/**
 * `GET /api/tonscope/config?seqno=N`: the parameters of the blockchain's configuration with their decoded values, of
 * the newest masterchain block or of block N. Not part of toncenter's API. Envelope and errors are v2's.
 */

export const CONFIG_PATH = '/api/tonscope/config'

/** A parameter of the configuration. */
export type ConfigParamJson = {
  /** Can be negative. */
  readonly id: number
  /** Hash of the cell, hexadecimal. */
  readonly hash: string
  /** The cell as a bag of cells in base64. */
  readonly boc: string
  /** Undefined if the parameter's type is unknown, or its cell has another form. */
  readonly value?: JsonTree
  /** Why a parameter of known type is not decoded. */
  readonly problem?: string
}

/** The answer's result. */
export type ChainConfigJson = {
  /** The requested masterchain seqno; null for the newest block. */
  readonly seqno: number | null
  /** In the order of their ids, negative ones last. */
  readonly params: readonly ConfigParamJson[]
}
