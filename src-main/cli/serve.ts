import { startGateway } from '../gateway/gateway.ts'
import { parseServeArguments, SERVE_USAGE } from './arguments.ts'

const CLOSE_DEADLINE_MS = 5_000

/**
 * Serves until SIGINT or SIGTERM, then closes in order; a second signal leaves at once. Prints the one line
 * that scripts wait for when the gateway can answer.
 */
export async function serveCommand(args: readonly string[]): Promise<number> {
  const { help, ...settings } = parseServeArguments(args)
  if (help) {
    console.log(SERVE_USAGE)
    return 0
  }
  const stopped = firstStopSignal()
  const gateway = await startGateway(settings)
  console.log(`Tonscope ready at ${gateway.url} (${gateway.network})`)
  await stopped
  const deadline = setTimeout(() => {
    console.error('tonscope: closing took too long')
    process.exit(1)
  }, CLOSE_DEADLINE_MS)
  await gateway.close()
  clearTimeout(deadline)
  return 0
}

function firstStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false
    const stop = () => {
      if (stopping) process.exit(1)
      stopping = true
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
