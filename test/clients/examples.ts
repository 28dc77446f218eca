/** `npm run test:examples`: runs the programs of `examples` against a gateway with a devnet of its own. */
import { join } from 'node:path'
import { startGatewayProcess } from '../bench/gatewayProcess.ts'
import { runBlueprintExample } from './blueprint/example.ts'
import { CLIENTS_CACHE } from './foreignClient.ts'
import { type CommandResult, lastLines, runCommand } from './runtimes/runCommand.ts'

const FOLDER = join(import.meta.dirname, '../../examples')
/** The gateway that the examples name without an argument. */
const DOCUMENTED = 'http://127.0.0.1:8081'
const DEADLINE_MS = 60_000
const COMMANDS = [
  ['bash', 'curl.sh'],
  [process.execPath, 'tonClient.mjs'],
  ['python3', 'history.py'],
] as const

const server = await startGatewayProcess()
try {
  for (const [program, file] of COMMANDS) {
    const command = [program, join(FOLDER, file), server.origin] as const
    report(file, await runCommand(command, { deadlineMs: DEADLINE_MS }))
  }
  const urls = { origin: server.origin, documented: DOCUMENTED }
  report('Blueprint', await runBlueprintExample(FOLDER, CLIENTS_CACHE, urls, DEADLINE_MS))
} finally {
  await server.close()
}

function report(name: string, result: CommandResult): void {
  console.log(`${name}: ${result.code === 0 ? 'ok' : `failed: ${lastLines(result)}`}`)
  if (result.code !== 0) process.exitCode = 1
}
