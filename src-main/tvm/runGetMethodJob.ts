import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { EmulatorModule } from './emulatorModule.ts'
import type { GetMethodOutput, TvmJob } from './workerMessages.ts'

/** The number of characters kept from the end of a log: one run can write forty megabytes. */
export const KEPT_LOG = 256

type GetMethodAnswer =
  | {
      readonly success: true
      readonly stack: string
      readonly gas_used: string
      readonly vm_exit_code: number
      readonly vm_log: string
      readonly missing_library: string | null
    }
  | { readonly success: false; readonly error: string }

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
 * Runs a get-method in this thread.
 * @throws EmulatorRefusal, or a number (a C++ exception) if the module failed
 */
export function runGetMethodJob(
  module: EmulatorModule,
  { params, stack, config }: Extract<TvmJob, { kind: 'get-method' }>,
): GetMethodOutput {
  const answer = emulatorOutput<GetMethodAnswer>(module.runGetMethod(params, stack, config))
  if (!answer.success) throw new EmulatorRefusal(answer.error)
  return {
    stack: answer.stack,
    gasUsed: answer.gas_used,
    exitCode: answer.vm_exit_code,
    missingLibrary: answer.missing_library ?? undefined,
    vmLog: answer.vm_log.slice(-KEPT_LOG),
  }
}
