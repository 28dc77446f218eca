import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cell, Dictionary, loadAccount, loadTransaction, type Transaction } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Status } from '#shared/schema/status.ts'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { type Gateway, startGateway } from '../../src-main/gateway/gateway.ts'
import {
  type BlockName,
  GENESIS,
  type GenesisBlock,
  readGenesis,
  type WalkedTransaction,
} from './genesisChain.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'

type Json = Record<string, unknown>
type Parameters = { readonly [name: string]: string | number }
type Page = { incomplete: boolean; transactions: { account: string; lt: string; hash: string }[] }
type TransactionIdJson = { lt: string; hash: string }
type ExtTransaction = { account: string; data: string; fee: string; transaction_id: TransactionIdJson }

const WHOLE_SHARD = '-9223372036854775808'
const MASTERCHAIN = { workchain: -1, shard: WHOLE_SHARD }
const ZERO_STATE = {
  root_hash: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
  file_hash: 'XplPz01CXAps5qeSWUtxcyBfdAo5zVb1N979KLSKD24=',
}
const ZERO_HASH = Buffer.alloc(32).toString('base64')
/** Enough to keep both sides busy. */
const CONCURRENCY = 8

/** Before and after each split of the basechain, and the ends. */
const SAMPLED_SEQNOS = [1, 2, 24, 36, 37, 60, 74, 75, 98, 99]

async function forAll<Item>(
  items: readonly Item[],
  check: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) await check(item, index)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

function named(id: BlockName) {
  return { '@type': 'ton.blockIdExt', ...id }
}

function place({ workchain, shard, seqno }: BlockName): Parameters {
  return { workchain, shard, seqno }
}

/** Whether a block's shard covers another one's, taken as an account prefix as lookups do. */
function covers(block: BlockName, { workchain, shard }: BlockName): boolean {
  const [own, other] = [block.shard, shard].map((text) => BigInt.asUintN(64, BigInt(text))) as [
    bigint,
    bigint,
  ]
  const size = own & -own
  return block.workchain === workchain && own - size <= other && other < own + size
}

function cellOf(bytes: string): Cell {
  return Cell.fromBase64(bytes)
}

function openTransaction(cell: Cell): Transaction {
  return loadTransaction(cell.beginParse())
}

function asHash(value: bigint): string {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').toString('base64')
}

