import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Address } from '@ton/core'
import { sendJettons } from '../../src-main/devnet/scenario/jettonContract.ts'
import { cranes, jettons, jettonsOf } from '../../src-main/devnet/scenario/jettons.ts'
import { sendFrom, usersOf } from '../../src-main/devnet/scenario/users.ts'
import { wallets } from '../../src-main/devnet/scenario/wallets.ts'
import { serveDevnet } from '../../src-main/devnet/serveDevnet.ts'
import { startClassification } from '../../src-main/indexer/actions/classification.ts'
import { startAnalysisThread } from '../../src-main/indexer/analysis/analysisThread.ts'
import { startDetection } from '../../src-main/indexer/detect/detection.ts'
import { createDiskLimit } from '../../src-main/indexer/diskLimit.ts'
import { createRetryingClient } from '../../src-main/indexer/fetch/retryingClient.ts'
import { createIngest } from '../../src-main/indexer/ingest.ts'
import { createParsePool } from '../../src-main/indexer/parse/parsePool.ts'
import { spareParsing } from '../../src-main/indexer/parse/parseService.ts'
import { createCommitments } from '../../src-main/indexer/readThrough/commitment.ts'
import { createReadThrough } from '../../src-main/indexer/readThrough/readThrough.ts'
import type { AdnlServer } from '../../src-main/liteserver/adnl/server.ts'
import { openLiteNetwork } from '../../src-main/liteserver/network/openLiteNetwork.ts'
import { archiveFolder } from '../../src-main/store/archive/segments.ts'
import { openReader } from '../../src-main/store/openDatabase.ts'
import { openIndexStore } from '../../src-main/store/openIndexStore.ts'
import { openTestContext } from '../integration/devnet/testContext.ts'

/** Jetton transfers, each to a holder of its own: three of four accounts with transactions are jetton wallets. */
const TRANSFERS = Number(process.env.TONSCOPE_BENCH_TRANSFERS ?? 1_500)
const PER_MESSAGE = 30
/** Indexing with and without detection take turns. */
const TURNS = 3
const RATIO_GOAL = 0.7

type Stage = Awaited<ReturnType<typeof openTestContext>>
export type Lap = {
  readonly ingestSeconds: number
  /** From the first block until nothing waits. */
  readonly wholeSeconds: number
  readonly transactions: number
  /** Accounts looked at; 0 without detection. */
  readonly accounts: number
}

export async function playTransfers(stage: Stage): Promise<void> {
  for (const play of [wallets, jettons]) await play(stage)
  const users = usersOf(stage)
  const { crane } = jettonsOf(users)
  const { treasury } = users
  for (let first = 0; first < TRANSFERS; first += PER_MESSAGE) {
    const messages = Array.from({ length: PER_MESSAGE }, (_, place) => {
      const hash = Buffer.alloc(32, 0x77)
      hash.writeUInt32BE(first + place)
      return sendJettons(crane, { from: treasury.address, to: new Address(0, hash), amount: cranes(1) })
    })
    await sendFrom(stage, treasury, messages)
    await stage.settle()
  }
}

/** Indexes the whole chain into a new folder, with or without detection and classification at the same time. */
export async function lap(
  stage: Stage,
  { port, publicKey }: Pick<AdnlServer, 'port' | 'publicKey'>,
  { detects, classifies }: { readonly detects: boolean; readonly classifies: boolean },
): Promise<Lap> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-detect-'))
  const { zeroState } = stage.devnet.store
  const network = await openLiteNetwork({
    config: { liteservers: [{ host: '127.0.0.1', port, publicKey }], zeroState },
  })
  const parser = createParsePool()
  const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
  const listeners: (() => void)[] = []
  const onWritten = () => {
    for (const hear of listeners) hear()
  }
  const context = { zeroState, network, store, parser, commitments: createCommitments(), onWritten }
  const client = createRetryingClient(network)
  const ingest = createIngest({ ...context, client, diskLimit: createDiskLimit(store, null) })
  const readThrough = createReadThrough({ ...context, ingest, searchDepth: 0 })
  let isBusy = true
  const analysis = startAnalysisThread({ file: store.file, archiveDir: archiveFolder(dir), zeroState })
  const classification = classifies
    ? startClassification({ store, analysis, isBusy: () => isBusy })
    : undefined
  const takeBack = detects || classifies ? parser.lend(spareParsing(analysis, () => isBusy)) : undefined
  const detection = detects
    ? startDetection({
        ...context,
        readThrough,
        analysis,
        isBusy: () => isBusy,
        onUnreadable() {},
        isFollowing: () => true,
        onDetected: () => classification?.written(),
      })
    : undefined
  listeners.push(() => {
    detection?.written()
    classification?.written()
  })
  try {
    const head = stage.devnet.store.head().seqno
    const start = performance.now()
    let transactions = 0
    await ingest.run([{ first: 1, last: head }], {
      newestFirst: false,
      signal: AbortSignal.timeout(600_000),
      onWritten: (_, written) => {
        transactions += written.transactions
      },
    })
    const ingestSeconds = (performance.now() - start) / 1000
    isBusy = false
    while (detection && (detection.status().pending > 0 || detection.status().waiting > 0)) await sleep(5)
    while (classification && classification.status().pending > 0) await sleep(5)
    const wholeSeconds = (performance.now() - start) / 1000
    return { ingestSeconds, wholeSeconds, transactions, accounts: detects ? contractsIn(store.file) : 0 }
  } finally {
    takeBack?.()
    await Promise.all([detection?.close(), classification?.close(), analysis.close()])
    readThrough.close()
    await store.close()
    await parser.close()
    network.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

function contractsIn(file: string): number {
  const connection = openReader(file)
  try {
    return connection.prepare<[], number>('SELECT count(*) FROM jetton_wallets').pluck().get() as number
  } finally {
    connection.close()
  }
}

const round = (value: number) => Math.round(value * 100) / 100

/** Indexing of a chain of jetton transfers, with detection and without, in turns. */
export async function benchDetect(): Promise<object[]> {
  const stage = await openTestContext('bench')
  try {
    await playTransfers(stage)
    const server = await serveDevnet(stage.devnet, { clock: () => stage.now() })
    try {
      const run = (detects: boolean) => lap(stage, server, { detects, classifies: false })
      await run(true)
      const withDetection: Lap[] = []
      const without: Lap[] = []
      for (let turn = 0; turn < TURNS; turn++) {
        without.push(await run(false))
        withDetection.push(await run(true))
      }
      const sum = (laps: readonly Lap[], of: keyof Lap) => laps.reduce((total, each) => total + each[of], 0)
      const rate = (laps: readonly Lap[]) =>
        Math.round(sum(laps, 'transactions') / sum(laps, 'ingestSeconds'))
      const accounts = sum(withDetection, 'accounts')
      return [
        {
          what: 'ingest with detection',
          transactions: sum(withDetection, 'transactions'),
          transactionsPerSecond: rate(withDetection),
          withoutDetection: rate(without),
          ratio: round(rate(withDetection) / rate(without)),
          ratioGoal: RATIO_GOAL,
          jettonWallets: accounts,
          jettonWalletsPerSecond: Math.round(accounts / sum(withDetection, 'wholeSeconds')),
          detectedAfterIngestSeconds: round(
            (sum(withDetection, 'wholeSeconds') - sum(withDetection, 'ingestSeconds')) / TURNS,
          ),
        },
      ]
    } finally {
      await server.close()
    }
  } finally {
    await stage.close()
  }
}
