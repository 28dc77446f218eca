import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { serveThread } from '../platform/rpc/serveThread.ts'
import {
  EmulatorRefusal,
  emulatorOutput,
  KEPT_LOG,
  type MessageAnswer,
  messageOutput,
} from './emulatorAnswers.ts'
import { EmulatorModule } from './emulatorModule.ts'
import { disassemble } from './replay/disassemble.ts'
import { runMethodReplayJob, runReplayJob } from './replay/runReplayJob.ts'
import { runGetMethodJob } from './runGetMethodJob.ts'
import { TvmExceptionError, TvmInputError } from './tvmErrors.ts'
import type { MessageOutput, TvmContract, TvmJob, TvmOutput } from './workerMessages.ts'

const SHORT_LOG = 0
const GAS_LOG = 3

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
    return messageOutput(answer, (answer.vm_log ?? '').slice(job.gasLog ? 0 : -KEPT_LOG))
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
serveThread<TvmContract>(async () => {
  const module = await EmulatorModule.create()
  const messages = new MessageEmulator(module)

  function outputOf(job: TvmJob): TvmOutput {
    switch (job.kind) {
      case 'get-method':
        return runGetMethodJob(module, job)
      case 'message':
        return messages.run(job)
      case 'replay':
        return runReplayJob(module, job)
      case 'replay-method':
        return runMethodReplayJob(module, job)
      case 'disassemble': {
        const libraries = job.libraries.map(({ hash, boc }) => [hash, parseBocRoot(boc)] as const)
        return disassemble(parseBocRoot(job.code), new Map(libraries))
      }
    }
  }

  return {
    ready: undefined,
    methods: {
      run(job) {
        try {
          return { output: outputOf(job), memoryBytes: module.memoryBytes }
        } catch (error) {
          if (error instanceof EmulatorRefusal) throw new TvmInputError(error.message)
          // C++ exceptions are thrown as numbers.
          const isMessage = job.kind === 'message' || job.kind === 'replay'
          if (typeof error === 'number' && isMessage) throw new TvmExceptionError()
          throw error
        }
      },
    },
    isFatal: (error) => !(error instanceof TvmInputError || error instanceof TvmExceptionError),
  }
})
