import type { Address, Cell, CurrencyCollection } from '@ton/core'
import type { McStateDetails } from '../../chain/state/mcStateExtra.ts'

/** The input of a get-method, all of it from states of the chain. */
export type MethodRun = {
  readonly address: Address
  readonly code: Cell
  readonly data: Cell
  /** The account's own libraries, `HashmapE 256 SimpleLib`. */
  readonly libraries: Cell | null
  readonly balance: CurrencyCollection
  /** The unpaid storage fee in nanotons. */
  readonly duePayment: bigint
  /** The Unix time and logical time of the shard block. */
  readonly utime: number
  readonly lt: bigint
  /** The masterchain block that the method sees. */
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
  /** Additional results: the cells that were read, and c7 (`plain`: without the parts from the configuration). */
  readonly wanted: { readonly readCells: boolean; readonly c7: 'plain' | 'whole' | undefined }
}

/** The result of a get-method. */
export type MethodOutcome = {
  readonly exitCode: number
  /** A VmStack. */
  readonly stack: Cell
  /** hashKeys of the cells that were read below the account's root; undefined if all of them count as read. */
  readonly readCells: ReadonlySet<string> | undefined
  /** A VmStackValue, if it was requested. */
  readonly c7: Cell | undefined
}

/**
 * Runs get-methods for a liteserver. Implemented in a higher layer, since this layer cannot import the TVM.
 */
export type MethodRunner = {
  /** Reads the VmStack in the parameters of a query; no bytes mean no arguments. Throws LiteServerError. */
  readArguments(params: Buffer): Cell
  /** Runs a method. Rejects with LiteServerError if it cannot be run. */
  run(run: MethodRun): Promise<MethodOutcome>
}
