import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { GetMethodOutput, MessageOutput } from './workerMessages.ts'

/** The number of characters kept from the end of a log: one run can write forty megabytes. */
export const KEPT_LOG = 256

/** The emulator's answer to a get-method that ran. */
export type GetMethodAnswer = {
  readonly success: true
  readonly stack: string
  readonly gas_used: string
  readonly vm_exit_code: number
  readonly vm_log: string
  readonly missing_library: string | null
}

type GetMethodRefusal = { readonly success: false; readonly error: string }

/** The emulator's answer to a message. */
export type MessageAnswer =
  | {
      readonly success: true
      readonly transaction: string
      readonly shard_account: string
      readonly actions: string | null
      readonly vm_log: string
    }
  | {
      readonly success: false
      readonly error: string
      readonly vm_log?: string
      readonly vm_exit_code?: number
    }

type Answer<Output> =
  | { readonly fail: true; readonly message: string }
  | { readonly fail?: false; readonly output: Output }

/** The error for input that the emulator rejects. The emulator stays usable. */
export class EmulatorRefusal extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('emulator', message, options)
  }
}

/**
 * Reads the emulator's JSON.
 * @throws EmulatorRefusal
 */
export function emulatorOutput<Output>(text: string): Output {
  const answer: Answer<Output> = JSON.parse(text)
  if (answer.fail) throw new EmulatorRefusal(answer.message)
  return answer.output
}

/**
 * Reads the emulator's JSON of a get-method.
 * @throws EmulatorRefusal
 */
export function getMethodAnswer(text: string): GetMethodAnswer {
  const answer = emulatorOutput<GetMethodAnswer | GetMethodRefusal>(text)
  if (!answer.success) throw new EmulatorRefusal(answer.error)
  return answer
}

/** Returns the output of a get-method with the end of its log. */
export function getMethodOutput(answer: GetMethodAnswer): GetMethodOutput {
  return {
    stack: answer.stack,
    gasUsed: answer.gas_used,
    exitCode: answer.vm_exit_code,
    missingLibrary: answer.missing_library ?? undefined,
    vmLog: answer.vm_log.slice(-KEPT_LOG),
  }
}

/** Returns the output of a message. `vmLog`: the part of its log that is kept. */
export function messageOutput(answer: MessageAnswer, vmLog: string): MessageOutput {
  if (!answer.success) {
    return { accepted: false, reason: answer.error, exitCode: answer.vm_exit_code, vmLog }
  }
  const { transaction, shard_account, actions } = answer
  return { accepted: true, transaction, shardAccount: shard_account, actions: actions ?? '', vmLog }
}
