import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Devnet, GLOBAL_ID } from '../../src-main/devnet/chain/devnet.ts'
import { type DevnetDirectory, openDevnetDirectory } from '../../src-main/devnet/chain/devnetDirectory.ts'
import { TestWallet } from '../integration/devnet/wallet.ts'

/** What a recorded chain contains. */
export type RecordingOptions = {
  /** Masterchain blocks at the recorded rate. */
  readonly blocks: number
  /** Shards of the basechain, each of which has a block for each masterchain block. */
  readonly shards: number
  /** Masterchain blocks of one second of the chain's time. */
  readonly blocksPerSecond: number
  /** Transfers between wallets in each masterchain block: two transactions each. */
  readonly transfers: number
  readonly wallets: number
}

/** A chain that was made before it is served, since its rate is more than a machine can make and read at once. */
export type Recording = RecordingOptions & {
  /** The devnet's directory. */
  readonly dir: string
  readonly genesisTime: number
  /** First block at the recorded rate, with all shards; those before deploy the wallets. */
  readonly first: number
  readonly last: number
  /** Wallet that receives one transfer of four. */
  readonly busyWallet: string
}

const SEED = 'recorded chain'
const FILE = 'recording.json'
const GIFT = 1_000_000_000_000n
const AMOUNT = 1_000_000n
const GIFTS_PER_MESSAGE = 4
const BUSY_SHARE = 4

/** Opens the recording in `folder`, or makes it. Calls `onProgress` with the number of recorded blocks. */
export async function recordChain(
  folder: string,
  options: RecordingOptions,
  onProgress: (blocks: number) => void = () => {},
): Promise<Recording> {
  const file = join(folder, FILE)
  if (existsSync(file)) return { ...JSON.parse(readFileSync(file, 'utf8')), dir: join(folder, 'chain') }
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const { dir: _dir, ...recording } = await make(join(unfinished, 'chain'), options, onProgress)
  writeFileSync(join(unfinished, FILE), JSON.stringify(recording))
  renameSync(unfinished, folder)
  return { ...recording, dir: join(folder, 'chain') }
}

/** Opens a recorded chain for reading. */
export async function openRecording({
  dir,
  genesisTime,
}: Recording): Promise<Pick<DevnetDirectory, 'store' | 'close'>> {
  const genesis = { seed: SEED, genesisTime, globalId: GLOBAL_ID }
  return openDevnetDirectory(dir, genesis, { readOnly: true })
}

async function make(
  dir: string,
  options: RecordingOptions,
  onProgress: (blocks: number) => void,
): Promise<Recording> {
  const { blocks, shards, blocksPerSecond, transfers, wallets: count } = options
  const genesisTime = Math.floor(Date.now() / 1_000)
  let now = genesisTime
  const devnet = await Devnet.create({ seed: SEED, genesisTime, dir, clock: () => Math.floor(now), shards })
  try {
    const wallets = Array.from({ length: count }, (_, index) => TestWallet.basechain(index))
    const step = async (seconds: number) => {
      now += seconds
      return (await devnet.step()).shards.length
    }
    await fund(devnet, wallets, () => step(1))
    // A split is announced some seconds before it is made.
    while ((await step(1)) < shards);
    const first = devnet.store.head().seqno + 1
    let sent = 0
    for (let made = 0; made < blocks; made++) {
      for (let transfer = 0; transfer < transfers; transfer++, sent++) {
        const from = wallets[sent % count] as TestWallet
        const other = wallets[(sent * 7 + 3) % count] as TestWallet
        const to = (sent % BUSY_SHARE === 0 ? (wallets[0] as TestWallet) : other).address
        await devnet.send(from.message([{ to, amount: AMOUNT }], { now: Math.floor(now) }))
        from.seqno++
      }
      await step(1 / blocksPerSecond)
      onProgress(made + 1)
    }
    const last = devnet.store.head().seqno
    const busyWallet = (wallets[0] as TestWallet).address.toRawString()
    return { ...options, dir, genesisTime, first, last, busyWallet }
  } finally {
    await devnet.close()
  }
}

async function fund(
  devnet: Devnet,
  wallets: readonly TestWallet[],
  step: () => Promise<unknown>,
): Promise<void> {
  const giver = TestWallet.giver(devnet.keys.giver)
  await step()
  for (let at = 0; at < wallets.length; at += GIFTS_PER_MESSAGE) {
    const some = wallets.slice(at, at + GIFTS_PER_MESSAGE)
    const gifts = some.map(({ address }) => ({ to: address, amount: GIFT }))
    await devnet.send(
      giver.message(gifts, { now: devnet.store.find(devnet.store.head())?.head?.genUtime ?? 0 }),
    )
    giver.seqno++
    await step()
  }
  // The last gifts arrive.
  await step()
}
