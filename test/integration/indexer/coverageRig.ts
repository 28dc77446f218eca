import { Address, beginCell } from '@ton/core'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { createParsePool } from '../../../src-main/indexer/parse/parsePool.ts'
import type { FollowPreference } from '../../../src-main/indexer/settings.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import type { SeededRandom } from '../../fixtures/seededRandom.ts'
import { openTestDevnet } from '../devnet/testDevnet.ts'
import { TestWallet } from '../devnet/wallet.ts'
import { type IndexRig, openIndexRig } from './indexRig.ts'

/** A devnet whose blocks are made by hand, with an index of all of it. */
export type ChainRig = AsyncDisposable & {
  readonly wallets: readonly TestWallet[]
  readonly giver: TestWallet
  /** A wallet that bounces messages until it is deployed in a later block. */
  readonly late: TestWallet
  readonly whole: IndexRig
  readonly head: number
  /** Makes a block with a few transfers; the whole index has it when this resolves. */
  block(random: SeededRandom): Promise<void>
  /** Opens another index of the chain, on a folder of its own; it is notified of blocks as the gateway's index is. */
  open(preference: FollowPreference, options?: { readonly searchDepth?: number }): Promise<IndexRig>
}

const WALLETS = 4
/** Masterchain seqno from which the late wallet has coins. */
const LATE_SEQNO = 20
const COIN = 10n ** 9n
/** An account that does not exist: messages to it come back. */
export const VACANT = new Address(0, Buffer.alloc(32, 0x40))

export async function openChainRig(random: SeededRandom): Promise<ChainRig> {
  const { devnet, time, close } = await openTestDevnet('coverage')
  const server = await serveDevnet(devnet, { clock: () => time.now })
  const { zeroState } = devnet.store
  const config = {
    liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
    zeroState,
  }
  // What one index learns of the head must not reach the other.
  const [own, others] = await Promise.all([openLiteNetwork({ config }), openLiteNetwork({ config })])
  const parser = createParsePool({ threads: 1 })
  const tvm = createTvmPool({ threads: 1 })
  const shared = { parser, tvm, zeroState }
  const whole = await openIndexRig({ ...shared, network: own }, { byDefault: true })
  const opened = new Set<IndexRig>()
  const giver = TestWallet.giver(devnet.keys.giver)
  const wallets = Array.from({ length: WALLETS }, (_, index) => TestWallet.basechain(index))
  const late = TestWallet.basechain(WALLETS)
  let lateFundedAt = Infinity

  async function indexed(): Promise<void> {
    const { seqno } = devnet.store.head()
    const isCovered = () =>
      whole.indexer.store.coverage().some(({ first, last }) => first === 1 && last >= seqno)
    const { promise, resolve } = Promise.withResolvers<void>()
    const unhear = whole.indexer.onWritten(() => {
      if (isCovered()) resolve()
    })
    whole.indexer.nudge(seqno)
    if (!isCovered()) await promise
    unhear()
  }

  async function step(): Promise<void> {
    time.now += 1
    const { masterchain } = await devnet.step()
    for (const { indexer } of opened) indexer.nudge(masterchain.seqno)
    await indexed()
  }

  async function send(from: TestWallet, ...transfers: Parameters<TestWallet['message']>[0]): Promise<void> {
    await devnet.send(from.message(transfers, { now: time.now }))
    from.seqno++
  }

  async function block(source: SeededRandom): Promise<void> {
    const { seqno: head } = devnet.store.head()
    if (head >= LATE_SEQNO && lateFundedAt === Infinity) {
      await send(giver, { to: late.address, amount: 100n * COIN })
      lateFundedAt = head + 1
    }
    const bouncing: readonly Address[] = [VACANT, late.address]
    for (const wallet of head > lateFundedAt + 1 ? [...wallets, late] : wallets) {
      if (source.below(3) > 0) continue
      const to = source.below(4) === 0 ? source.pick(bouncing) : source.pick(wallets).address
      const comment = beginCell().storeUint(0, 32).storeUint(source.below(100), 32).endCell()
      await send(wallet, {
        to,
        amount: COIN / 10n + BigInt(source.below(1000)),
        bounce: bouncing.includes(to),
        body: comment,
      })
    }
    await step()
  }

  await step()
  await send(giver, ...wallets.map(({ address }) => ({ to: address, amount: 100n * COIN })))
  await step()
  await step()
  for (let made = 0; made < 12; made++) await block(random)

  return {
    wallets,
    giver,
    late,
    whole,
    get head() {
      return devnet.store.head().seqno
    },
    block,
    async open(preference, options) {
      const rig = await openIndexRig({ ...shared, network: others }, preference, options)
      opened.add(rig)
      // The pool's last poll can be older than the newest blocks.
      rig.indexer.nudge(devnet.store.head().seqno)
      return {
        ...rig,
        async [Symbol.asyncDispose]() {
          opened.delete(rig)
          await rig[Symbol.asyncDispose]()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      await whole[Symbol.asyncDispose]()
      await parser.close()
      await tvm.close()
      for (const network of [own, others]) network.close()
      await server.close()
      await close()
    },
  }
}
