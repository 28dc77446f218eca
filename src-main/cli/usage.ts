import { ACTIONS_USAGE } from './actions.ts'
import { SERVE_USAGE } from './arguments.ts'
import { DECODE_USAGE } from './decode.ts'
import { DEVNET_USAGE } from './devnet.ts'
import { DOCTOR_USAGE } from './doctor/usage.ts'
import { INDEX_USAGE } from './indexCommand.ts'
import { INDEX_FILES_USAGE } from './indexFiles.ts'
import { KEYS_USAGE } from './keys.ts'
import { NETWORKS_USAGE } from './networks.ts'

const USAGES: Readonly<Record<string, readonly string[]>> = {
  serve: [SERVE_USAGE],
  networks: [NETWORKS_USAGE],
  keys: [KEYS_USAGE],
  decode: [DECODE_USAGE],
  actions: [ACTIONS_USAGE],
  devnet: [DEVNET_USAGE],
  doctor: [DOCTOR_USAGE],
  index: [INDEX_USAGE, INDEX_FILES_USAGE],
}

/** The usage of all commands. */
export const USAGE = `tonscope COMMAND\n\n${Object.values(USAGES).flat().join('\n')}`

/**
 * Returns the usage of one command, or of one subcommand where the usage lists it (`devnet step`); of a command line
 * without a known command, the names of the commands.
 */
export function usageOf(args: readonly string[]): string {
  const [command = '', subcommand] = args
  const usages = Object.hasOwn(USAGES, command) ? USAGES[command] : undefined
  if (!usages) {
    return `usage: tonscope COMMAND, one of ${Object.keys(USAGES).join(', ')}; tonscope help lists their options`
  }
  const parts =
    subcommand === undefined || subcommand.startsWith('-')
      ? []
      : usages.flatMap((usage) => subcommandUsage(usage, subcommand))
  return (parts.length > 0 ? parts : usages).join('\n').trimEnd()
}

/** The head line of a usage and the entries of a subcommand with their further lines; none if it is not listed. */
function subcommandUsage(usage: string, subcommand: string): readonly string[] {
  const [head = '', ...lines] = usage.split('\n')
  const entries: string[] = []
  let isWanted = false
  for (const line of lines) {
    if (/^ {2}\S/.test(line)) isWanted = namesOf(line).includes(subcommand)
    else if (line.trim() === '') isWanted = false
    if (isWanted) entries.push(line)
  }
  return entries.length > 0 ? [`${head}\n`, ...entries] : []
}

/** `on, off   …` and `pause [JOB], resume [JOB]   …` list several subcommands in one entry. */
function namesOf(entry: string): readonly string[] {
  const [names = ''] = entry.trim().split(/ {2,}/)
  return names.split(', ').map((name) => name.split(' ')[0] ?? '')
}