describe.skipIf(!hasShared)(`mainnet's first blocks over HTTP (${NEEDS_SHARED})`, () => {
  const chain = hasShared ? readGenesis() : ({ masterchain: [], basechain: [] } as never)
  const { masterchain, basechain } = chain
  const blocks = [...masterchain, ...basechain]
  const history = masterchain.flatMap(({ transactions }) => transactions)
  let dataDir: string
  let gateway: Gateway

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-genesis-'))
    gateway = await startGateway({ network: `archive:${GENESIS}`, port: 0, dataDir })
  })

  afterAll(async () => {
    await gateway?.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function read(response: Response): Promise<{ status: number; body: Json }> {
    return { status: response.status, body: (await response.json()) as Json }
  }

  /** The result of an answer, which has the form that the documentation promises. */
  async function resultOf<Result>(response: Response, name: string, parameters: object): Promise<Result> {
    const { status, body } = await read(response)
    const question = `${name} ${JSON.stringify(parameters)}`
    expect({ question, status, ok: body.ok, error: body.error }).toEqual({ question, status: 200, ok: true })
    const { result } = v2Operations[(name === 'shards' ? 'getShards' : name) as V2Name]
    expect(result.safeParse(body.result).error).toBeUndefined()
    return body.result as Result
  }

  function request(name: string, parameters: Parameters): Promise<Response> {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(parameters)) query.set(key, String(value))
    return fetch(`${gateway.url}/api/v2/${name}?${query}`)
  }

  async function get<Result = Json>(name: string, parameters: Parameters = {}): Promise<Result> {
    return resultOf(await request(name, parameters), name, parameters)
  }

  async function post<Result = Json>(name: string, body: object): Promise<Result> {
    const url = `${gateway.url}/api/v2/${name}`
    return resultOf(await fetch(url, { method: 'POST', body: JSON.stringify(body) }), name, body)
  }

  /** Transactions of a masterchain account up to a masterchain block, oldest first. */
  function historyOf(account: string, seqno = masterchain.length): WalkedTransaction[] {
    return masterchain
      .slice(0, seqno)
      .flatMap(({ transactions }) => transactions.filter((transaction) => transaction.account === account))
  }

  it('has the recorded blocks: 99 of the masterchain, 200 of the basechain, 1087 transactions', () => {
    expect(masterchain.map(({ id }) => id.seqno)).toEqual(Array.from({ length: 99 }, (_, i) => i + 1))
    expect([basechain.length, history.length]).toEqual([200, 1087])
  })

  it('starts from mainnet’s zero state and stands at block 99', async () => {
    const info = await get('getMasterchainInfo')
    expect(info.init).toEqual(named({ workchain: -1, shard: '0', seqno: 0, ...ZERO_STATE }))
    expect(info.last).toEqual(named((masterchain.at(-1) as GenesisBlock).id))
    expect(await post('getMasterchainInfo', {})).toEqual(info)
    expect((await get('getConsensusBlock')).consensus_block).toBe(99)
  })

  it('shows the header of every block as the block itself has it, by GET, by POST and by its hashes', async () => {
    await forAll(blocks, async ({ id, header, prev }, i) => {
      const answer = await get<Json & { prev_blocks: BlockName[] }>('getBlockHeader', place(id))
      expect(answer).toMatchObject({ '@type': 'blocks.header', id: named(id), ...header })
      expect(
        answer.prev_blocks.map(({ seqno, root_hash, file_hash }) => ({ seqno, root_hash, file_hash })),
      ).toEqual(prev)
      expect(await post('getBlockHeader', i % 2 === 0 ? place(id) : id)).toEqual(answer)
    })
  })

  it('links every block to one before it, across the splits, back to the zero states', async () => {
    const known = new Set(blocks.map(({ id }) => JSON.stringify(named(id))))
    const origins = new Set<string>()
    const tips = [masterchain.at(-1) as GenesisBlock].flatMap(({ id, shards }) => [id, ...shards])
    const seen = new Set<string>()
    for (let next = tips; next.length > 0; ) {
      const fresh = next.filter(({ root_hash }) => !seen.has(root_hash))
      next = []
      await forAll(fresh, async (id) => {
        seen.add(id.root_hash)
        const header = await get<{ prev_blocks: BlockName[] }>('getBlockHeader', id)
        for (const before of header.prev_blocks) {
          if (before.seqno === 0) origins.add(`${before.workchain} ${before.shard} ${before.root_hash}`)
          else expect(known).toContain(JSON.stringify(before))
          if (before.seqno > 0) next.push(before)
        }
      })
    }
    expect(seen.size).toBe(blocks.length)
    expect(origins).toEqual(
      new Set([
        `-1 ${WHOLE_SHARD} ${ZERO_STATE.root_hash}`,
        `0 ${WHOLE_SHARD} VbE/bQ4dDDTJwhYPb5GOktgr+d3PjeLkyUo/3znRVEY=`,
      ]),
    )
  })

  it('finds every block by seqno, logical time and unix time', async () => {
    await forAll(blocks, async ({ id, header }) => {
      const { workchain, shard, seqno } = id
      const { gen_utime, start_lt, end_lt } = header
      const search = (by: Parameters) => get('lookupBlock', { workchain, shard, ...by })
      expect(await search({ seqno })).toEqual(named(id))
      // The reference proves that the block before would not do, and has no header of a zero state.
      if (seqno === 1) return
      const inChain = blocks.filter((block) => covers(block.id, id))
      const first = inChain.find((block) => Number(block.header.gen_utime) >= Number(gen_utime))
      expect([
        await search({ lt: (BigInt(String(start_lt)) + 1n).toString() }),
        await search({ lt: String(end_lt) }),
        await search({ unixtime: String(gen_utime) }),
      ]).toEqual([named(id), named(id), named((first as GenesisBlock).id)])
    })
    for (const by of [{ lt: '1' }, { unixtime: '1' }]) {
      const { status, body } = await read(await request('lookupBlock', { ...MASTERCHAIN, ...by }))
      expect([status, body.error]).toEqual([500, 'LITE_SERVER_NOTREADY: not in db'])
    }
  })

  it('lists the shards of every masterchain block, through the splits 8000 → 4000/c000 → 2000/6000/a000/e000', async () => {
    const configurations: string[] = []
    await forAll(masterchain, async ({ id, shards }) => {
      expect(await get('getShards', { seqno: id.seqno })).toEqual({
        '@type': 'blocks.shards',
        shards: shards.map(named),
      })
    })
    for (const { id, shards } of masterchain) {
      const prefixes = shards.map(({ shard }) => BigInt.asUintN(64, BigInt(shard)).toString(16).slice(0, 4))
      const text = prefixes.join(' ')
      if (configurations.at(-1) !== text) configurations.push(text)
      expect(await get('shards', { seqno: id.seqno })).toMatchObject({ shards: shards.map(named) })
    }
    expect(configurations).toMatchInlineSnapshot(`
      [
        "8000",
        "4000 c000",
        "2000 6000 c000",
        "2000 6000 a000 e000",
      ]
    `)
  })

  it('proves that shard blocks belong to the chain', async () => {
    await forAll(
      basechain.filter((_, i) => i % 5 === 0),
      async ({ id }) => {
        const proof = await get<{ mc_id: BlockName; from: BlockName; links: { id: BlockName }[] }>(
          'getShardBlockProof',
          place(id),
        )
        expect(proof.from.seqno).toBe(99)
        expect(proof.links.at(-1)?.id ?? proof.mc_id).toEqual(named(id))
        expect(masterchain[proof.mc_id.seqno - 1]?.id.root_hash).toBe(proof.mc_id.root_hash)
      },
    )
  })

  it('lists the transactions of every block as a walk of the block finds them', async () => {
    await forAll(blocks, async ({ id, transactions }) => {
      const page = await get<Page>('getBlockTransactions', { ...place(id), count: 1000 })
      expect(page.incomplete).toBe(false)
      expect(page.transactions).toEqual(
        transactions.map(({ account, lt, hash }) => ({
          '@type': 'blocks.shortTxId',
          mode: 135,
          account: `${id.workchain}:${account}`,
          lt: lt.toString(),
          hash,
        })),
      )
    })
  })

  it('returns the transactions of every block in full', async () => {
    await forAll(blocks, async ({ id, transactions }) => {
      const page = await post<{ incomplete: boolean; transactions: ExtTransaction[] }>(
        'getBlockTransactionsExt',
        {
          ...place(id),
          count: 1000,
        },
      )
      expect(page.incomplete).toBe(false)
      expect(page.transactions).toHaveLength(transactions.length)
      for (const [i, { account, lt, hash, cell }] of transactions.entries()) {
        const answer = page.transactions[i] as ExtTransaction
        const { totalFees, outMessages, now } = openTransaction(cell)
        const delivery = outMessages
          .values()
          .reduce((sum, { info }) => sum + (info.type === 'internal' ? info.forwardFee : 0n), 0n)
        expect(answer).toMatchObject({
          account: `${id.workchain}:${account.toUpperCase()}`,
          transaction_id: { lt: lt.toString(), hash },
          utime: now,
          fee: (totalFees.coins + delivery).toString(),
        })
        expect(cellOf(answer.data).hash().toString('base64')).toBe(hash)
      }
    })
  })

  it('pages through a block without a gap or a repetition', async () => {
    const { id, transactions } = masterchain.at(-1) as GenesisBlock
    const seen: string[] = []
    let after: Parameters = {}
    for (let incomplete = true; incomplete; ) {
      const page: Page = await get('getBlockTransactions', { ...place(id), count: 4, ...after })
      seen.push(...page.transactions.map(({ hash }) => hash))
      const last = page.transactions.at(-1)
      incomplete = page.incomplete
      if (last) after = { after_lt: last.lt, after_hash: last.account }
    }
    expect(seen).toEqual(transactions.map(({ hash }) => hash))
  })

  it('returns the validators’ signatures of every block as in its proof file', async () => {
    await forAll(masterchain.slice(1), async ({ id }) => {
      const answer = await get<{ id: BlockName; signatures: Json[] }>('getMasterchainBlockSignatures', {
        seqno: id.seqno,
      })
      expect(answer.id).toEqual(named(id))
      const recorded = chain.signatures.get(id.seqno) ?? []
      const inOrder = (list: readonly Json[]) => list.map((item) => JSON.stringify(item)).sort()
      expect(inOrder(answer.signatures)).toEqual(
        inOrder(recorded.map((signature) => ({ '@type': 'blocks.signature', ...signature }))),
      )
    })
  })

  it('answers for every account with the state that its transactions led to', async () => {
    const questions = SAMPLED_SEQNOS.flatMap((seqno) =>
      [...chain.zeroAccounts].map(([account, zero]) => ({ seqno, account, zero })),
    )
    await forAll(questions, async ({ seqno, account, zero }) => {
      const { id, header } = masterchain[seqno - 1] as GenesisBlock
      const address = `-1:${account}`
      const last = historyOf(account, seqno).at(-1)
      const stateHash = last ? asHash(bigintOf(openTransaction(last.cell).stateUpdate.newHash)) : undefined
      const shardAccount = await get<{ bytes: string }>('getShardAccountCell', { address, seqno })
      const cell = cellOf(shardAccount.bytes).refs[0] as Cell
      expect(cell.hash().toString('base64')).toBe(stateHash ?? zero.hash().toString('base64'))

      const { storage } = loadAccount(cell.beginParse().skip(1))
      const code = storage.state.type === 'active' ? storage.state.state.code : undefined
      const information = await get<{ code: string }>('getAddressInformation', { address, seqno })
      expect(information).toMatchObject({
        balance: storage.balance.coins.toString(),
        last_transaction_id: {
          '@type': 'internal.transactionId',
          lt: last?.lt.toString() ?? '0',
          hash: last?.hash ?? ZERO_HASH,
        },
        block_id: named(id),
        sync_utime: header.gen_utime,
        state: code ? 'active' : 'uninitialized',
        frozen_hash: '',
        suspended: false,
      })
      expect(information.code && cellOf(information.code).hash()).toEqual(code ? code.hash() : '')
    })
  })

  it('proves the absence of accounts that do not exist, in masterchain and basechain', async () => {
    for (const address of [`-1:${'f'.repeat(62)}ef`, `0:${'a'.repeat(64)}`, `0:${'0'.repeat(64)}`]) {
      expect(await get('getAddressInformation', { address })).toMatchObject({
        balance: '0',
        state: 'uninitialized',
        last_transaction_id: { lt: '0', hash: ZERO_HASH },
      })
      expect(await get('getTransactions', { address })).toEqual([])
    }
  })

  it('follows every account back to its first transaction', async () => {
    for (const account of chain.zeroAccounts.keys()) {
      const address = `-1:${account}`
      const found = await get<ExtTransaction[]>('getTransactions', { address, limit: 1000 })
      const walked = historyOf(account).reverse()
      expect(found.map(({ transaction_id }) => transaction_id.hash)).toEqual(walked.map(({ hash }) => hash))
      const opened = found.map(({ data }) => openTransaction(cellOf(data)))
      for (const [i, { prevTransactionHash, prevTransactionLt }] of opened.entries()) {
        const before = walked[i + 1]
        expect([prevTransactionLt, asHash(prevTransactionHash)]).toEqual(
          before ? [before.lt, before.hash] : [0n, ZERO_HASH],
        )
      }
    }
  })

  it('pages through a history by the last transaction of each page', async () => {
    const address = `-1:${'3'.repeat(64)}`
    const walked = historyOf('3'.repeat(64)).reverse()
    const seen: string[] = []
    let from: Parameters = {}
    for (;;) {
      const page: ExtTransaction[] = await post('getTransactions', { address, limit: 37, ...from })
      const fresh = page.map(({ transaction_id }) => transaction_id).slice(seen.length > 0 ? 1 : 0)
      seen.push(...fresh.map(({ hash }) => hash))
      const last = fresh.at(-1)
      if (!last) break
      from = { lt: last.lt, hash: last.hash }
    }
    expect(seen).toEqual(walked.map(({ hash }) => hash))
    const middle = walked[100] as WalkedTransaction
    const cut = await get<ExtTransaction[]>('getTransactions', {
      address,
      limit: 1000,
      to_lt: middle.lt.toString(),
    })
    expect(cut.map(({ transaction_id }) => transaction_id.hash)).toEqual(seen.slice(0, 100))
  })

  it('finds the transactions of an account that lives no longer than its block', async () => {
    const account = `${'f'.repeat(62)}ef`
    const address = `-1:${account}`
    const last = historyOf(account).at(-1) as WalkedTransaction
    const { transactions, previous_transaction_id } = await get<{
      transactions: ExtTransaction[]
      previous_transaction_id: TransactionIdJson
    }>('getTransactionsStd', { address, lt: last.lt.toString(), hash: last.hash })
    const before = openTransaction(last.cell)
    expect(transactions.map(({ transaction_id }) => transaction_id.hash)).toEqual([
      last.hash,
      asHash(before.prevTransactionHash),
    ])
    expect(previous_transaction_id).toMatchObject({ lt: '0', hash: ZERO_HASH })
  })

  it('reads mainnet’s configuration, whole and by parameter, at every sampled block', async () => {
    const parameters = Dictionary.loadDirect(Dictionary.Keys.Int(32), Dictionary.Values.Cell(), chain.config)
    expect(parameters.size).toBeGreaterThan(20)
    type ConfigInfo = { config: { bytes: string } }
    for (const seqno of SAMPLED_SEQNOS) {
      const all = await get<ConfigInfo>('getConfigAll', { seqno })
      expect(cellOf(all.config.bytes).hash()).toEqual(chain.config.hash())
    }
    await forAll([...parameters], async ([param, cell]) => {
      if (param < 0) return
      for (const seqno of [1, 50, 99]) {
        const { config } = await get<ConfigInfo>('getConfigParam', { param, seqno })
        expect(cellOf(config.bytes).hash()).toEqual(cell.hash())
      }
    })
    expect((await get<ConfigInfo>('getConfigParam', { param: 999 })).config.bytes).toBe('')
  })

  it('reports that states of 2019 do not count their outbound queues', async () => {
    const { status, body } = await read(await request('getOutMsgQueueSize', {}))
    expect([status, body.error]).toEqual([500, 'LITE_SERVER_UNKNOWN: no out_msg_queue_size in shard state'])
  })

  it('refuses blocks after the head with the liteserver’s own text', async () => {
    const { status, body } = await read(await request('getBlockHeader', { ...MASTERCHAIN, seqno: 100 }))
    expect([status, body.ok, body.code]).toEqual([500, false, 500])
    expect(body.error).toContain('LITE_SERVER_NOTREADY')
  })

  it('verified all of it and refused nothing', async () => {
    const response = await fetch(`${gateway.url}/api/tonscope/status`)
    const { network, head, verification, servers } = (await response.json()) as Status
    expect([network.name, network.id, head?.seqno]).toEqual(['archive:genesis', ZERO_STATE.root_hash, 99])
    expect(verification).toMatchObject({ enabled: true, refused: 0 })
    expect(verification.accepted).toBeGreaterThan(2000)
    expect(servers.alive).toBe(1)
  })
})

function bigintOf(hash: Buffer | bigint): bigint {
  return typeof hash === 'bigint' ? hash : BigInt(`0x${hash.toString('hex')}`)
}
