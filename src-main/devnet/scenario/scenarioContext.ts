import type { Address, Cell } from '@ton/core'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import type { Devnet } from '../chain/devnet.ts'

/**
 * The chain of the scenario's steps, which decide when blocks are made. Like any user, a step acts through external
 * messages only.
 */
export type ScenarioContext = {
  readonly devnet: Devnet
  /** Seed of the users' keys. */
  readonly seed: string
  /** Unix seconds of the next block. */
  now(): number
  /** Moves the clock before the next block. */
  wait(seconds: number): void
  /** Accepts an external message for the next block. Rejects with MessageRefusedError. */
  send(message: Cell): Promise<void>
  /** Makes blocks until no message is on its way (at least one block). Throws if that takes more than 50 blocks. */
  settle(): Promise<void>
  /** Returns code and data of an active account after the newest block; undefined for other accounts. */
  state(
    address: Address,
  ): Promise<{ readonly code: Cell; readonly data: Cell; readonly balance: bigint } | undefined>
  /** Adds an account to the list of the scenario's accounts. */
  addAccount(account: { readonly name: string; readonly kind: string; readonly address: Address }): void
  readonly accounts: readonly ScenarioAccount[]
}

/** A part of the scenario. All its messages have arrived when it resolves. */
export type ScenarioStep = (context: ScenarioContext) => Promise<void>
