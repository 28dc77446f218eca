import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  DEVNET,
  indexFolder,
  type NetworkChoice,
  networkFolder,
  readNetworkChoice,
} from '../gateway/networkChoice.ts'
import { findProject, publicConfigs } from '../gateway/project.ts'
import { formatBytes } from '../indexer/diskLimit.ts'
import { formatRanges } from '../indexer/ranges.ts'
import type { Difference } from '../indexer/transfer/derivedRows.ts'
import { exportIndex } from '../indexer/transfer/exportIndex.ts'
import { deriveImported } from '../indexer/transfer/importedIndex.ts'
import { importIndex, readManifest } from '../indexer/transfer/importIndex.ts'
import { type DroppedRows, rebuildIndex } from '../indexer/transfer/rebuildIndex.ts'
import { verifyIndex } from '../indexer/transfer/verifyIndex.ts'
import { parseGlobalConfig } from '../liteserver/globalConfig.ts'
import type { SeqnoRange } from '../store/indexStore.ts'
import { damagedPages } from '../store/integrity/checkpoint.ts'
import { findDamage } from '../store/integrity/guardedWriter.ts'
import { databaseFile } from '../store/openDatabase.ts'
import { dataDirOf, parseInteger } from './arguments.ts'
import { readOptions } from './options.ts'
import { print, rewriteLine } from './print.ts'
import { UsageError } from './usageError.ts'

export const INDEX_FILES_USAGE = `tonscope index COMMAND [--network NAME] [--data-dir DIR]

  export FILE                         all of an index in one file; also while Tonscope runs
  import FILE [--replace]             an index of it, on any machine; Tonscope must not run. The database is made
                                      from the blocks of the file, not believed
  verify [--sample N | --all]         compare the database with its checksums, then derive rows again from the
                                      archived blocks and compare; exit code 1 if something differs; also while
                                      Tonscope runs
  rebuild                             make the database again from the archived blocks, without a network;
                                      Tonscope must not run. What was fetched outside of whole blocks (an
                                      account's history, a trace) is left out: it is fetched again on request

  What was interrupted goes on when the same command is given again.
`

const OPTIONS = {
  network: { type: 'string' },
  'data-dir': { type: 'string' },
  replace: { type: 'boolean' },
  sample: { type: 'string' },
  all: { type: 'boolean' },
} as const

type Options = {
  readonly network?: string
  readonly 'data-dir'?: string
  readonly replace?: boolean
  readonly sample?: string
  readonly all?: boolean
}

type Command = {
  readonly takesFile: boolean
  readonly options: readonly (keyof Options)[]
  run(options: Options, file: string, signal: AbortSignal): Promise<number>
}

const PLACE = ['network', 'data-dir'] as const
const DEFAULT_SAMPLE = 100

const COMMANDS: Readonly<Record<string, Command>> = {
  export: { takesFile: true, options: PLACE, run: runExport },
  import: { takesFile: true, options: [...PLACE, 'replace'], run: runImport },
  verify: { takesFile: false, options: [...PLACE, 'sample', 'all'], run: runVerify },
  rebuild: { takesFile: false, options: PLACE, run: runRebuild },
}

export const INDEX_FILES_COMMANDS: readonly string[] = Object.keys(COMMANDS)

export function isIndexFilesCommand(name: string | undefined): name is string {
  return name !== undefined && Object.hasOwn(COMMANDS, name)
}

/** Runs a command on the files of an index. Rejects with UsageError, TransferError or StoreError. */
export async function indexFilesCommand(name: string, args: readonly string[]): Promise<number> {
  const command = COMMANDS[name]
  if (!command) throw new UsageError(`index takes ${Object.keys(COMMANDS).join(', ')}`)
  const { values, positionals } = readOptions(`index ${name}`, args, OPTIONS)
  for (const option of Object.keys(values) as (keyof Options)[]) {
    if (!command.options.includes(option)) throw new UsageError(`index ${name} takes no --${option}`)
  }
  const [file, ...more] = positionals
  if (command.takesFile !== (file !== undefined) || more.length > 0) {
    throw new UsageError(command.takesFile ? `index ${name} takes one file` : `index ${name} takes no file`)
  }
  const stop = new AbortController()
  const interrupt = () => stop.abort(new Error('interrupted; give the same command again to go on'))
  process.once('SIGINT', interrupt)
  process.once('SIGTERM', interrupt)
  try {
    return await command.run(values, resolve(file ?? ''), stop.signal)
  } finally {
    process.off('SIGINT', interrupt)
    process.off('SIGTERM', interrupt)
  }
}

function placeOf(options: Options): { readonly choice: NetworkChoice; readonly dir: string } {
  const dataDir = dataDirOf(options['data-dir'])
  const choice = readNetworkChoice(options.network ?? DEVNET, dataDir)
  return { choice, dir: indexFolder(dataDir, choice) }
}

