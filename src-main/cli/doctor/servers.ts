import { once } from 'node:events'
import { Address } from '@ton/core'
import { LiteClient, LiteSingleEngine } from 'ton-lite-client'
import { messageOf } from '#shared/messageOf.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { AdnlError } from '../../liteserver/adnl/adnlError.ts'
import { LiteServerError } from '../../liteserver/errors.ts'
import type { GlobalConfig } from '../../liteserver/globalConfig.ts'
import { abortable } from '../../liteserver/network/abortable.ts'
import { openLiteNetwork } from '../../liteserver/network/openLiteNetwork.ts'
import type { PoolStats } from '../../liteserver/pool/poolStats.ts'
import { type Finding, good, problem, warning } from './finding.ts'

/** Time limit for the proof of the newest block, and for each server after that, ms. */
const PROOF_MS = 15_000
const SERVER_MS = 10_000
/** Seconds by which a head can be older than the best one, or than this machine's clock. */
const LAG_S = 60
/** Seconds by which a block can be newer than this machine's clock. */
const AHEAD_S = 15
/** The configuration contract: each network has it. */
const CONFIG_CONTRACT = new Address(-1, Buffer.alloc(32, 0x55))

type Server = GlobalConfig['liteservers'][number]

/** What a client read from one server. */
type Reading = { readonly head: BlockIdExt; readonly utime: number; readonly stateLt: bigint }

/** Why our client read nothing from a server. */
type ServerFault = {
  readonly kind: 'false answer' | 'no liteserver' | 'other'
  readonly text: string
}

/** A server with what it answered. */
type Examined = {
  readonly server: Server
  readonly ms: number
  /** By our client, which proves each answer. */
  readonly ours: Reading | ServerFault
  /** By ton-lite-client: undefined if its answers agree with ours, else why not. */
  readonly other: string | undefined
  /** Whether it has the first block; undefined if that is not known. */
  readonly isArchival: boolean | undefined
}

/** Dependencies of the checks. */
export type ServerChecks = {
  readonly config: GlobalConfig
  /** The newest key block that an earlier run proved. */
  readonly keyBlock: BlockIdExt | undefined
  /** Unix milliseconds. */
  readonly now: () => number
}

/**
 * Asks each liteserver of a config for its head, a state and a block, with our client and with ton-lite-client as an
 * independent one, and compares this machine's clock with the newest proved block. Ends within about 30 s.
 */
export async function checkServers(checks: ServerChecks): Promise<readonly Finding[]> {
  const { config, now } = checks
  if (config.liteservers.length === 0) {
    return [problem('liteservers', 'the config names none', 'use a config with liteservers: --network FILE')]
  }
  const anchor = await newestKeyBlock(checks)
  const examined = await Promise.all(config.liteservers.map((server) => examine(server, config, anchor)))
  const best = Math.max(...examined.map(({ ours }) => ('kind' in ours ? 0 : ours.utime)))
  const findings = examined.map((one) => serverFinding(one, best))
  const working = examined.filter(({ ours }) => !('kind' in ours) && best - ours.utime <= LAG_S).length
  return [
    ...findings,
    summary(working, examined),
    ...(working > 0 && examined.every(({ isArchival }) => isArchival === false) ? [PRUNED] : []),
    ...(best > 0 ? [clockFinding(best, now() / 1_000)] : []),
  ]
}

const PRUNED = warning(
  'history',
  'none of the liteservers keeps old blocks',
  'old transactions need an archival liteserver; new ones are kept by the index from now on',
)

/** Proves the head with all servers together, and returns the newest key block that was proved meanwhile. */
async function newestKeyBlock({ config, keyBlock }: ServerChecks): Promise<BlockIdExt> {
  const trustStore = { load: async () => keyBlock, save() {} }
  const network = await openLiteNetwork({ config, trustStore })
  try {
    await network.session({ signal: AbortSignal.timeout(PROOF_MS) }).last()
  } catch {
    // Each server is asked by itself: its finding says why.
  } finally {
    network.close()
  }
  return network.stats().keyBlock
}

async function examine(server: Server, config: GlobalConfig, anchor: BlockIdExt): Promise<Examined> {
  const signal = AbortSignal.timeout(SERVER_MS)
  const network = await openLiteNetwork({ config: { ...config, liteservers: [server], initBlock: anchor } })
  const begun = performance.now()
  try {
    const session = network.session({ signal })
    const head = await session.last()
    const ms = Math.round(performance.now() - begun)
    const [state, header] = await Promise.all([
      session.account(head, CONFIG_CONTRACT),
      session.blockHeader(head),
      session.block(head),
    ])
    const ours = { head, utime: header.genUtime, stateLt: state.lastTransLt }
    const [other, isArchival] = await Promise.all([
      secondOpinion(server, ours, signal),
      session.masterchainBlock(1).then(
        () => true,
        (error: unknown) => (error instanceof LiteServerError ? false : undefined),
      ),
    ])
    return { server, ms, ours, other, isArchival }
  } catch (error) {
    const ms = Math.round(performance.now() - begun)
    return { server, ms, ours: faultOf(error, network.stats()), other: undefined, isArchival: undefined }
  } finally {
    network.close()
  }
}

