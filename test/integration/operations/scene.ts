import { Cell } from '@ton/core'
import { DEVNET_PREFIX, type DevnetStatus } from '#shared/schema/devnet.ts'
import type { BlockIdExtJson, TransactionIdJson } from '#shared/schema/v2/common.ts'
import type { V2Name, V2Result } from '#shared/schema/v2/operations.ts'
import { signingKey } from '../../../src-main/devnet/keys.ts'
import { TestWallet, type Transfer } from '../devnet/wallet.ts'
import {
  openRecordedChain,
  type RecordedChain,
  recordedChain,
  scenarioChain,
} from '../gateway/recordedChain.ts'
import { ask, type Params } from './ask.ts'

const DAY = 86_400
export const WHOLE = '-9223372036854775808'

/** What a scene's chain holds, as JSON. */
type SceneFacts = {
  /** The newest masterchain block, and the only shard's. */
  readonly head: BlockIdExtJson
  readonly top: BlockIdExtJson
  /** When the head was made, unix seconds. */
  readonly utime: number
  /** A shard block with many transactions. */
  readonly busy: BlockIdExtJson
  /** Names and addresses, `0:hex`, of the scenario's accounts. */
  readonly named: readonly (readonly [string, string])[]
  /** Has coins and no contract. */
  readonly uninit: string
  readonly frozen: string
  /** Where nothing ever was. */
  readonly neverUsed: string
  /** alice's newest transactions, newest first. */
  readonly history: readonly TransactionIdJson[]
  /** A message between two accounts. */
  readonly message: { readonly source: string; readonly destination: string; readonly created_lt: string }
  /** Hash of a public library, hexadecimal. */
  readonly library: string
}

/** A devnet with its scenario, which makes blocks only on request, and its contents. */
export type Scene = AsyncDisposable &
  Omit<SceneFacts, 'named'> & {
    /** `http://127.0.0.1:PORT` */
    readonly url: string
    /** The devnet's, for other programs. */
    readonly globalConfigFile: string
    /** Of the scenario's accounts by name: `0:hex`. */
    readonly accounts: ReadonlyMap<string, string>
    /** Active, with coins; the scenario does not use it. */
    readonly wallet: TestWallet
    /** The base64 of a message of `wallet` that is taken, once. */
    order(): Promise<string>
    makeBlock(): Promise<void>
  }

export type SceneOptions = {
  /** If false, every request is worked out anew. */
  readonly cache?: boolean
  /** Whether all blocks are indexed, and all accounts looked at, from the start. */
  readonly isIndexed?: boolean
}

/** Starts a gateway on a copy of the scene's chain, which the first call in a run of the tests makes. */
export async function openScene({ isIndexed = false, ...settings }: SceneOptions = {}): Promise<Scene> {
  const chain = await sceneChain(isIndexed)
  const { named, ...facts } = chain.facts
  const wallet = TestWallet.basechain(0)
  return openRecordedChain(chain, settings, async ({ url, globalConfigFile = '' }) => ({
    ...facts,
    url,
    globalConfigFile,
    accounts: new Map(named),
    wallet,
    order: () => orderOf(url, wallet),
    makeBlock: () => devnet(url, '/step', {}),
  }))
}

async function sceneChain(isIndexed: boolean): Promise<RecordedChain<SceneFacts>> {
  if (isIndexed) {
    const from = await sceneChain(false)
    return recordedChain({ name: 'indexed-scene', from, isIndexed, prepare: async () => from.facts })
  }
  const from = await scenarioChain()
  return recordedChain({ name: 'scene', from, prepare: ({ url }) => prepare(url) })
}

