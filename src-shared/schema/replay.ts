import type { TonAddress } from '../ton/address.ts'
import type { DisassemblyJson } from './disassembly.ts'

/**
 * `GET /api/tonscope/replay`: a transaction, or a get-method, run again on this machine with every step recorded. Not part
 * of toncenter's API.
 */

export const REPLAY_PATH = '/api/tonscope/replay'
/** `GET`: further steps of the same run, from the parameter `from` on. */
export const REPLAY_STEPS_PATH = '/api/tonscope/replay/steps'

/** The request of a replay: a transaction, by its account and logical time, or a call of a get-method. */
export type ReplayTarget =
  | { readonly account: TonAddress; readonly lt: bigint }
  | {
      readonly account: TonAddress
      /** A name or a number. */
      readonly method: string
      /** JSON: a list in the form of runGetMethod or of runGetMethodStd. */
      readonly stack: string
      readonly seqno: number | undefined
    }

/** Maximum number of steps of one answer. */
export const STEPS_PAGE = 500

/** A run with its outcome, profile and first steps. */
export type ReplayJson = {
  /** Raw form. */
  readonly account: string
  /** Undefined for a get-method. */
  readonly transaction?: ReplayedTransactionJson
  /** Undefined for a transaction. */
  readonly method?: ReplayedMethodJson
  /** Unix seconds. */
  readonly utime: number
  /** Null if the account had no code that could run. */
  readonly code: ReplayCodeJson | null
  /** That code as instructions; null without it. */
  readonly disassembly: DisassemblyJson | null
  readonly outcome: ReplayOutcomeJson
  readonly storage: ReplayStorageJson
  readonly profile: GasProfileJson
  /** New values of registers, in the order of their steps. */
  readonly registers: readonly RegisterJson[]
  readonly steps: StepsJson
}

/** A new value of a register. */
export type RegisterJson = {
  /** The number of the step that set it. */
  readonly step: number
  readonly name: 'c4' | 'c5'
  /** As in `values` of steps. */
  readonly value: string
}

/** The transaction, and whether the run ended as it did. */
export type ReplayedTransactionJson = {
  readonly lt: string
  /** Hexadecimal, as all hashes here. */
  readonly hash: string
  readonly block: { readonly workchain: number; readonly shard: string; readonly seqno: number }
  /** Number of earlier transactions of the account in the block, which were run first. */
  readonly before_in_block: number
  /** True if the run made exactly the transaction of the chain: gas, exit code, state and messages. */
  readonly is_equal: boolean
  /** What differs if not. */
  readonly differences: readonly string[]
}

/** The get-method that was run. */
export type ReplayedMethodJson = {
  readonly name: string
  readonly method_id: number
  readonly seqno: number
}

/** The code that ran. */
export type ReplayCodeJson = {
  readonly hash: string
  /** A bag of cells in base64. */
  readonly boc: string
}

/** How the run ended. */
export type ReplayOutcomeJson = {
  /** Why nothing ran: `no_state`, `bad_state`, `no_gas` or `suspended`; null if code ran. */
  readonly skipped: string | null
  readonly exit_code: number | null
  readonly gas_limit: string
  /** Gas that an external message could use before it was accepted. */
  readonly gas_credit: string
  readonly gas_used: string
  /** The machine's own count of steps, which has one more for each exception. */
  readonly vm_steps: number | null
  /** Result code of the action phase; null without one. */
  readonly action_code: number | null
  /** Number of messages that were sent. */
  readonly out_messages: number
}

/** Registers c4 and c5 before and after the run: bags of cells in base64. */
export type ReplayStorageJson = {
  readonly data_before: string | null
  readonly data_after: string | null
  readonly code_after: string | null
  /** The output actions (c5); null if the run did not commit any. */
  readonly actions: string | null
}

/** The gas of a run, most expensive entries first. */
export type GasProfileJson = {
  readonly instructions: readonly GasEntryJson[]
  readonly blocks: readonly GasBlockJson[]
}

/** The gas of all runs of an instruction. */
export type GasEntryJson = { readonly name: string; readonly count: number; readonly gas: number }

/** The gas of the steps within a block of code: see CodeBlockJson. */
export type GasBlockJson = {
  readonly cell: string
  readonly offset: number
  readonly count: number
  readonly gas: number
  readonly method_id?: number
  readonly method?: string
}

/** Consecutive steps of a run. */
export type StepsJson = {
  /** The number of the first step, from 0. */
  readonly from: number
  readonly total: number
  /** Number of steps before step 0 that the emulator's log does not contain any more. */
  readonly lost: number
  /** The step that threw the exception that ended the run; null for a run without one. */
  readonly threw: number | null
  /** The texts to which `stack` refers by index. */
  readonly values: readonly string[]
  readonly steps: readonly StepJson[]
}

/** A step: an instruction, and the stack before it. */
export type StepJson = {
  /** As the emulator names it: `PUSHINT 5`, `implicit RET`. */
  readonly text: string
  /** The cell and the offset in bits of the instruction; undefined if the log does not have it. */
  readonly cell?: string
  readonly offset?: number
  /** The gas of this step, and what was left after it. */
  readonly gas: number
  readonly gas_left: number
  /** Indexes in `values`, bottom first; undefined if the log does not have the stack. */
  readonly stack?: readonly number[]
  /** The exception that the step threw. */
  readonly error?: { readonly code: number; readonly text: string }
}
