/**
 * Generates clients of both OpenAPI documents of a running gateway, compiles them, and has them send every example:
 * `--generator go|python|typescript --tool PATH --api URL --scratch FOLDER`. Prints a `Tally`.
 */
import { cp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { answerFaults } from '../../integration/openApi/documentOf.ts'
import type { CallTally } from '../foreignClient.ts'
import { lastLines, runCommand } from '../runtimes/runCommand.ts'
import { APIS, type DocumentCall, type Documents, readDocuments } from './documentCalls.ts'

const DEADLINE_MS = 180_000
/** What a pending message leads to is documented as 404 once it is in a block. */
const NOT_FOUND = 404

/** What a generated client got: the body as it came, and its own parsed form written as JSON again. */
type Outcome = {
  readonly api: string
  readonly id: string
  readonly status?: number
  readonly body?: string
  readonly parsed?: string
  readonly error?: string
}

type Run = {
  readonly api: string
  readonly tool: string
  readonly folder: string
  readonly calls: readonly DocumentCall[]
}

async function run(
  command: readonly [string, ...string[]],
  { cwd, env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<string> {
  const result = await runCommand(command, { cwd, deadlineMs: DEADLINE_MS, ...(env && { env }) })
  if (result.code !== 0) throw new Error(`${command.join(' ').slice(0, 200)}: ${lastLines(result)}`)
  return result.stdout
}

const RUNNERS: Readonly<Record<string, (run: Run) => Promise<string>>> = {
  async go({ api, tool, folder }) {
    const env = { GOTOOLCHAIN: 'local', GOFLAGS: '-mod=readonly' }
    await cp(join(import.meta.dirname, 'go'), folder, { recursive: true })
    for (const version of APIS) {
      await cp(join(folder, `${version}.json`), join(folder, version, 'openapi.json'))
      const out = join(version, 'client.gen.go')
      await run([tool, '-generate', 'types,client', '-package', version, '-o', out, `${version}.json`], {
        cwd: folder,
      })
    }
    await run(['go', 'build', '-o', 'calls', '.'], { cwd: folder, env })
    return run([join(folder, 'calls'), api, 'calls.json'], { cwd: folder })
  },

  async python({ api, tool, folder }) {
    await writeFile(join(folder, 'generator.json'), JSON.stringify({ post_hooks: [] }))
    for (const version of APIS) {
      await run(
        [
          ...([tool, '-m', 'openapi_python_client', 'generate', '--path', `${version}.json`] as const),
          ...['--output-path', `client_${version}`, '--meta', 'none', '--config', 'generator.json'],
          '--fail-on-warning',
        ],
        { cwd: folder },
      )
    }
    return run([tool, join(import.meta.dirname, 'python', 'calls.py'), api, folder], { cwd: folder })
  },

  async typescript({ api, tool, folder, calls }) {
    const bin = join(tool, 'node_modules', '.bin')
    await symlink(join(tool, 'node_modules'), join(folder, 'node_modules'))
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }))
    for (const version of APIS) {
      await run([join(bin, 'openapi-typescript'), `${version}.json`, '-o', `${version}.d.ts`], {
        cwd: folder,
      })
    }
    await writeFile(join(folder, 'program.ts'), typeScriptProgram(api, calls))
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
    ]
    await run([join(bin, 'tsc'), ...options, 'program.ts'], { cwd: folder })
    return run([process.execPath, '--experimental-strip-types', 'program.ts'], { cwd: folder })
  },
}

/** A program whose requests the compiler checks against the generated types. */
function typeScriptProgram(api: string, calls: readonly DocumentCall[]): string {
  const lines = calls.map((call) => {
    const { method, path, query, body } = call
    const hasQuery = Object.keys(query).length > 0
    const init = method === 'post' ? { body } : hasQuery ? { params: { query } } : {}
    const request = `${call.api}.${method.toUpperCase()}('${path}', ${JSON.stringify(init)})`
    return `await record('${call.api}', '${call.id}', ${request})`
  })
  return `import createClient from 'openapi-fetch'
import type { paths as V2 } from './v2.d.ts'
import type { paths as V3 } from './v3.d.ts'

const v2 = createClient<V2>({ baseUrl: '${api}' })
const v3 = createClient<V3>({ baseUrl: '${api}' })
const outcomes: object[] = []

async function record(api: string, id: string, answer: Promise<{ data?: unknown; error?: unknown; response: Response }>) {
  const { data, error, response } = await answer
  const body = JSON.stringify(data ?? error) ?? ''
  outcomes.push({ api, id, status: response.status, body, ...(data !== undefined && { parsed: body }) })
}

${lines.join('\n')}
console.log(JSON.stringify(outcomes))
`
}

/** Returns the differences of an outcome from the document. */
function faultsOf(
  { documents, operations }: Documents,
  call: DocumentCall,
  outcome: Outcome | undefined,
): string[] {
  if (!outcome) return ['it was not called']
  const { status = 0, body = '', parsed, error } = outcome
  if (error !== undefined) return [error]
  const operation = operations.get(`${call.api} ${call.id}`)
  if (!operation) return ['it is not documented']
  const isPendingOver = status === NOT_FOUND && call.id === 'pendingTransactions_get'
  if (status !== 200 && !isPendingOver) return [`status ${status}: ${body.slice(0, 200)}`]
  const value = body === '' ? undefined : JSON.parse(body)
  const faults = answerFaults(documents[call.api], operation, status, value)
  if (value === undefined || isPendingOver) return faults
  if (parsed === undefined) return [...faults, 'the client parsed no answer']
  return JSON.stringify(sorted(JSON.parse(parsed))) === JSON.stringify(sorted(value))
    ? faults
    : [...faults, `parsed as another value: ${parsed.slice(0, 200)}`]
}

/** The same value with the fields of objects in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]))
}

async function main(): Promise<void> {
  const text = { type: 'string', default: '' } as const
  const { values } = parseArgs({
    options: { generator: text, tool: text, api: text, scratch: text, config: text, blocks: text },
  })
  const { generator, tool, api, scratch: folder } = values
  const runner = RUNNERS[generator]
  if (!runner) throw new Error(`no generator '${generator}'; there are ${Object.keys(RUNNERS).join()}`)
  const documents = await readDocuments(api, folder)
  const output = await runner({ api, tool, folder, calls: documents.calls })
  const outcomes = JSON.parse(output) as Outcome[]
  const calls: Record<string, CallTally> = {}
  for (const call of documents.calls) {
    const outcome = outcomes.find((one) => one.api === call.api && one.id === call.id)
    const differences = faultsOf(documents, call, outcome)
    calls[`${call.api} ${call.id}`] = { equal: differences.length === 0 ? 1 : 0, tried: 1, differences }
  }
  console.log(JSON.stringify({ calls }))
}

await main()
