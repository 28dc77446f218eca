import { Address, beginCell, type Cell } from '@ton/core'
import { type StateInit, storeStateInit } from '../../../src-main/chain/block/stateInit.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import type { Devnet, Step } from '../../../src-main/devnet/chain/devnet.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { type AdnlConnection, connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import type { AdnlServer } from '../../../src-main/liteserver/adnl/server.ts'
import {
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import type { TlRequest, TlResponse } from '../../../src-main/liteserver/tl/function.ts'
import { type LiteApi, type LiteFunctionName, liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { changeParameter } from './changeParameter.ts'
import { openTestDevnet } from './testDevnet.ts'
import { TestWallet } from './wallet.ts'

export type BusyDevnet = {
  readonly devnet: Devnet
  readonly server: AdnlServer
  /** A client that trusts only the zero state. */
  readonly network: OpenLiteNetwork
  /** Of every masterchain block, oldest first. */
  readonly steps: readonly Step[]
  readonly wallets: readonly TestWallet[]
  /** A masterchain contract with a public library, and that. */
  readonly librarian: Address
  readonly library: Cell
  /** In the basechain, with get-methods that show c7. */
  readonly mirror: Address
  /** A block that changed parameter 4. */
  readonly keyBlock: BlockIdExt
  now(): number
  ask<N extends LiteFunctionName>(name: N, request: TlRequest<LiteApi[N]>): Promise<TlResponse<LiteApi[N]>>
  close(): Promise<void>
}

const NO_INIT: StateInit = {
  fixedPrefixLength: undefined,
  special: undefined,
  code: undefined,
  data: undefined,
  library: undefined,
}

/** SETCP 0, DROP, PREVMCBLOCKS, PREVKEYBLOCK, PREVMCBLOCKS_100, NOW, BLOCKLT, LTIME, RANDSEED, BALANCE, MYADDR. */
const MIRROR_CODE = 'ff0030f83400f83401f83402f823f824f825f826f827f828'

function addressOf(workchain: number, init: StateInit): Address {
  return new Address(workchain, beginCell().store(storeStateInit(init)).endCell().hash())
}

/**
 * A devnet with a history: deployments, transfers in and between chains and shards, bounces, failures, a public
 * library, a key block, a split; served over ADNL.
 */
export async function openBusyDevnet(): Promise<BusyDevnet> {
  const test = await openTestDevnet('busy')
  const { devnet, time } = test
  const steps: Step[] = []
  const step = async () => {
    time.now += 4
    steps.push(await devnet.step())
  }
  const giver = TestWallet.giver(devnet.keys.giver)
  const send = async (wallet: TestWallet, ...transfers: Parameters<TestWallet['message']>[0]) => {
    await devnet.send(wallet.message(transfers, { now: time.now }))
    wallet.seqno++
  }
  const wallets = Array.from({ length: 6 }, (_, index) => TestWallet.basechain(index))
  const library = beginCell().storeUint(0xf00d, 32).storeRef(beginCell().storeUint(1, 8).endCell()).endCell()
  const empty = beginCell().endCell()
  const librarianInit = {
    ...NO_INIT,
    // SETCP 0, PUSHREF, PUSHINT 2 (public), SETLIBCODE
    code: beginCell().storeUint(0xff0088, 24).storeRef(library).storeUint(0x72fb06, 24).endCell(),
    data: empty,
  }
  const librarian = addressOf(-1, librarianInit)
  const mirrorInit = {
    ...NO_INIT,
    code: beginCell().storeBuffer(Buffer.from(MIRROR_CODE, 'hex')).endCell(),
    data: empty,
  }
  const mirror = addressOf(0, mirrorInit)
  const coins = 10n ** 9n

  await step()
  await send(giver, ...wallets.slice(0, 4).map(({ address }) => ({ to: address, amount: 100n * coins })))
  await step()
  await send(
    giver,
    ...wallets.slice(4).map(({ address }) => ({ to: address, amount: 100n * coins })),
    { to: librarian, amount: 5n * coins, init: librarianInit },
    { to: mirror, amount: 3n * coins, init: mirrorInit },
  )
  await step()
  await step()
  const body = beginCell().storeUint(0, 32).storeStringTail('for the fish').endCell()
  const traffic = async (round: number) => {
    for (const [index, wallet] of wallets.entries()) {
      const to = wallets[(index + 1 + round) % wallets.length]!.address
      await send(
        wallet,
        { to, amount: coins + BigInt(round), body },
        // The account does not exist, so the message bounces.
        { to: new Address(0, Buffer.alloc(32, 0x40 + index)), amount: coins / 10n, bounce: true },
        { to: giver.address, amount: 7n },
        // More than there is.
        { to, amount: 10n ** 15n },
      )
    }
    await step()
    if (round !== 5) return
    // The whole action phase fails, and with it the change of the contract's seqno.
    const message = wallets[0]!.message([{ to: mirror, amount: 10n ** 15n, mode: 1 }], { now: time.now })
    await devnet.send(message)
    await step()
  }
  for (let round = 0; round < 3; round++) await traffic(round)
  await devnet.send(
    changeParameter(devnet.keys.validator, 4, beginCell().storeBuffer(Buffer.alloc(32, 9)), time.now),
  )
  await step()
  const keyBlock = steps.at(-1)!.masterchain
  devnet.setShards(2)
  for (let round = 3; round < 8; round++) await traffic(round)
  for (let made = 0; made < 3; made++) await step()
  await traffic(9)

  const server = await serveDevnet(devnet, { clock: () => time.now })
  const address = { host: '127.0.0.1', port: server.port, publicKey: server.publicKey }
  const connection: AdnlConnection = await connectAdnl(address)
  const network = await openLiteNetwork({
    config: { liteservers: [address], zeroState: devnet.store.zeroState },
  })
  return {
    devnet,
    server,
    network,
    steps,
    wallets,
    librarian,
    library,
    mirror,
    keyBlock,
    now: () => time.now,
    async ask(name, request) {
      const fn = liteApi[name]
      const query = encodeLiteQuery(fn as never, request as never)
      return fn.decodeResponse(await connection.query(query)) as TlResponse<LiteApi[typeof name]>
    },
    async close() {
      network.close()
      connection.close()
      await server.close()
      await test.close()
    },
  }
}
