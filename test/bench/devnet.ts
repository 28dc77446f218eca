import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beginCell, Cell, loadShardAccount as loadCoreShardAccount, type Slice } from '@ton/core'
import { Blockchain } from '@ton/sandbox'
import { Executor } from '@ton/sandbox/dist/executor/Executor.js'
import { loadTransaction } from '../../src-main/chain/block/transaction.ts'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { storeShardAccount } from '../../src-main/chain/state/shardAccounts.ts'
import { parseCell } from '../../src-main/chain/tlb.ts'
import { Devnet } from '../../src-main/devnet/chain/devnet.ts'
import { openMasterchain, openState } from '../../src-main/devnet/collator/openedState.ts'
import { TestWallet } from '../integration/devnet/wallet.ts'

const GENESIS = 1_800_000_000
const WALLETS = 128
const ROUNDS = 18
const WARM_UP = 3
const GIFT = 1_000_000_000_000n
const AMOUNT = 1_000_000n
/** An external message to a wallet, and the internal one that it sends. */
const TRANSACTIONS_PER_TRANSFER = 2
const TRANSACTIONS = WALLETS * TRANSACTIONS_PER_TRANSFER

const BLOCKS = 10_000
const MEASURE_EVERY = 1_000

/**
 * Transfers between wallets v3r2, counted in transactions (two for each transfer): through the devnet (message
 * accepted, blocks made, signed and stored), through @ton/sandbox's Blockchain and through the executor alone, which
 * runs the very same transactions. Then memory over 10,000 blocks, and the time to open their directory again.
 */
export async function benchDevnet(): Promise<readonly object[]> {
  return [await benchTransfers(), ...(await benchBlocks())]
}

type Contender = { readonly name: string; round(seqno: number): Promise<void> }

