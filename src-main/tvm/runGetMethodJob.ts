import { getMethodAnswer, getMethodOutput } from './emulatorAnswers.ts'
import type { EmulatorModule } from './emulatorModule.ts'
import type { GetMethodOutput, TvmJob } from './workerMessages.ts'

/**
 * Runs a get-method in this thread.
 * @throws EmulatorRefusal, or a number (a C++ exception) if the module failed
 */
export function runGetMethodJob(
  module: EmulatorModule,
  { params, stack, config }: Extract<TvmJob, { kind: 'get-method' }>,
): GetMethodOutput {
  return getMethodOutput(getMethodAnswer(module.runGetMethod(params, stack, config)))
}
