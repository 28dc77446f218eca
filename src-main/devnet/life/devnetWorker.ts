import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { limitThreadMemory } from '../../platform/limitThreadMemory.ts'
import { DevnetDamagedError, refusalOf } from './directoryRefusal.ts'
import { Life } from './life.ts'
import { type DevnetControl, DevnetRefusal } from './runningDevnet.ts'
import type {
  DevnetCommand,
  DevnetError,
  DevnetMethod,
  DevnetReport,
  DevnetThreadOptions,
} from './threadMessages.ts'

/** A chain is replaced even where the other side does not answer. */
const MAX_RELEASE_MS = 30_000

/** The entry of a devnet's thread: see startDevnet. */
async function main(port: MessagePort): Promise<void> {
  const report = (message: DevnetReport) => port.postMessage(message)
  const life = await Life.open(workerData as DevnetThreadOptions, {
    onTrouble: (error) => report({ kind: 'trouble', error: plainError(error) }),
    onReplacing: () => releasing(port),
    onReplaced: (endpoint) => report({ kind: 'replaced', endpoint }),
    onHead: (seqno) => report({ kind: 'head', seqno }),
    onNotice: (line) => report({ kind: 'notice', line }),
    onFatal: (error) => fail(port, error),
  })
  port.on('message', (command: DevnetCommand) => {
    if (command.kind === 'close') {
      life.close().then(
        () => process.exit(0),
        (error) => fail(port, error),
      )
      return
    }
    if (command.kind === 'released') return
    const { id, method, args } = command
    call(life, method, args).then(
      (answer) => report({ kind: 'answer', id, answer }),
      (error) => report({ kind: 'refusal', id, error: plainError(error) }),
    )
  })
  report({ kind: 'ready', endpoint: life.endpoint(), readOnlyReason: life.readOnlyReason() })
}

/** Tells the other side that the chain goes away, and waits until it asks nothing of it any more. */
async function releasing(port: MessagePort): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = ({ kind }: DevnetCommand) => {
    if (kind === 'released') resolve()
  }
  port.on('message', hear)
  const timer = setTimeout(resolve, MAX_RELEASE_MS)
  port.postMessage({ kind: 'replacing' } satisfies DevnetReport)
  await promise
  clearTimeout(timer)
  port.off('message', hear)
}

/** Arguments are those of the method: DevnetThread's types see to it. */
async function call(life: DevnetControl, method: DevnetMethod, args: readonly unknown[]): Promise<unknown> {
  const run = life[method] as (...args: readonly unknown[]) => Promise<unknown>
  return run.apply(life, args as unknown[])
}

/** What was posted before the thread leaves still arrives. */
function fail(port: MessagePort, error: unknown): void {
  port.postMessage({ kind: 'failed', error: plainError(error) } satisfies DevnetReport)
  process.exit(1)
}

function plainError(failure: unknown): DevnetError {
  const error = refusalOf(failure)
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const refusal = error instanceof DevnetRefusal ? error.kind : undefined
  const isDamage = error instanceof DevnetDamagedError
  return { name, message, code: (error as NodeJS.ErrnoException).code, refusal, isDamage, stack }
}

if (!isMainThread && parentPort) {
  limitThreadMemory()
  const port = parentPort
  main(port).catch((error) => fail(port, error))
}
