import { EmulatorModule } from '../../tvm/emulatorModule.ts'
import { createGetMethodRunner, type GetMethodRunner } from '../../tvm/getMethod.ts'
import { EmulatorRefusal, runGetMethodJob } from '../../tvm/runGetMethodJob.ts'
import { TvmCrashError, TvmInputError } from '../../tvm/tvmErrors.ts'
import type { TvmPool } from '../../tvm/tvmPool.ts'

/** Runs get-methods in this thread; an emulator that breaks is replaced. */
export function createInThreadRunner(): GetMethodRunner {
  let module: EmulatorModule | undefined
  const run: TvmPool['run'] = async (job) => {
    if (job.kind !== 'get-method') throw new TvmInputError('only get-methods run in this thread')
    module ??= await EmulatorModule.create()
    try {
      return runGetMethodJob(module, job) as never
    } catch (error) {
      if (error instanceof EmulatorRefusal) throw new TvmInputError(error.message)
      module = undefined
      throw new TvmCrashError(String(error))
    }
  }
  return createGetMethodRunner({ run })
}
