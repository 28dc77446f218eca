import { messageOf } from '#shared/messageOf.ts'
import { actionsCommand } from './cli/actions.ts'
import { decodeCommand } from './cli/decode.ts'
import { devnetCommand } from './cli/devnet.ts'
import { indexCommand } from './cli/indexCommand.ts'
import { indexFilesCommand, isIndexFilesCommand } from './cli/indexFiles.ts'
import { keysCommand } from './cli/keys.ts'
import { networksCommand } from './cli/networks.ts'
import { print, printed, printMessage } from './cli/print.ts'
import { serveCommand } from './cli/serve.ts'
import { USAGE, usageOf } from './cli/usage.ts'
import { UsageError } from './cli/usageError.ts'

/** Whether the process ends with the command, also if connections are open. */
let exits = false

/** Runs one command and returns the exit code: 0 done, 1 failed, 2 wrong use. */
async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  if (command !== 'serve' && rest.some((arg) => arg === '--help' || arg === '-h')) {
    print(...usageOf(args).split('\n'))
    return 0
  }
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
      case 'doctor':
        // Other commands do not load the second client, which leaves connections behind.
        exits = true
        return await (await import('./cli/doctor/doctor.ts')).doctorCommand(rest)
      case 'index':
        return await (isIndexFilesCommand(rest[0])
          ? indexFilesCommand(rest[0], rest.slice(1))
          : indexCommand(rest))
      case 'help':
      case '--help':
      case '-h':
        print(...USAGE.split('\n'))
        return 0
      default:
        throw new UsageError(
          command === undefined ? 'a command is missing' : `there is no command ${command}`,
        )
    }
  } catch (error) {
    if (error instanceof UsageError) {
      printMessage(`tonscope: ${error.message}`, '', ...usageOf(args).split('\n'))
      return 2
    }
    printMessage(`tonscope: ${messageOf(error)}`)
    return 1
  }
}

process.exitCode = await main(process.argv.slice(2))
if (exits) {
  await printed()
  process.exit()
}
