import { isMainThread, parentPort } from 'node:worker_threads'
import { Executor } from '@ton/sandbox/dist/executor/Executor.js'
import type { GetMethodOutput, MessageOutput, TvmJob, TvmReport, TvmRequest } from './workerMessages.ts'

/**
 * What we use of the executor below its public methods: those parse and serialize cells on each call, and lose
 * what is missing; the strings we send are ready.
 */
type RawExecutor = {
  invoke(method: string, args: readonly (string | number)[]): number
  extractString(pointer: number): string
  /** Makes an emulator for a configuration, or gives the last one when that did not change. */
  getEmulatorPointer(config: string, verbosity: number): number
}

const SHORT_LOG = 0

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

type MessageAnswer =
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

class Refusal extends Error {}

function call<Output>(executor: RawExecutor, method: string, args: readonly (string | number)[]): Output {
  const answer: Answer<Output> = JSON.parse(executor.extractString(executor.invoke(method, args)))
  if (answer.fail) throw new Refusal(answer.message)
  return answer.output
}

function runGetMethod(executor: RawExecutor, job: Extract<TvmJob, { kind: 'get-method' }>): GetMethodOutput {
  const answer = call<GetMethodAnswer>(executor, '_run_get_method', [job.params, job.stack, job.config])
  if (!answer.success) throw new Refusal(answer.error)
  return {
    stack: answer.stack,
    gasUsed: answer.gas_used,
    exitCode: answer.vm_exit_code,
    missingLibrary: answer.missing_library ?? undefined,
    vmLog: answer.vm_log,
  }
}

function runMessage(executor: RawExecutor, job: Extract<TvmJob, { kind: 'message' }>): MessageOutput {
  const emulator = executor.getEmulatorPointer(job.config, SHORT_LOG)
  const { libraries, shardAccount, message, params } = job
  const answer = call<MessageAnswer>(executor, '_emulate_with_emulator', [
    emulator,
    libraries === '' ? 0 : libraries,
    shardAccount,
    message,
    params,
  ])
  if (answer.success) {
    const { transaction, shard_account, actions, vm_log } = answer
    return { accepted: true, transaction, shardAccount: shard_account, actions: actions ?? '', vmLog: vm_log }
  }
  const { error, vm_log = '', vm_exit_code } = answer
  return { accepted: false, reason: error, exitCode: vm_exit_code, vmLog: vm_log }
}

/** The entry of a thread that runs the emulator: see createTvmPool. */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const report = (message: TvmReport) => port.postMessage(message)
  const executor = (await Executor.create()) as unknown as RawExecutor
  port.on('message', ({ id, job }: TvmRequest) => {
    try {
      const output = job.kind === 'get-method' ? runGetMethod(executor, job) : runMessage(executor, job)
      report({ kind: 'done', id, output })
    } catch (error) {
      if (error instanceof Refusal) {
        report({ kind: 'refused', id, reason: error.message })
        return
      }
      report({ kind: 'broken', reason: String(error) })
      port.close()
    }
  })
  report({ kind: 'ready' })
}

if (!isMainThread && parentPort) {
  const port = parentPort
  main(port).catch((error) => {
    port.postMessage({ kind: 'broken', reason: String(error) } satisfies TvmReport)
    port.close()
  })
}
