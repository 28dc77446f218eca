import type { Address, Cell } from '@ton/core'
import type { ScenarioAccount } from '#shared/schema/devnet.ts'
import type { Devnet } from '../chain/devnet.ts'

/**
 * What the chapters of the scenario are played on: a chain whose blocks come when a chapter wants them. Everything
 * that a chapter does goes through external messages, as any user's.
 */
export type Stage = {
  readonly devnet: Devnet
  /** Keys of actors follow from it. */
  readonly seed: string
  /** Unix seconds of the next block. */
  now(): number
  /** Moves the clock before the next block. */
  wait(seconds: number): void
  /** Takes an external message for the next block. Rejects with MessageRefusedError. */
  send(message: Cell): Promise<void>
  /** Makes blocks until no message is on its way (at least one block). Throws where that takes more than 50 blocks. */
  settle(): Promise<void>
  /** Code and data of an active account after the newest block, undefined otherwise. */
  state(
    address: Address,
  ): Promise<{ readonly code: Cell; readonly data: Cell; readonly balance: bigint } | undefined>
  /** Makes an account known to the person who browses. */
  introduce(account: { readonly name: string; readonly kind: string; readonly address: Address }): void
  readonly introduced: readonly ScenarioAccount[]
}

/** A part of the scenario: it leaves no message on its way. */
export type Chapter = (stage: Stage) => Promise<void>