async function runExport(options: Options, file: string, signal: AbortSignal): Promise<number> {
  const { choice, dir } = placeOf(options)
  const progress = progressLine(formatBytes)
  const manifest = await exportIndex({
    dir,
    file,
    network: networkFolder(choice),
    onProgress: progress.tell,
    signal,
  })
  progress.end(`exported masterchain blocks ${formatRanges(rangesOf(manifest.coverage))} to ${file}`)
  return 0
}

async function runImport(options: Options, file: string, signal: AbortSignal): Promise<number> {
  // Without an option the import goes to the network of the export.
  const network = options.network ?? (await readManifest(file)).network
  const { choice, dir } = placeOf({ ...options, network })
  const progress = progressLine(formatBytes)
  const { replace = false } = options
  const { coverage } = await importIndex({
    file,
    dir,
    chain: chainOf(choice),
    replace,
    derive: (staging, manifest) =>
      deriveImported(staging, manifest, {
        onProgress: (stage, done, total) => progress.tell(done, total, stage),
        signal,
      }),
    onProgress: progress.tell,
    signal,
  })
  progress.end(`imported masterchain blocks ${formatRanges(rangesOf(coverage))} to ${dir}`)
  return 0
}

async function runVerify(options: Options, _file: string, signal: AbortSignal): Promise<number> {
  const { sample, all } = options
  if (sample !== undefined && all) throw new UsageError('index verify takes --sample or --all, not both')
  const { dir } = placeOf(options)
  const file = databaseFile(dir)
  const damaged = findDamage(file, { checkedBytes: Number.POSITIVE_INFINITY })
  if (damaged.length > 0) {
    print(`${damagedPages(file, damaged).message}; rebuild makes it again from the archived blocks`)
    return 1
  }
  const progress = progressLine(String)
  const { checked, covered, differences, unreadable } = await verifyIndex({
    dir,
    sample: all ? undefined : sample === undefined ? DEFAULT_SAMPLE : parseInteger('--sample', sample),
    onProgress: progress.tell,
    signal,
  })
  const faults = differences.length + unreadable.length
  progress.end(
    `derived ${checked} of ${covered} masterchain blocks again: ${faults === 0 ? 'all as stored' : `${faults} faults`}`,
  )
  for (const { mcSeqno, reason } of unreadable) print(`masterchain block ${mcSeqno}: ${reason}`)
  for (const difference of differences) print(differenceText(difference))
  return faults === 0 ? 0 : 1
}

async function runRebuild(options: Options, _file: string, signal: AbortSignal): Promise<number> {
  const { choice, dir } = placeOf(options)
  const progress = progressLine(String)
  const { coverage, transactions, lost, damagedBytes } = await rebuildIndex({
    dir,
    chain: chainOf(choice),
    onDropped: printDropped,
    onProgress: (stage, done, total) => progress.tell(done, total, stage),
    signal,
  })
  progress.end(`rebuilt: masterchain blocks ${formatRanges(coverage)}, ${transactions} transactions`)
  if (damagedBytes > 0) print(`${formatBytes(damagedBytes)} of the archive are not blocks`)
  for (const { seqno, reason } of lost) print(`masterchain block ${seqno} is lost: ${reason}`)
  return lost.length === 0 ? 0 : 1
}

function printDropped({ transactions, accounts }: DroppedRows): void {
  if (transactions + accounts === 0) return
  print(
    `not rebuilt, because the archived blocks do not have them: ${transactions} transactions that were fetched one by one, ` +
      `and how far the histories of ${accounts} accounts are known; they are fetched again when a request needs them`,
  )
}

/** Returns the root hash of the network's zero state, if a config has it. */
function chainOf(choice: NetworkChoice): string | undefined {
  const file = configOf(choice)
  if (file === undefined) return undefined
  return parseGlobalConfig(readFileSync(file, 'utf8')).zeroState.rootHash.toString('hex')
}

function configOf(choice: NetworkChoice): string | undefined {
  if (choice.kind === 'custom') return choice.file
  if (choice.kind !== 'mainnet' && choice.kind !== 'testnet') return undefined
  return join(publicConfigs(findProject()), `${choice.kind}.config.json`)
}

function rangesOf(coverage: readonly (readonly [number, number])[]): SeqnoRange[] {
  return coverage.map(([first, last]) => ({ first, last }))
}

function differenceText({ mcSeqno, table, row, column, stored, derived }: Difference): string {
  const what = column === '' ? `${table} ${row}` : `${table}.${column} of ${row}`
  return `masterchain block ${mcSeqno}: ${what} is ${short(stored)}, should be ${short(derived)}`
}

function short(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

/** Prints progress: on a terminal as one line that is overwritten, otherwise only the end. */
function progressLine(format: (amount: number) => string) {
  return {
    tell(done: number, total: number, stage = '') {
      rewriteLine(`${stage}${stage && ' '}${format(done)} of ${format(total)}`)
    },
    end(text: string) {
      rewriteLine(text, true)
    },
  }
}
