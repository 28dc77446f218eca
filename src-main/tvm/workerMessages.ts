/** What a TVM worker is asked: texts that the emulator takes as they are (bags of cells in base64, JSON). */
export type TvmJob =
  | { readonly kind: 'get-method'; readonly params: string; readonly stack: string; readonly config: string }
  | {
      readonly kind: 'message'
      readonly config: string
      /** Root of the libraries' dictionary; empty for none. */
      readonly libraries: string
      readonly shardAccount: string
      readonly message: string
      readonly params: string
      /** Whether the log is to have every instruction, and the gas that is left after it. */
      readonly gasLog: boolean
    }

export type TvmRequest = { readonly id: number; readonly job: TvmJob }

export type GetMethodOutput = {
  /** A VmStack. */
  readonly stack: string
  readonly gasUsed: string
  readonly exitCode: number
  /** Hexadecimal. */
  readonly missingLibrary: string | undefined
  readonly vmLog: string
}

export type MessageOutput =
  | {
      readonly accepted: true
      readonly transaction: string
      readonly shardAccount: string
      /** OutList, empty for none. */
      readonly actions: string
      readonly vmLog: string
    }
  | {
      readonly accepted: false
      readonly reason: string
      readonly exitCode: number | undefined
      readonly vmLog: string
    }

export type TvmOutput<J extends TvmJob = TvmJob> = J extends { kind: 'get-method' }
  ? GetMethodOutput
  : MessageOutput

export type TvmReport =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'done'
      readonly id: number
      readonly output: GetMethodOutput | MessageOutput
      /** Bytes of the emulator's WebAssembly memory, which grows and never shrinks. */
      readonly memoryBytes: number
    }
  /** The emulator said no; it can go on. */
  | { readonly kind: 'refused'; readonly id: number; readonly reason: string }
  /** The emulator ended with an exception of its own; it can go on. */
  | { readonly kind: 'threw'; readonly id: number }
  /** The emulator is in an unknown state; the thread ends. */
  | { readonly kind: 'broken'; readonly reason: string }
