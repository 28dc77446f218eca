import { messageOf } from '#shared/messageOf.ts'
import { actionBody } from '../api/v3/render/actionJson.ts'
import { tracesOfTransactions, transactionsOfBlock } from '../indexer/actions/blockTraces.ts'
import { classifyTrace } from '../indexer/actions/classify.ts'
import type { FactsSource } from '../indexer/actions/factsSource.ts'
import type { ActionRow } from '../indexer/actions/row.ts'
import { flatRow } from '../indexer/actions/rowJson.ts'
import type { TraceRecord } from '../indexer/actions/storedTrace.ts'
import {
  factsFromJson,
  isTraceJson,
  type KnownTrace,
  readTraceJson,
  TraceJsonError,
} from '../indexer/actions/traceJson.ts'
import { isServed, supportedTypes } from '../indexer/actions/versions.ts'
import { otherKind, readBocFile, readContent } from './bocFile.ts'
import { bocBytes, textOf } from './bocForms.ts'
import { printJson } from './print.ts'
import { UsageError } from './usageError.ts'

export const ACTIONS_USAGE = `tonscope actions FILE… [--rows] [--types LIST] [--facts FILE]

  prints the actions of traces as the v3 API serves them. FILE is an answer of the API with traces, one trace of it or a
  recorded trace (JSON), or the files are blocks (BOC, as for decode) in which the traces lie. What an answer
  says of contracts (metadata, actions) is used; ask for it with include_actions=true
  --rows         the stored rows of all actions instead, before any version filter
  --types LIST   versions, groups and names of types that are served (default latest)
  --facts FILE   JSON with \`interfaces\`, or an answer of the API: what is known of the contracts of blocks
`

type Options = {
  readonly paths: readonly string[]
  readonly rows: boolean
  readonly types: readonly string[]
  readonly facts: string | undefined
}

/** Prints the actions of the traces in some files. Throws UsageError, TraceJsonError and BocFileError. */
export async function actionsCommand(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  const traces = await readTraces(options)
  const rows = traces.flatMap(({ trace, facts }) => classifyTrace(trace, facts).rows)
  const printed = options.rows ? { rows: rows.map(flatRow) } : { actions: servedActions(rows, options.types) }
  printJson(printed)
  return 0
}

function readOptions(args: readonly string[]): Options {
  const paths: string[] = []
  let rows = false
  let types: string[] = []
  let facts: string | undefined
  for (let i = 0; i < args.length; i++) {
    const argument = args[i] as string
    if (argument === '--rows') rows = true
    else if (argument === '--types') types = optionValue(args, ++i).split(',')
    else if (argument === '--facts') facts = optionValue(args, ++i)
    else if (argument.startsWith('--')) throw new UsageError(`actions has no option ${argument}`)
    else paths.push(argument)
  }
  if (paths.length === 0) throw new UsageError('actions takes a file with a trace, or blocks')
  return { paths, rows, types, facts }
}

function optionValue(args: readonly string[], i: number): string {
  const value = args[i]
  if (value === undefined) throw new UsageError(`${args[i - 1]} takes a value`)
  return value
}

async function readTraces({ paths, facts }: Options): Promise<readonly KnownTrace[]> {
  const [path = ''] = paths
  const content = await readContent(path)
  const text = textOf(content)
  if (text !== undefined && isJson(text)) {
    const json = parseJson(path, text)
    if (isTraceJson(json) || !holdsBag(content)) {
      if (paths.length > 1) throw new UsageError('actions takes one file of JSON')
      return readNamed(path, () => readTraceJson(json))
    }
  }
  const transactions = await Promise.all(paths.map(transactionsIn))
  const known = facts === undefined ? factsFromJson({}) : await readFacts(facts)
  return tracesOfTransactions(transactions.flat()).map((trace) => ({ trace, facts: known }))
}

/** Distinguishes JSON from a list of bytes in braces, as programs have it. */
function isJson(text: string): boolean {
  return /^\s*(?:\{\s*["}]|\[)/.test(text)
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TraceJsonError(`${path}: not JSON: ${messageOf(error)}`, { cause: error })
  }
}

/** Returns whether content has a bag of cells, such as a block in a field of JSON. */
function holdsBag(content: Buffer): boolean {
  try {
    bocBytes(content)
    return true
  } catch {
    // None, or several: the file is no block.
    return false
  }
}

async function transactionsIn(path: string): Promise<readonly TraceRecord[]> {
  const { data, root } = await readBocFile(path)
  try {
    return transactionsOfBlock(data)
  } catch (error) {
    throw otherKind(path, 'block', root, { cause: error })
  }
}

async function readFacts(path: string): Promise<FactsSource> {
  const text = textOf(await readContent(path)) ?? ''
  return readNamed(path, () => factsFromJson(parseJson(path, text)))
}

/** Adds the file's name to the error of its JSON. */
function readNamed<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TraceJsonError)) throw error
    throw new TraceJsonError(`${path}: ${error.message}`, { cause: error, hint: error.hint })
  }
}
/** Sorts as the API does within a trace: by start, then by end. */
function servedActions(rows: readonly ActionRow[], types: readonly string[]) {
  const supported = supportedTypes(types)
  return rows
    .filter(({ type, ancestor_type: ancestors }) => isServed({ type, ancestors }, { supported }))
    .toSorted((a, b) => compare(a.start_lt, b.start_lt) || compare(a.end_lt, b.end_lt))
    .map((row) => actionBody({ row, finality: 'finalized', withAccounts: true }))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
