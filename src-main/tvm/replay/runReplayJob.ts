import {
  EmulatorRefusal,
  emulatorOutput,
  getMethodAnswer,
  getMethodOutput,
  KEPT_LOG,
  type MessageAnswer,
  messageOutput,
} from '../emulatorAnswers.ts'
import type { EmulatorModule } from '../emulatorModule.ts'

import type { GetMethodOutput, MessageOutput, TvmJob } from '../workerMessages.ts'
import { parseStepLog, type StepLog } from './stepLog.ts'

/** Levels of the emulator's log. Of a transaction it keeps the last megabyte up to STACKS, and 32 MB with CELLS. */
const SILENT = 0
const PLACES = 3
const STACKS = 4
const CELLS = 5

/** The result of a replayed message, with its steps if they were requested and code ran. */
export type ReplayOutput = MessageOutput & { readonly log: StepLog | undefined }
/** The result of a replayed get-method with its steps. */
export type MethodReplayOutput = GetMethodOutput & { readonly log: StepLog }

/**
 * Runs a message, or a tick or tock, in an emulator of its own, which then holds no state of other runs.
 * @throws EmulatorRefusal, or a number (a C++ exception) if the module failed
 */
export function runReplayJob(module: EmulatorModule, job: Extract<TvmJob, { kind: 'replay' }>): ReplayOutput {
  const answer = emulate(module, job, job.steps ? CELLS : SILENT)
  const { vm_log: vmLog = '' } = answer
  const log =
    job.steps && vmLog !== ''
      ? fullestLog(vmLog, (level) => emulate(module, job, level).vm_log ?? '')
      : undefined
  return { ...messageOutput(answer, vmLog.slice(-KEPT_LOG)), log }
}

function emulate(
  module: EmulatorModule,
  { config, libraries, shardAccount, message, params }: Extract<TvmJob, { kind: 'replay' }>,
  level: number,
): MessageAnswer {
  const emulator = module.createEmulator(config, level)
  if (emulator === 0) throw new EmulatorRefusal('the configuration was not accepted')
  try {
    const text = module.emulate(
      emulator,
      libraries === '' ? undefined : libraries,
      shardAccount,
      message,
      params,
    )
    return emulatorOutput<MessageAnswer>(text)
  } finally {
    module.destroyEmulator(emulator)
  }
}

/**
 * Returns the steps of a log with stacks. If that lacks the first steps, a log of places alone has more of them: its steps
 * get the stacks that are known.
 */
function fullestLog(vmLog: string, again: (level: number) => string): StepLog {
  const log = parseStepLog(vmLog)
  if (isWhole(vmLog)) return log
  const places = again(PLACES)
  const long = parseStepLog(places)
  const missing = long.steps.length - log.steps.length
  if (missing <= 0) return log
  const shorter = parseStepLog(again(STACKS))
  const stacks = shorter.steps.length > log.steps.length ? shorter : log
  const lacking = long.steps.length - stacks.steps.length
  const steps = long.steps.map((step, index) => ({ ...step, stack: stacks.steps[index - lacking]?.stack }))
  return { ...long, steps, values: stacks.values }
}

/** Returns whether a log begins with the first step of its run, before which the machine logs nothing. */
function isWhole(vmLog: string): boolean {
  return vmLog.startsWith('stack:') || vmLog.startsWith('execute ') || vmLog.startsWith('code cell hash')
}

/**
 * Runs a get-method with its steps.
 * @throws EmulatorRefusal, or a number (a C++ exception) if the module failed
 */
export function runMethodReplayJob(
  module: EmulatorModule,
  { params, stack, config, stacks }: Extract<TvmJob, { kind: 'replay-method' }>,
): MethodReplayOutput {
  const logged = JSON.stringify({ ...JSON.parse(params), verbosity: stacks ? CELLS : PLACES })
  const answer = getMethodAnswer(module.runGetMethod(logged, stack, config))
  return { ...getMethodOutput(answer), log: parseStepLog(answer.vm_log) }
}