async function devnet<T>(url: string, command: string, body?: object): Promise<T> {
  const init = body && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${url}${DEVNET_PREFIX}${command}`, init)
  const answer = (await response.json()) as { ok: boolean; result: T; error: string }
  if (!answer.ok) throw new Error(`${command}: ${answer.error}`)
  return answer.result
}

export async function resultOf<Name extends V2Name>(
  url: string,
  name: Name,
  params: Params,
): Promise<V2Result<Name>> {
  const { status, body } = await ask(url, 'POST', name, params)
  if (status !== 200) throw new Error(`${name} ${JSON.stringify(params)}: ${JSON.stringify(body)}`)
  return (body as { result: V2Result<Name> }).result
}

/** Returns a message of a wallet, base64. */
async function orderOf(url: string, from: TestWallet, transfers: readonly Transfer[] = []): Promise<string> {
  const { now } = await devnet<DevnetStatus>(url, '')
  const { seqno = 0 } = await resultOf(url, 'getWalletInformation', { address: from.address.toRawString() })
  return from.message(transfers, { now, seqno }).toString('base64')
}

/** Adds accounts in all states to the scenario. */
async function prepare(url: string): Promise<SceneFacts> {
  const { scenario } = await devnet<DevnetStatus>(url, '')
  const named = scenario.map(({ name, address }) => [name, address] as const)
  const accounts = new Map(named)
  const wallet = TestWallet.basechain(0)
  const frozen = new TestWallet(signingKey(Buffer.alloc(32, 77)), -1, 77)
  const uninit = TestWallet.basechain(1).address.toRawString()
  const send = async (boc: string) => {
    await resultOf(url, 'sendBoc', { boc })
    await devnet(url, '/step', { blocks: 3 })
  }
  for (const address of [wallet.address.toRawString(), uninit]) {
    await devnet(url, '/faucet', { address, amount: '50000000000' })
  }
  // In the masterchain, where storage is dear: a contract that does not pay its rent. One that never changed would
  // not be frozen, but forgotten.
  await send(await orderOf(url, wallet, [{ to: frozen.address, amount: 200_000_000n, init: frozen.init }]))
  await send(await orderOf(url, frozen))
  await devnet(url, '/time', { forward: 200 * DAY })
  await devnet(url, '/faucet', { address: frozen.address.toRawString(), amount: '1' })

  const { last: head } = await resultOf(url, 'getMasterchainInfo', {})
  const { gen_utime: utime } = await resultOf(url, 'getBlockHeader', {
    workchain: -1,
    shard: WHOLE,
    seqno: head.seqno,
  })
  const [top] = (await resultOf(url, 'getShards', { seqno: head.seqno })).shards
  const transactions = await resultOf(url, 'getTransactions', { address: accounts.get('alice'), limit: 30 })
  const sent = transactions.flatMap(({ out_msgs }) => out_msgs).find(({ value }) => value !== '0')
  const { code } = await resultOf(url, 'getAddressInformation', {
    address: accounts.get('Guest book (code in a library)'),
  })
  if (!top || !sent) throw new Error('the scenario is not what it was')
  return {
    head,
    top,
    utime,
    busy: await busiestBlock(url, head.seqno),
    named,
    uninit,
    frozen: frozen.address.toRawString(),
    neverUsed: `0:${'5a'.repeat(32)}`,
    history: transactions.map(({ transaction_id }) => transaction_id),
    message: sent,
    // library_ref$00000010 hash:bits256
    library: Cell.fromBase64(code).beginParse(true).skip(8).loadBuffer(32).toString('hex'),
  }
}

async function busiestBlock(url: string, head: number): Promise<BlockIdExtJson> {
  let busiest: { id: BlockIdExtJson; count: number } | undefined
  for (let seqno = head; seqno > 1; seqno--) {
    for (const id of (await resultOf(url, 'getShards', { seqno })).shards) {
      if (id.seqno === 0) continue
      const { workchain, shard, seqno: place } = id
      const request = { workchain, shard, seqno: place, count: 1000 }
      const { length: count } = (await resultOf(url, 'getBlockTransactions', request)).transactions
      if (!busiest || count > busiest.count) busiest = { id, count }
    }
  }
  if (!busiest) throw new Error('no block has transactions')
  return busiest.id
}
