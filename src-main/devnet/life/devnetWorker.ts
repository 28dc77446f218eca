import { isMainThread, type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Life } from './life.ts'
import { type DevnetControl, DevnetRefusal } from './runningDevnet.ts'
import type {
  DevnetCommand,
  DevnetError,
  DevnetMethod,
  DevnetReport,
  DevnetThreadOptions,
} from './threadMessages.ts'

/** The entry of a devnet's thread: see startDevnet. */
async function main(port: MessagePort): Promise<void> {
  const report = (message: DevnetReport) => port.postMessage(message)
  const life = await Life.open(workerData as DevnetThreadOptions, {
    onTrouble: (error) => report({ kind: 'trouble', error: plainError(error) }),
    onReplaced: (endpoint) => report({ kind: 'replaced', endpoint }),
    onHead: (seqno) => report({ kind: 'head', seqno }),
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
    const { id, method, args } = command
    call(life, method, args).then(
      (answer) => report({ kind: 'answer', id, answer }),
      (error) => report({ kind: 'refusal', id, error: plainError(error) }),
    )
  })
  report({ kind: 'ready', endpoint: life.endpoint() })
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

function plainError(error: unknown): DevnetError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const refusal = error instanceof DevnetRefusal ? error.kind : undefined
  return { name, message, code: (error as NodeJS.ErrnoException).code, refusal, stack }
}

if (!isMainThread && parentPort) {
  const port = parentPort
  main(port).catch((error) => fail(port, error))
}
