import { join } from 'node:path'
import type { ClientNetwork } from './clientNetworks.ts'

/** The folder that clients are installed in, which stays between runs. */
export const CLIENTS_CACHE =
  process.env.TONSCOPE_CLIENTS_CACHE ??
  join(import.meta.dirname, '../../node_modules/.cache/tonscope-clients')

/** A client that this project did not write, and how it is run against a network of ours. */
export type ForeignClient = {
  /** Name and version, as printed. */
  readonly name: string
  /**
   * Installs the client and returns how to start it; a reason instead where its runtime is absent.
   * @throws if the runtime is there and the installation fails
   */
  prepare(cache: string): Promise<Prepared>
  /** It takes minutes: `--quick` leaves it out. */
  readonly isSlow?: boolean
  /** It sends messages: others compare states of one block meanwhile, so that it runs after them, alone. */
  readonly sends?: boolean
  /** Returns why the client cannot use a network at all; undefined where it can. */
  unfit?(network: ClientNetwork): string | undefined
}

/**
 * The command of a client's program. It is called with `--config FILE --api URL --scratch DIR` and prints a `Tally` as
 * the last line of its output.
 */
export type Prepared =
  | { readonly command: readonly [string, ...string[]] }
  | { readonly skip: string; readonly command?: never }

/** Per call of the client: how many answers were compared with ours and how many were equal. */
export type Tally = {
  readonly calls: Readonly<Record<string, CallTally>>
}

export type CallTally = {
  readonly equal: number
  readonly tried: number
  /** The first differences, one sentence each. */
  readonly differences: readonly string[]
}
