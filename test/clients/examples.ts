/** `npm run test:examples`: runs the programs of `examples` against a gateway with a devnet of its own. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGatewayProcess } from '../bench/gatewayProcess.ts'
import { makeExampleProject } from './blueprint/exampleProject.ts'
import { CLIENTS_CACHE } from './runtimes/clientsCache.ts'
import { type CommandOptions, type CommandResult, lastLines, runCommand } from './runtimes/runCommand.ts'

const FOLDER = join(import.meta.dirname, '../../examples')
const DEADLINE_MS = 60_000
const COMMANDS = [
  ['bash', 'curl.sh'],
  [process.execPath, 'tonClient.mjs'],
  ['python3', 'history.py'],
] as const
/** A phrase that names no wallet with coins: Blueprint needs a sender, which sends nothing here. */
const WALLET = {
  WALLET_MNEMONIC: Array.from({ length: 24 }, () => 'abandon').join(' '),
  WALLET_VERSION: 'v4r2',
}

function report(name: string, result: CommandResult, isRight = result.code === 0): void {
  console.log(`${name}: ${isRight ? 'ok' : `failed: ${lastLines(result)}`}`)
  if (!isRight) process.exitCode = 1
}

const server = await startGatewayProcess()
const folder = await mkdtemp(join(tmpdir(), 'tonscope-example-'))
try {
  for (const [program, file] of COMMANDS) {
    const command = [program, join(FOLDER, file), server.origin] as const
    report(file, await runCommand(command, { deadlineMs: DEADLINE_MS }))
  }
  const command = await makeExampleProject(CLIENTS_CACHE, FOLDER, folder, server.origin)
  const options: CommandOptions = { cwd: folder, deadlineMs: DEADLINE_MS, env: WALLET, stdin: 'pipe' }
  const result = await runCommand(command, options)
  const hasAnswer = /The elector has [0-9.]+ TON/.test(result.stdout)
  report('blueprint.config.ts, showElector.ts', result, result.code === 0 && hasAnswer)
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
