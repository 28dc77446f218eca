/**
 * `npm run test:clients [-- NAME…]`: runs clients that this project did not write against its networks, and compares
 * every answer with the API's. Prints a line per client and network; exits with 1 on a difference that is not known.
 * `--networks devnet,sample` chooses networks, `--blocks N` compares that many masterchain blocks (120), `--quick` leaves
 * out the clients that take minutes, `--verbose` prints every call.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { blueprintClient } from './blueprint/client.ts'
import { CLIENT_NETWORKS, type ClientNetwork } from './clientNetworks.ts'
import { CLIENTS_CACHE, type ForeignClient, type Prepared, type Tally } from './foreignClient.ts'
import { knownDifference } from './knownDifferences.ts'
import { openApiClients } from './openapi/client.ts'
import { pytoniqClient } from './pytoniq/client.ts'
import { pytonlibClients } from './pytonlib/client.ts'
import { lastLines, runCommand } from './runtimes/runCommand.ts'
import { schemathesisClient } from './schemathesis/client.ts'
import { tonCenterV3Client } from './ton-center-v3/client.ts'
import { tonLiteClient } from './ton-lite-client/client.ts'
import { tonTonClient } from './ton-ton/client.ts'
import { toncenterClient } from './toncenter/client.ts'
import { tonutilsClient } from './tonutils/client.ts'
import { tonutilsGoClients } from './tonutils-go/client.ts'
import { tonwebClient } from './tonweb/client.ts'

const CLIENTS: readonly ForeignClient[] = [
  ...pytonlibClients,
  pytoniqClient,
  tonutilsClient,
  ...tonutilsGoClients,
  toncenterClient,
  tonCenterV3Client,
  tonTonClient,
  tonwebClient,
  tonLiteClient,
  blueprintClient,
  ...openApiClients,
  schemathesisClient,
]
const CLIENT_DEADLINE_MS = 240_000
/** All clients on one network. A client that runs then, or has not begun, fails. */
const NETWORK_DEADLINE_MS = 360_000
/** Clients at work at once, on as many cores. */
const AT_ONCE = 2
/** Installations wait for downloads most of the time. */
const INSTALLATIONS_AT_ONCE = 3
/** Differences printed per call without `--verbose`. */
const SHOWN = 3

async function main(): Promise<number> {
  const text = { type: 'string', default: Object.keys(CLIENT_NETWORKS).join() } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      networks: text,
      quick: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      blocks: { type: 'string', default: '120' },
    },
  })
  const clients = CLIENTS.filter(
    ({ name, isSlow }) =>
      !(values.quick && isSlow) &&
      (positionals.length === 0 || positionals.some((part) => name.includes(part))),
  )
  const preparing = prepareAll(clients)
  let failed = 0
  for (const name of values.networks.split(',')) {
    const open = CLIENT_NETWORKS[name]
    if (!open) throw new Error(`no network '${name}'; there are ${Object.keys(CLIENT_NETWORKS).join()}`)
    await using network = await open()
    const deadline = performance.now() + NETWORK_DEADLINE_MS
    const run = async (client: ForeignClient) => {
      const prepared = await preparing.get(client)
      if (!prepared?.command) return
      if (!(await runClient(client, prepared.command, network, deadline, values))) failed++
    }
    await atOnce(
      AT_ONCE,
      clients.filter(({ sends }) => !sends),
      run,
    )
    for (const client of clients.filter(({ sends }) => sends)) await run(client)
  }
  const outcomes = await Promise.all(preparing.values())
  failed += outcomes.filter((outcome) => outcome === undefined).length
  console.log(failed === 0 ? 'all clients agree' : `${failed} runs with differences`)
  return failed === 0 ? 0 : 1
}

/**
 * Begins to install the clients, in their order, and prints which are skipped and which fail.
 * @returns for each client how to start it; undefined if the installation failed
 */
function prepareAll(
  clients: readonly ForeignClient[],
): ReadonlyMap<ForeignClient, Promise<Prepared | undefined>> {
  const started = new Map(clients.map((client) => [client, Promise.withResolvers<Prepared | undefined>()]))
  void atOnce(INSTALLATIONS_AT_ONCE, clients, async (client) => {
    try {
      const prepared = await client.prepare(CLIENTS_CACHE)
      if (!prepared.command) console.log(`skipped  ${client.name}: ${prepared.skip}`)
      started.get(client)?.resolve(prepared)
    } catch (error) {
      console.log(`FAILED   ${client.name}: ${error instanceof Error ? error.message : error}`)
      started.get(client)?.resolve(undefined)
    }
  })
  return new Map([...started].map(([client, { promise }]) => [client, promise]))
}

/** Does the work for every client, for `count` of them at a time. */
async function atOnce(
  count: number,
  clients: readonly ForeignClient[],
  work: (client: ForeignClient) => Promise<void>,
): Promise<void> {
  const queue = clients.values()
  const turn = async () => {
    for (const client of queue) await work(client)
  }
  await Promise.all(Array.from({ length: count }, turn))
}

/** Returns whether the client agrees, apart from known differences. */
async function runClient(
  client: ForeignClient,
  command: readonly [string, ...string[]],
  network: ClientNetwork,
  deadline: number,
  { verbose, blocks }: { readonly verbose: boolean; readonly blocks: string },
): Promise<boolean> {
  const title = `${client.name} on ${network.name}`
  const unfit = client.unfit?.(network)
  if (unfit) {
    console.log(`skipped  ${title}: ${unfit}`)
    return true
  }
  const scratch = await mkdtemp(join(tmpdir(), 'tonscope-client-'))
  try {
    const began = performance.now()
    const result = await runCommand(
      [
        ...command,
        '--config',
        network.config,
        '--api',
        network.api,
        '--scratch',
        scratch,
        '--blocks',
        blocks,
      ],
      // pytoniq keeps proved blocks in the current folder.
      { cwd: scratch, deadlineMs: Math.max(0, Math.min(CLIENT_DEADLINE_MS, deadline - began)) },
    )
    const tally = result.code === 0 ? parseTally(result.stdout) : undefined
    if (!tally) {
      console.log(`FAILED   ${title}: ended with ${result.code ?? 'its deadline'}: ${lastLines(result)}`)
      return false
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    return report(client.name, network.name, tally, `${seconds} s`, verbose)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function parseTally(output: string): Tally | undefined {
  const line = output.trimEnd().split('\n').at(-1) ?? ''
  return line.startsWith('{"calls"') ? JSON.parse(line) : undefined
}

function report(client: string, network: string, { calls }: Tally, time: string, verbose: boolean): boolean {
  const rows = Object.entries(calls)
  const sum = (key: 'equal' | 'tried') => rows.reduce((total, [, call]) => total + call[key], 0)
  let isEqual = rows.length > 0
  const lines: string[] = []
  for (const [call, { equal, tried, differences }] of rows) {
    const known =
      tried === equal ? undefined : knownDifference(client, network, call, tried - equal, differences)
    if (verbose || tried !== equal)
      lines.push(`           ${call} ${equal}/${tried}${known ? ` (known: ${known})` : ''}`)
    if (tried === equal || (known && !verbose)) continue
    if (!known) isEqual = false
    lines.push(...differences.slice(0, verbose ? undefined : SHOWN).map((text) => `             ${text}`))
  }
  console.log(
    `${isEqual ? 'equal   ' : 'DIFFERS '} ${client} on ${network}: ${sum('equal')}/${sum('tried')} in ${time}`,
  )
  for (const line of lines) console.log(line)
  return isEqual
}

process.exitCode = await main()
