/** `npm run test:examples`: runs the programs of `examples` against a gateway with a devnet of its own. */
import { join } from 'node:path'
import { startGatewayProcess } from '../bench/gatewayProcess.ts'
import { lastLines, runCommand } from './runtimes/runCommand.ts'

const FOLDER = join(import.meta.dirname, '../../examples')
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
    const result = await runCommand(command, { deadlineMs: DEADLINE_MS })
    console.log(`${file}: ${result.code === 0 ? 'ok' : `failed: ${lastLines(result)}`}`)
    if (result.code !== 0) process.exitCode = 1
  }
} finally {
  await server.close()
}
