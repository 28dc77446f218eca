import { type ParseArgsConfig, parseArgs } from 'node:util'
import { UsageError } from './usageError.ts'

type OptionTable = NonNullable<ParseArgsConfig['options']>

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>

/**
 * Reads the options and operands of one command. A negative number counts as a value or an operand, not as an option.
 * @param command as in messages: `devnet step`
 * @throws UsageError that names the wrong argument
 */
export function readOptions<const Options extends OptionTable>(
  command: string,
  args: readonly string[],
  options: Options,
): Parsed<Options> {
  try {
    return parseArgs({ args: withNegativeNumbers(args, options), options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(optionProblem(command, error as NodeJS.ErrnoException), { cause: error })
  }
}

/** Joins a negative number to the option before it, or moves it behind `--`, after which parseArgs reads operands. */
function withNegativeNumbers(args: readonly string[], options: OptionTable): string[] {
  const end = args.indexOf('--')
  const [before, after] = end < 0 ? [args, []] : [args.slice(0, end), args.slice(end + 1)]
  const joined: string[] = []
  const operands: string[] = []
  for (const arg of before) {
    const last = joined.at(-1) ?? ''
    if (!/^-\.?\d/.test(arg)) joined.push(arg)
    else if (options[last.replace(/^--/, '')]?.type === 'string') joined[joined.length - 1] = `${last}=${arg}`
    else operands.push(arg)
  }
  return operands.length + after.length > 0 || end >= 0 ? [...joined, '--', ...operands, ...after] : joined
}

/** Replaces Node's texts, which name its API, by texts with the command. */
function optionProblem(command: string, { code, message }: NodeJS.ErrnoException): string {
  const [, argument = ''] = /'([^']*)'/.exec(message) ?? []
  const [option = ''] = /--?[\w-]+/.exec(argument.replace(/^-\w, /, '')) ?? []
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      return `${command} has no option ${argument}`
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take') ? `${option} takes no value` : `${option} needs a value`
    default:
      return `${command} does not take these arguments`
  }
}
