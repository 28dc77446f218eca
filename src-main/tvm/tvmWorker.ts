import { isMainThread, parentPort } from 'node:worker_threads'
import { limitThreadMemory } from '../platform/limitThreadMemory.ts'
import { EmulatorModule } from './emulatorModule.ts'
import { EmulatorRefusal, emulatorOutput, KEPT_LOG, runGetMethodJob } from './runGetMethodJob.ts'
import type { MessageOutput, TvmJob, TvmReport, TvmRequest } from './workerMessages.ts'

const SHORT_LOG = 0
const GAS_LOG = 3

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

/** The emulator of the last configuration, which consecutive messages share. */
class MessageEmulator {
  readonly #module: EmulatorModule
  #pointer = 0
  #config = ''
  #libraries = ''
  #verbosity = SHORT_LOG

  constructor(module: EmulatorModule) {
    this.#module = module
  }

  run(job: Extract<TvmJob, { kind: 'message' }>): MessageOutput {
    const { config, libraries, shardAccount, message, params } = job
    const verbosity = job.gasLog ? GAS_LOG : SHORT_LOG
    // The emulator keeps its libraries until they are replaced.
    const isOther = config !== this.#config || verbosity !== this.#verbosity
    if (isOther || (libraries === '' && this.#libraries !== '')) this.#begin(config, verbosity)
    this.#libraries = libraries
    // Before the emulator has answered, its libraries are unknown.
    this.#config = ''
    const answer = emulatorOutput<MessageAnswer>(
      this.#module.emulate(
        this.#pointer,
        libraries === '' ? undefined : libraries,
        shardAccount,
        message,
        params,
      ),
    )
    this.#config = config
    const kept = job.gasLog ? 0 : -KEPT_LOG
    if (answer.success) {
      const { transaction, shard_account, actions, vm_log } = answer
      return {
        accepted: true,
        transaction,
        shardAccount: shard_account,
        actions: actions ?? '',
        vmLog: vm_log.slice(kept),
      }
    }
    const { error, vm_log = '', vm_exit_code } = answer
    return { accepted: false, reason: error, exitCode: vm_exit_code, vmLog: vm_log.slice(kept) }
  }

  #begin(config: string, verbosity: number): void {
    if (this.#pointer !== 0) this.#module.destroyEmulator(this.#pointer)
    this.#config = ''
    this.#libraries = ''
    this.#pointer = this.#module.createEmulator(config, verbosity)
    if (this.#pointer === 0) throw new EmulatorRefusal('the configuration was not accepted')
    this.#config = config
    this.#verbosity = verbosity
  }
}

/** Runs the emulator in a thread of createTvmPool. */
async function main(port: NonNullable<typeof parentPort>): Promise<void> {
  const report = (message: TvmReport) => port.postMessage(message)
  const module = await EmulatorModule.create()
  const messages = new MessageEmulator(module)
  port.on('message', ({ id, job }: TvmRequest) => {
    try {
      const output = job.kind === 'get-method' ? runGetMethodJob(module, job) : messages.run(job)
      report({ kind: 'done', id, output, memoryBytes: module.memoryBytes })
    } catch (error) {
      if (error instanceof EmulatorRefusal) {
        report({ kind: 'refused', id, reason: error.message })
        return
      }
      // C++ exceptions are thrown as numbers.
      if (typeof error === 'number' && job.kind === 'message') {
        report({ kind: 'threw', id })
        return
      }
      report({ kind: 'broken', reason: String(error) })
      port.close()
    }
  })
  report({ kind: 'ready' })
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  const port = parentPort
  main(port).catch((error) => {
    port.postMessage({ kind: 'broken', reason: String(error) } satisfies TvmReport)
    port.close()
  })
}
