import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { INDEX_PREFIX, type WatchedAccounts } from '#shared/schema/indexer.ts'
import { formatGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { TestWallet } from '../integration/devnet/wallet.ts'
import { ask, command } from '../integration/indexer/indexGateway.ts'
import { recordChain } from '../publicNetwork/recordChain.ts'
import { replayPublicNetwork } from '../publicNetwork/startPublicNetwork.ts'
import { cpuMs, round, rssMb, startGatewayProcess } from './gatewayProcess.ts'
import { benchServers, NETWORK } from './stretch.ts'

const COUNTS = (process.env.WATCHED ?? '100,1000').split(',').map(Number)
const MINUTES = Number(process.env.MINUTES ?? 3)
/** Of mainnet. */
const SHARDS = 4
const PER_SECOND = 0.4
const MINUTE_MS = 60_000
const READ_DEADLINE_MS = 900_000

/**
 * Watched accounts without new transactions over a simulated public network at the rate of mainnet: queries a minute, and
 * the work of the gateway.
 */
export async function* benchWatch(): AsyncGenerator<object> {
  const wallets = Math.max(...COUNTS)
  const blocks = Math.ceil(((MINUTES + 25) * MINUTE_MS * PER_SECOND) / 1_000)
  const recording = await recordChain(join(tmpdir(), `tonscope-recording-watch-${wallets}-${blocks}`), {
    blocks,
    shards: SHARDS,
    blocksPerSecond: 1,
    transfers: 0,
    wallets,
  })
  for (const count of COUNTS) {
    const dataDir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
    const network = await replayPublicNetwork({
      recording,
      from: recording.first,
      perSecond: PER_SECOND,
      servers: benchServers(),
    })
    const file = join(dataDir, 'public.json')
    writeFileSync(file, formatGlobalConfig(network.config))
    const gateway = await startGatewayProcess({ network: file, dataDir, options: ['--index', 'off'] })
    try {
      const begun = performance.now()
      for (let wallet = 0; wallet < count; wallet++) {
        const account = TestWallet.basechain(wallet).address.toRawString()
        await command(gateway.origin, 'watch', { account, depth: 'all' })
      }
      await allRead(gateway.origin, count)
      const seconds = (performance.now() - begun) / 1_000
      const readQueries = network.ledger.entry.total
      // Their next check is the first one at rest.
      await sleep(1.5 * MINUTE_MS)
      network.ledger.reset()
      const cpu = cpuMs(gateway.pid)
      await sleep(MINUTES * MINUTE_MS)
      const { queries, total, background, refusals } = network.ledger.entry
      const perMinute = Object.entries(queries).map(([name, number]) => [name, round(number / MINUTES)])
      const { failed } = await watched(gateway.origin)
      // A question to a server that is a block behind waits for it, and the ledger counts it as background too.
      const all = total + background
      yield {
        ...NETWORK,
        what: 'at rest',
        watched: count,
        failed,
        read_s: round(seconds),
        queries_to_read: readQueries,
        queries_and_head_per_minute: round(all / MINUTES),
        per_minute_and_account: round(all / MINUTES / count),
        goal_per_minute_and_account: 1,
        by_function: Object.fromEntries(perMinute),
        background_per_minute: round(background / MINUTES),
        refusals,
        cpu_share: round((cpuMs(gateway.pid) - cpu) / MINUTES / MINUTE_MS),
        rss_mb: rssMb(gateway.pid),
      }
    } finally {
      await gateway.close()
      await network.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
}

function watched(origin: string): Promise<WatchedAccounts> {
  return ask<WatchedAccounts>(origin, `${INDEX_PREFIX}/watched?limit=1`)
}

/** Waits until the histories of all accounts are read. */
async function allRead(origin: string, count: number): Promise<void> {
  for (const begun = performance.now(); ; await sleep(1_000)) {
    const { total, reading, failed } = await watched(origin)
    if (total === count && reading === 0 && failed === 0) return
    if (performance.now() - begun > READ_DEADLINE_MS)
      throw new Error(`the accounts are not read: ${JSON.stringify({ total, reading, failed })}`)
  }
}
