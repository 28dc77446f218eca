import type { None } from '../platform/rpc/contract.ts'
import type { Disassembly } from './replay/disassemble.ts'
import type { MethodReplayOutput, ReplayOutput } from './replay/runReplayJob.ts'

/** A job of a TVM worker. The texts are passed to the emulator unchanged (bags of cells in base64, JSON). */
export type TvmJob =
  | { readonly kind: 'get-method'; readonly params: string; readonly stack: string; readonly config: string }
  | {
      readonly kind: 'message'
      readonly config: string
      /** The root of the dictionary of libraries; empty without libraries. */
      readonly libraries: string
      readonly shardAccount: string
      readonly message: string
      readonly params: string
      /** Whether the log contains every instruction and the gas left after it. */
      readonly gasLog: boolean
    }
  /** A message (none for a tick or tock), with all steps if requested, in an emulator of its own. */
  | {
      readonly kind: 'replay'
      readonly config: string
      readonly libraries: string
      readonly shardAccount: string
      readonly message: string
      readonly params: string
      readonly steps: boolean
    }
  /** `stacks`: with the stack before each step. The log of a get-method has no limit of its own. */
  | {
      readonly kind: 'replay-method'
      readonly params: string
      readonly stack: string
      readonly config: string
      readonly stacks: boolean
    }
  /** Cells are bags of cells; libraries by hash in lower-case hexadecimal. */
  | {
      readonly kind: 'disassemble'
      readonly code: Buffer
      readonly libraries: readonly { readonly hash: string; readonly boc: Buffer }[]
    }

/** The emulator's result of a get-method job. */
export type GetMethodOutput = {
  /** A VmStack. */
  readonly stack: string
  readonly gasUsed: string
  readonly exitCode: number
  /** Hexadecimal. */
  readonly missingLibrary: string | undefined
  readonly vmLog: string
}

/** The emulator's result of a message job. Cells are bags of cells in base64. */
export type MessageOutput =
  | {
      readonly accepted: true
      readonly transaction: string
      readonly shardAccount: string
      /** An OutList; empty if the contract did not run. */
      readonly actions: string
      readonly vmLog: string
    }
  | {
      readonly accepted: false
      readonly reason: string
      readonly exitCode: number | undefined
      readonly vmLog: string
    }

/** The result type of a job. */
export type TvmOutput<J extends TvmJob = TvmJob> = J extends { kind: 'get-method' }
  ? GetMethodOutput
  : J extends { kind: 'replay' }
    ? ReplayOutput
    : J extends { kind: 'replay-method' }
      ? MethodReplayOutput
      : J extends { kind: 'disassemble' }
        ? Disassembly
        : MessageOutput

/** A thread with an emulator. It runs jobs one after the other. */
export type TvmContract = {
  readonly options: undefined
  readonly ready: undefined
  readonly methods: {
    /** Throws TvmInputError or TvmExceptionError; the emulator stays usable. Other errors end the thread. */
    run(job: TvmJob): {
      readonly output: TvmOutput
      /** The size in bytes of the emulator's WebAssembly memory, which never shrinks. */
      readonly memoryBytes: number
    }
  }
  readonly events: None
  readonly host: None
}
