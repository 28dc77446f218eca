import { expectGarbage } from '../../platform/idleCollection.ts'
import { createIdleTimers } from '../../platform/idleTimers.ts'
import { EmulatorRefusal } from '../../tvm/emulatorAnswers.ts'
import { EmulatorModule } from '../../tvm/emulatorModule.ts'
import { createGetMethodRunner, type GetMethodRunner } from '../../tvm/getMethod.ts'
import { runGetMethodJob } from '../../tvm/runGetMethodJob.ts'
import { TvmCrashError, TvmInputError } from '../../tvm/tvmErrors.ts'
import type { TvmPool } from '../../tvm/tvmPool.ts'

/** Options of an in-thread runner. */
export type InThreadRunnerOptions = {
  /** Time without a run after which the emulator is released, ms. */
  readonly idleMs?: number
  readonly createModule?: () => Promise<EmulatorModule>
}

/** An emulator takes 23 MB, and half a second to start. */
const DEFAULT_IDLE_MS = 15_000

/** Creates a runner of get-methods in this thread. It replaces a crashed emulator and releases an idle one. */
export function createInThreadRunner({
  idleMs = DEFAULT_IDLE_MS,
  createModule = EmulatorModule.create,
}: InThreadRunnerOptions = {}): GetMethodRunner {
  let module: EmulatorModule | undefined
  const idle = createIdleTimers<EmulatorModule>(idleMs, () => {
    module = undefined
    expectGarbage()
  })
  const run: TvmPool['run'] = async (job) => {
    if (job.kind !== 'get-method') throw new TvmInputError('only get-methods run in this thread')
    module ??= await createModule()
    const running = module
    try {
      return runGetMethodJob(running, job) as never
    } catch (error) {
      if (error instanceof EmulatorRefusal) throw new TvmInputError(error.message)
      module = undefined
      throw new TvmCrashError(String(error))
    } finally {
      idle.stop(running)
      if (module === running) idle.start(running)
    }
  }
  return createGetMethodRunner({ run })
}
