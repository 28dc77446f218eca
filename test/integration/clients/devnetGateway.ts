import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@ton/core'
import pino from 'pino'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { serveDevnet } from '../../../src-main/devnet/serveDevnet.ts'
import { startGateway } from '../../../src-main/gateway/gateway.ts'
import { formatGlobalConfig, type LiteserverAddress } from '../../../src-main/liteserver/globalConfig.ts'
import { TestWallet } from '../devnet/wallet.ts'
import { BlockMaker } from './blockMaker.ts'
import { until } from './until.ts'

export type DevnetGateway = AsyncDisposable & {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** What SDKs call the endpoint. */
  readonly jsonRpc: string
  /** The devnet's own, for clients that speak ADNL. */
  readonly liteserver: LiteserverAddress
  /** Sends coins from the giver and resolves when each account has them. */
  fund(addresses: readonly Address[], amount: bigint): Promise<void>
  /** Proofs that the gateway accepted and refused so far. */
  verification(): { readonly accepted: number; readonly refused: number }
}

const TRANSFERS_PER_MESSAGE = 4

/** A devnet on the wall clock, alive, and a gateway to it as a user starts one; nothing else knows of either. */
export async function openDevnetGateway(seed = 'clients'): Promise<DevnetGateway> {
  const dir = await mkdtemp(join(tmpdir(), 'tonscope-devnet-clients-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const clock = () => Math.floor(Date.now() / 1000)
    await mkdir(join(dir, 'chain'))
    const devnet = await Devnet.create({ seed, genesisTime: clock() - 60, dir: join(dir, 'chain'), clock })
    undo.push(() => devnet.close())
    // The first masterchain block commits to the basechain's zero state, of which no liteserver proves accounts.
    for (let made = 0; made < 2; made++) await devnet.step()
    const maker = new BlockMaker(devnet)
    undo.push(() => maker.close())
    const server = await serveDevnet(devnet, { clock, onMessage: () => maker.wake() })
    undo.push(() => server.close())

    const liteserver = { host: '127.0.0.1', port: server.port, publicKey: server.publicKey }
    const { zeroState } = devnet.store
    const file = join(dir, 'devnet.json')
    await writeFile(
      file,
      formatGlobalConfig({ liteservers: [liteserver], zeroState, initBlock: zeroState, hardforks: [] }),
    )
    const gateway = await startGateway({
      network: file,
      port: 0,
      dataDir: join(dir, 'data'),
      log: pino({ level: 'silent' }),
    })
    undo.push(() => gateway.close())

    return {
      url: gateway.url,
      jsonRpc: `${gateway.url}/api/v2/jsonRPC`,
      liteserver,
      fund: giverOf(devnet, maker, gateway.url, clock),
      verification: () => gateway.status().verification,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function giverOf(devnet: Devnet, maker: BlockMaker, url: string, clock: () => number): DevnetGateway['fund'] {
  const giver = TestWallet.giver(devnet.keys.giver)
  let turn: Promise<unknown> = Promise.resolve()

  async function ask(operation: string, address: Address): Promise<{ result: unknown }> {
    const response = await fetch(`${url}/api/v2/${operation}?address=${address}`)
    if (!response.ok) throw new Error(`${operation}: ${await response.text()}`)
    return (await response.json()) as { result: unknown }
  }
  async function giverSeqno(): Promise<number> {
    const { result } = await ask('getWalletInformation', giver.address)
    return (result as { seqno: number }).seqno
  }
  async function balanceOf(address: Address): Promise<bigint> {
    return BigInt((await ask('getAddressBalance', address)).result as string)
  }

  async function give(addresses: readonly Address[], amount: bigint): Promise<void> {
    const before = await Promise.all(addresses.map(balanceOf))
    for (let at = 0; at < addresses.length; at += TRANSFERS_PER_MESSAGE) {
      const transfers = addresses.slice(at, at + TRANSFERS_PER_MESSAGE).map((to) => ({ to, amount }))
      await devnet.send(giver.message(transfers, { now: clock() }))
      giver.seqno++
      maker.wake()
      await until('the giver has sent', async () => (await giverSeqno()) === giver.seqno || undefined)
    }
    await Promise.all(
      addresses.map((address, index) =>
        until(
          `${address} has its coins`,
          async () => (await balanceOf(address)) >= (before[index] ?? 0n) + amount || undefined,
        ),
      ),
    )
  }
  return (addresses, amount) => {
    const given = turn.then(() => give(addresses, amount))
    turn = given.catch(() => undefined)
    return given
  }
}
