import type { Address, Cell, CurrencyCollection } from '@ton/core'
import type { McStateDetails } from '../../chain/state/mcStateExtra.ts'

/** What a get-method runs on: all of it from states of the chain. */
export type MethodRun = {
  readonly address: Address
  readonly code: Cell
  readonly data: Cell
  /** The account's own libraries, `HashmapE 256 SimpleLib`. */
  readonly libraries: Cell | null
  readonly balance: CurrencyCollection
  /** Nanoton owed for storage. */
  readonly duePayment: bigint
  /** Of the shard block: unix seconds, logical time. */
  readonly utime: number
  readonly lt: bigint
  /** The masterchain that the run sees. */
  readonly masterchain: {
    readonly id: { readonly seqno: number; readonly rootHash: Buffer; readonly fileHash: Buffer }
    /** The root of the configuration's dictionary. */
    readonly config: Cell
    /** Root of the public libraries' dictionary. */
    readonly libraries: Cell | null
    readonly details: McStateDetails
  }
  readonly methodId: bigint
  /** A VmStack. */
  readonly stack: Cell
  /** What is wanted besides the result: which cells were read, c7 (without what follows from the configuration). */
  readonly wanted: { readonly readCells: boolean; readonly c7: 'plain' | 'whole' | undefined }
}

export type MethodOutcome = {
  readonly exitCode: number
  /** A VmStack. */
  readonly stack: Cell
  /** hashKeys of the cells that were read below the account's root; undefined: all of them count as read. */
  readonly readCells: ReadonlySet<string> | undefined
  /** A VmStackValue, if it was wanted. */
  readonly c7: Cell | undefined
}

/** Runs get-methods for a liteserver, whose own room has no TVM. */
export type MethodRunner = {
  /** The VmStack in the parameters of a query; no bytes mean no arguments. Throws LiteServerError. */
  readArguments(params: Buffer): Cell
  /** Rejects with LiteServerError where the run can't be had. */
  run(run: MethodRun): Promise<MethodOutcome>
}
