import { ACTIONS_USAGE, actionsCommand } from './cli/actions.ts'
import { SERVE_USAGE, UsageError } from './cli/arguments.ts'
import { DECODE_USAGE, decodeCommand } from './cli/decode.ts'
import { DEVNET_USAGE, devnetCommand } from './cli/devnet.ts'
import { INDEX_USAGE, indexCommand } from './cli/indexCommand.ts'
import { INDEX_FILES_USAGE, indexFilesCommand, isIndexFilesCommand } from './cli/indexFiles.ts'
import { KEYS_USAGE, keysCommand } from './cli/keys.ts'
import { NETWORKS_USAGE, networksCommand } from './cli/networks.ts'
import { serveCommand } from './cli/serve.ts'

const USAGE = `tonscope COMMAND

${SERVE_USAGE}
${NETWORKS_USAGE}
${KEYS_USAGE}
${DECODE_USAGE}
${ACTIONS_USAGE}
${DEVNET_USAGE}
${INDEX_USAGE}
${INDEX_FILES_USAGE}`

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong use. */
async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  try {
    switch (command) {
      case 'serve':
        return await serveCommand(rest)
      case 'keys':
        return await keysCommand(rest)
      case 'networks':
        return await networksCommand(rest)
      case 'decode':
        return await decodeCommand(rest)
      case 'actions':
        return await actionsCommand(rest)
      case 'devnet':
        return await devnetCommand(rest)
      case 'index':
        return await (isIndexFilesCommand(rest[0])
          ? indexFilesCommand(rest[0], rest.slice(1))
          : indexCommand(rest))
      case 'help':
      case '--help':
      case '-h':
        console.log(USAGE)
        return 0
      default:
        throw new UsageError(command === undefined ? 'which command?' : `there is no command ${command}`)
    }
  } catch (error) {
    if (error instanceof UsageError) {
      console.error(`tonscope: ${error.message}\n\n${USAGE}`)
      return 2
    }
    console.error(`tonscope: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