function faultOf(error: unknown, { proofFailures, servers }: PoolStats): ServerFault {
  const isForeign = hasCause(error, (cause) => cause instanceof AdnlError && cause.code === 'handshake')
  return {
    kind: proofFailures > 0 ? 'false answer' : isForeign ? 'no liteserver' : 'other',
    // A server that sent a false answer is no longer asked: the first error says why.
    text: servers[0]?.lastError ?? messageOf(error),
  }
}

function hasCause(error: unknown, matches: (cause: Error) => boolean): boolean {
  return error instanceof Error && (matches(error) || hasCause(error.cause, matches))
}

/** Reads the same with ton-lite-client on a connection of its own. Returns what differs, or why it failed. */
async function secondOpinion(
  { host, port, publicKey }: Server,
  ours: Reading,
  signal: AbortSignal,
): Promise<string | undefined> {
  const engine = new LiteSingleEngine({ host: `tcp://${host}:${port}`, publicKey })
  // It connects again by itself; a query that fails says so.
  engine.on('error', () => {})
  // It would connect again for ever, also after it was closed.
  Reflect.set(engine, 'connect', () => {})
  const client = new LiteClient({ engine })
  const block = {
    ...ours.head,
    shard: BigInt.asIntN(64, ours.head.shard).toString(),
  }
  try {
    await once(engine, 'ready', { signal })
    const answers = Promise.all([
      client.getMasterchainInfo(),
      client.getAccountState(CONFIG_CONTRACT, block),
      client.getBlockHeader(block),
    ])
    const [{ last }, state, header] = await abortable(answers, signal)
    if (last.seqno < ours.head.seqno) return `its head is block ${last.seqno}, ours ${ours.head.seqno}`
    if (BigInt(state.lastTx?.lt ?? 0) !== ours.stateLt)
      return 'the state of the configuration contract differs'
    if (!header.id.rootHash.equals(ours.head.rootHash)) return `block ${ours.head.seqno} differs`
    return undefined
  } catch (error) {
    return messageOf(error)
  } finally {
    engine.close()
  }
}

const STEPS: Readonly<Record<ServerFault['kind'], string | undefined>> = {
  'false answer': undefined,
  'no liteserver': 'compare the address, port and key in the config with those that its operator publishes',
  other: undefined,
}

function serverFinding({ server, ms, ours, other, isArchival }: Examined, best: number): Finding {
  const check = `liteserver ${server.host}:${server.port}`
  if ('kind' in ours) {
    const { kind, text } = ours
    return warning(
      check,
      `${kind === 'false answer' ? 'sends false answers' : 'does not work'}: ${text}`,
      STEPS[kind],
    )
  }
  const head = `block ${ours.head.seqno} in ${ms} ms`
  const late = best - ours.utime
  if (late > LAG_S) return warning(check, `${head}, ${late} s behind the newest one`)
  if (other !== undefined) return warning(check, `${head}, but not with ton-lite-client: ${other}`)
  const depth = isArchival === undefined ? '' : isArchival ? ', has old blocks' : ', keeps new blocks only'
  return good(check, `${head}${depth}, ton-lite-client agrees`)
}

function summary(working: number, { length }: readonly Examined[]): Finding {
  const check = 'liteservers'
  const text = `${working} of ${length} work`
  if (working === 0) {
    const next =
      'check the connection to the internet and whether a firewall blocks TCP to the ports above; ' +
      'for a public network, npx tonscope networks update fetches its present liteservers'
    return problem(check, 'none of them works', next)
  }
  return working * 2 < length
    ? warning(check, text, 'npx tonscope networks update fetches the present ones of a public network')
    : good(check, text)
}

/** Compares this machine's clock (Unix seconds) with the newest proved block. */
function clockFinding(newest: number, now: number): Finding {
  const check = 'clock'
  const age = Math.round(now - newest)
  const next = "set this machine's clock, or let it follow a time server"
  if (age < -AHEAD_S)
    return problem(check, `the newest block is from ${-age} s after the time of this machine`, next)
  if (age > LAG_S) {
    return warning(
      check,
      `the newest proved block is ${age} s old: the clock is ahead, or the network makes no blocks`,
      next,
    )
  }
  return good(check, `agrees with the newest block, which is ${Math.max(0, age)} s old`)
}