export async function benchTransfers(): Promise<object> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const time = { now: GENESIS }
  const devnet = await Devnet.create({ seed: 'bench', genesisTime: GENESIS, dir, clock: () => time.now })
  try {
    const wallets = Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))
    await fund(devnet, wallets, time.now)
    const messages = Array.from({ length: ROUNDS + 1 }, (_, seqno) =>
      wallets.map((wallet, index) => {
        const to = (wallets[(index + 1 + seqno) % WALLETS] as TestWallet).address
        return wallet.message([{ to, amount: AMOUNT }], { now: time.now, seqno })
      }),
    )
    // Deploys the wallets, everywhere alike.
    await devnetRound(devnet, messages[0] as Buffer[])
    const contenders: Contender[] = [
      { name: 'devnet', round: (seqno) => devnetRound(devnet, messages[seqno] as Buffer[]) },
      await sandboxContender(devnet, wallets, messages),
      await executorContender(devnet, wallets, messages),
    ]
    const rounds = new Map<string, Measured[]>(contenders.map(({ name }) => [name, []]))
    for (let seqno = 1; seqno <= ROUNDS; seqno++) {
      for (const { name, round } of contenders) {
        const { wall, cpu } = await measured(() => round(seqno))
        if (seqno > WARM_UP) rounds.get(name)?.push({ wall: TRANSACTIONS / wall, cpu: TRANSACTIONS / cpu })
      }
    }
    const of = (name: string) => medianOf(rounds.get(name) ?? [])
    return {
      unit: 'transactions per second, median round',
      transactions_per_round: TRANSACTIONS,
      devnet: rounded(of('devnet')),
      executor: rounded(of('executor')),
      sandbox: rounded(of('sandbox')),
      ratio_to_executor: ratios(of('devnet'), of('executor')),
      ratio_to_sandbox: ratios(of('devnet'), of('sandbox')),
    }
  } finally {
    await devnet.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Seconds by the clock, and of processor time: the second hardly minds what else the machine does. */
type Measured = { readonly wall: number; readonly cpu: number }

async function measured(work: () => Promise<void>): Promise<Measured> {
  const begin = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { wall: (performance.now() - begin) / 1000, cpu: (user + system) / 1e6 }
}

/** What else the machine does falls on single rounds: the middle one is the least touched by it. */
function medianOf(rounds: readonly Measured[]): Measured {
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return { wall: middle(rounds.map(({ wall }) => wall)), cpu: middle(rounds.map(({ cpu }) => cpu)) }
}

function rounded({ wall, cpu }: Measured): Measured {
  return { wall: Math.round(wall), cpu: Math.round(cpu) }
}

function ratios(a: Measured, b: Measured): Measured {
  const ratio = (one: number, other: number) => Math.round((one / other) * 100) / 100
  return { wall: ratio(a.wall, b.wall), cpu: ratio(a.cpu, b.cpu) }
}

async function fund(devnet: Devnet, wallets: readonly TestWallet[], now: number): Promise<void> {
  const giver = TestWallet.giver(devnet.keys.giver)
  await devnet.step()
  for (let at = 0; at < wallets.length; at += 4) {
    const gifts = wallets.slice(at, at + 4).map(({ address }) => ({ to: address, amount: GIFT }))
    await devnet.send(giver.message(gifts, { now }))
    giver.seqno++
    await devnet.step()
  }
  await devnet.step()
}

/** Until every message is in a block: a full block leaves some to the next one. */
async function devnetRound(devnet: Devnet, messages: readonly Buffer[]): Promise<void> {
  await Promise.all(messages.map((message) => devnet.send(message)))
  while (devnet.waitingMessages > 0) await devnet.step()
}

/** A ShardAccount cell of a wallet, as the devnet has it after the deployment. */
async function shardAccounts(devnet: Devnet, wallets: readonly TestWallet[]): Promise<readonly Cell[]> {
  const { store } = devnet
  const [top] = store.tops()
  if (!top) throw new Error('there is no shard')
  const { accounts } = openState(await store.state({ id: top, head: undefined }))
  return wallets.map(({ address }) => {
    const account = accounts.get(address.hash)
    if (!account) throw new Error(`no account ${address}`)
    return beginCell().store(storeShardAccount(account)).endCell()
  })
}

async function configOf({ store }: Devnet): Promise<Cell> {
  return openMasterchain(await store.state({ id: store.head(), head: undefined })).extra.config.config
}

async function sandboxContender(
  devnet: Devnet,
  wallets: readonly TestWallet[],
  messages: readonly (readonly Buffer[])[],
): Promise<Contender> {
  const blockchain = await Blockchain.create({ config: await configOf(devnet) })
  blockchain.now = GENESIS
  const accounts = await shardAccounts(devnet, wallets)
  for (const [index, { address }] of wallets.entries()) {
    const account = loadCoreShardAccount(
      Cell.fromBoc(serializeBoc(accounts[index] as Cell))[0]?.beginParse() as Slice,
    )
    await blockchain.setShardAccount(address, account)
  }
  // Parsed beforehand, by @ton/core itself.
  const cells = messages.map((round) => round.map((file) => Cell.fromBoc(file)[0] as Cell))
  return {
    name: 'sandbox',
    async round(seqno) {
      for (const message of cells[seqno] ?? []) {
        const { transactions } = await blockchain.sendMessage(message)
        if (transactions.length !== TRANSACTIONS_PER_TRANSFER) throw new Error('the sandbox made no transfer')
      }
    },
  }
}

type RawExecutor = {
  invoke(method: string, args: readonly (string | number)[]): number
  extractString(pointer: number): string
}

type RawOutput = { readonly success: boolean; readonly transaction: string; readonly shard_account: string }

/** The calls of all rounds are prepared, so that only the executor itself is measured. */
async function executorContender(
  devnet: Devnet,
  wallets: readonly TestWallet[],
  messages: readonly (readonly Buffer[])[],
): Promise<Contender> {
  const executor = (await Executor.create()) as unknown as RawExecutor
  const config = serializeBoc(await configOf(devnet)).toString('base64')
  const emulator = executor.invoke('_create_emulator', [config, 0])
  const run = (args: readonly string[]): RawOutput => {
    const answer = executor.extractString(executor.invoke('_emulate_with_emulator', [emulator, 0, ...args]))
    const { output } = JSON.parse(answer)
    if (!output?.success) throw new Error(`the executor did not run a transfer: ${answer}`)
    return output
  }
  const texts = (await shardAccounts(devnet, wallets)).map((cell) => serializeBoc(cell).toString('base64'))
  let lt = 1_000_000_000n
  const prepared = (index: number, message: string) => {
    lt += 1_000n
    const params = {
      utime: GENESIS,
      lt: lt.toString(),
      rand_seed: '00'.repeat(32),
      ignore_chksig: false,
      debug_enabled: false,
    }
    const args = [texts[index] as string, message, JSON.stringify(params)]
    const output = run(args)
    texts[index] = output.shard_account
    return { args, output }
  }
  const rounds = messages.map((round, seqno) =>
    seqno === 0
      ? []
      : round.flatMap((file, index) => {
          const external = prepared(index, file.toString('base64'))
          const [sent] = parseCell(
            parseBocRoot(Buffer.from(external.output.transaction, 'base64')),
            'Transaction',
            loadTransaction,
          ).outMsgs
          const to = (index + 1 + seqno) % WALLETS
          const internal = prepared(to, serializeBoc(sent as Cell).toString('base64'))
          return [external.args, internal.args]
        }),
  )
  return {
    name: 'executor',
    async round(seqno) {
      for (const args of rounds[seqno] ?? []) run(args)
    },
  }
}

/** Blocks with a transfer each, as a quiet devnet makes them. */
async function benchBlocks(): Promise<readonly object[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tonscope-bench-'))
  const time = { now: GENESIS }
  const open = () => Devnet.create({ seed: 'bench', genesisTime: GENESIS, dir, clock: () => time.now })
  let devnet = await open()
  try {
    const wallets = Array.from({ length: 8 }, (_, index) => TestWallet.basechain(index))
    await fund(devnet, wallets, time.now)
    const memory: { readonly block: number; readonly rss: number; readonly heap: number }[] = []
    const begin = performance.now()
    for (let block = devnet.store.head().seqno + 1; block <= BLOCKS; block++) {
      time.now += 5
      const wallet = wallets[block % wallets.length] as TestWallet
      const to = (wallets[(block + 1) % wallets.length] as TestWallet).address
      await devnet.send(wallet.message([{ to, amount: AMOUNT }], { now: time.now }))
      wallet.seqno++
      await devnet.step()
      if (block % MEASURE_EVERY !== 0) continue
      globalThis.gc?.()
      const { rss, heapUsed } = process.memoryUsage()
      memory.push({ block, rss: megabytes(rss), heap: megabytes(heapUsed) })
    }
    const seconds = (performance.now() - begin) / 1000
    const from = memory.find(({ block }) => block === 2 * MEASURE_EVERY)
    const last = memory.at(-1)
    if (!from || !last) throw new Error('nothing was measured')
    await devnet.close()
    const reopened = await timed(async () => {
      devnet = await open()
    })
    const head = devnet.store.head().seqno
    if (head !== BLOCKS) throw new Error(`the head is ${head} after reopening`)
    const files = ['blocks', 'steps', 'messages'].map(
      (name) => [name, statSync(join(dir, name)).size] as const,
    )
    return [
      {
        blocks: BLOCKS,
        steps_per_second: Math.round(BLOCKS / seconds),
        rss_mb: last.rss,
        heap_mb: last.heap,
        rss_growth_mb_per_1000_blocks:
          Math.round(((last.rss - from.rss) * 1e4) / (last.block - from.block)) / 10,
        heap_growth_mb_per_1000_blocks:
          Math.round(((last.heap - from.heap) * 1e4) / (last.block - from.block)) / 10,
        memory,
        reopen_ms: Math.round(reopened),
        file_mb: Object.fromEntries(files.map(([name, size]) => [name, megabytes(size)])),
      },
    ]
  } finally {
    await devnet.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e5) / 10
}
