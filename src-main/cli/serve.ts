import { startGateway } from '../gateway/gateway.ts'
import { parseServeArguments, SERVE_USAGE } from './arguments.ts'
import { print, printMessage } from './print.ts'
import { provingLines } from './provingLines.ts'

const CLOSE_DEADLINE_MS = 5_000

/**
 * Serves until SIGINT or SIGTERM, then closes in order; a second signal exits at once. Prints the line that scripts
 * wait for when the gateway can answer, one for each network.
 */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const { help, ...settings } = parseServeArguments(args)
  if (help) {
    print(...SERVE_USAGE.split('\n'))
    return 0
  }
  const stop = stopSignal()
  const gateway = await startGateway({
    ...settings,
    onProving: provingLines(printMessage),
    onNotice: printMessage,
  })
  if (!stop.aborted) {
    for (const { name, url } of gateway.networks) print(`Tonscope ready at ${url} (${name})`)
    await new Promise((resolve) => stop.addEventListener('abort', resolve))
  }
  await gateway.close()
  return 0
}

/** Aborts at the first SIGINT or SIGTERM; then the process must end within a deadline. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  const stop = () => {
    if (controller.signal.aborted) process.exit(1)
    controller.abort()
    setTimeout(() => {
      printMessage('tonscope: closing took too long')
      process.exit(1)
    }, CLOSE_DEADLINE_MS).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return controller.signal
}
