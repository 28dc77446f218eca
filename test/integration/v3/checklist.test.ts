import { dirname, join } from 'node:path'
import { Address, beginCell, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { DEVNET_PREFIX, type DevnetStatus } from '#shared/schema/devnet.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import { type V3Result, v3Operations } from '#shared/schema/v3/operations.ts'
import { readV3Query } from '#shared/schema/v3/request.ts'
import type { TraceJson, TraceNodeJson } from '#shared/schema/v3/traces.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import type { ReadName } from '../../../src-main/api/v3/context.ts'
import { createReadPool, type ReadPool } from '../../../src-main/api/v3/readPool.ts'
import { databaseFile } from '../../../src-main/store/openDatabase.ts'
import { accountKey } from '../../../src-renderer/decode/accountKey.ts'
import { ask as askIndex, command, indexedToHead, indexUntil, step } from '../indexer/indexGateway.ts'
import { askV3, pathOf } from './askV3.ts'
import { balanceChange, historySum, ownersByFlow } from './historySums.ts'
import { openV3Scene, rawOf, resultV3, type V3Scene } from './v3Scene.ts'

/** compatibility-v3 §18, point by point, and the explorer's sums on a devnet after its scenario. */

const ELECTOR = `-1:${'3'.repeat(64)}`
/** Messages of the chain itself, without a sending transaction. */
const SYSTEM = `-1:${'0'.repeat(64)}`
/** The elector sends coins back that come with one. */
const UNKNOWN_QUERY = 0x1234_5678
const NO_HASH = `${'A'.repeat(43)}=`

type Params = Readonly<Record<string, unknown>>

let v3: V3Scene & AsyncDisposable
/** All that the scenario made. */
let transactions: readonly TransactionJson[]
let messages: readonly MessageJson[]
let traces: readonly TraceJson[]

beforeAll(async () => {
  v3 = await openV3Scene()
  const limit = 1000
  transactions = (await get('transactions', { limit })).transactions
  messages = (await get('messages', { limit })).messages
  traces = (await get('traces', { limit })).traces
  // One page has them all.
  for (const { length } of [transactions, messages, traces]) expect(length).toBeLessThan(limit)
})
afterAll(() => v3?.[Symbol.asyncDispose]())

const get: <Name extends Parameters<typeof resultV3>[1]>(
  name: Name,
  params?: Params,
) => ReturnType<typeof resultV3<Name>> = (name, params = {}) => resultV3(v3.url, name, params)

async function reply(name: string, params: Params = {}, body?: object) {
  const { status, body: answer } = await askV3(v3.url, pathOf(name, params), { ...(body && { body }) })
  return { status, answer }
}

/** Asks an index as of a masterchain block, which it must cover. */
function reading(reader: ReadPool, head: number) {
  return async <Name extends ReadName>(name: Name, params: Params): Promise<V3Result<Name>> => {
    const { searchParams } = new URL(pathOf(name, params), 'http://localhost')
    const values = readV3Query(v3Operations[name], searchParams)
    const options = { addressBook: true, metadata: true, testOnly: false, head }
    const answer = await reader.query({ operation: name, values, options })
    if (answer.kind !== 'json') throw new Error(`${name} is ${answer.kind}`)
    return JSON.parse(Buffer.from(answer.json).toString())
  }
}

function only<T>(items: readonly T[]): T {
  expect(items).toHaveLength(1)
  return items[0] as T
}

function some<T>(items: readonly T[], isWanted: (item: T) => boolean): T[] {
  const found = items.filter(isWanted)
  expect(found).not.toEqual([])
  return found
}

const friendly = (raw: string) => Address.parse(raw).toString({ bounceable: true })
const isExternal = ({ source }: MessageJson) => source === null
const isInternal = ({ source, destination }: MessageJson) => source !== null && destination !== null
const isComment = ({ opcode }: MessageJson) => opcode === '0x00000000'

describe("the contract's conformance checklist", () => {
  it('1: the address book keeps the keys of the request', async () => {
    const texts = [v3.alice, friendly(v3.alice), Address.parse(v3.alice).toString({ bounceable: false })]
    const book = await get('addressBook', { address: texts })
    expect(Object.keys(book).toSorted()).toEqual(texts.toSorted())
    for (const text of texts) expect(book[text]).toEqual(book[v3.alice])
  })

  it('1: /metadata answers with raw keys', async () => {
    const master = v3.account('Paper Crane (USDP)')
    const metadata = await get('metadata', { address: [friendly(master), v3.alice, 'no address'] })
    expect(Object.keys(metadata)).toEqual([master])
    expect(metadata[master]).toMatchObject({
      is_indexed: true,
      token_info: [{ valid: true, type: 'jetton_masters', symbol: 'USDP' }],
    })
  })

  it('2: who has no contract is not bounceable, a jetton master is', async () => {
    const { scene } = v3
    const master = v3.account('Paper Crane (USDP)')
    const book = await get('addressBook', { address: [scene.neverUsed, scene.uninit, v3.alice, master] })
    const isBounceable = (raw: string) => {
      const text = book[raw]?.user_friendly ?? ''
      expect(text).toMatch(/^[EU]Q/)
      return Address.parseFriendly(text).isBounceable
    }
    expect([scene.neverUsed, scene.uninit, v3.alice, master].map(isBounceable)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  it('3: a shard is the same in every form', async () => {
    const at = { workchain: -1, seqno: v3.head }
    const shards = ['8000000000000000', '0x8000000000000000', '-9223372036854775808']
    const answers = await Promise.all(shards.map((shard) => get('blocks', { ...at, shard })))
    expect(only(answers[0]?.blocks ?? []).root_hash).toBe(v3.scene.head.root_hash)
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it.each<[Parameters<typeof resultV3>[1], () => Params, string | undefined]>([
    ['blocks', () => ({}), 'blocks'],
    ['masterchainBlockShards', () => ({ seqno: v3.head }), 'blocks'],
    ['transactions', () => ({}), 'transactions'],
    ['transactionsByMasterchainBlock', () => ({ seqno: v3.head }), 'transactions'],
    ['transactionsByMessage', () => ({ opcode: '0x0f8a7ea5' }), 'transactions'],
    ['messages', () => ({}), 'messages'],
    ['traces', () => ({}), 'traces'],
    ['events', () => ({}), 'events'],
    ['topAccountsByBalance', () => ({}), undefined],
  ])('4: limits and offsets of %s', async (name, params, list) => {
    const rows = async (more: object) => {
      const answer = (await get(name, { ...params(), ...more })) as unknown as Record<string, unknown[]>
      return list === undefined ? (answer as unknown as unknown[]) : (answer[list] as unknown[])
    }
    expect(await reply(name, { ...params(), limit: 1001 })).toEqual({
      status: 422,
      answer: { error: 'limit is not allowed: 1001 > 1000', code: 422 },
    })
    const two = await rows({ limit: 2 })
    expect(two).toHaveLength(2)
    expect(await rows({ limit: 0 })).toEqual(two.slice(0, 1))
    expect(await rows({ limit: 2, offset: -5 })).toEqual(two)
    expect(await rows({ limit: 1, offset: 1 })).toEqual(two.slice(1))
  })

  it('every transaction of a trace that an external message started names that message, and no other does', async () => {
    const begun = new Map<string, MessageJson | null | undefined>()
    for (const { trace_id, transactions: own = {} } of traces) {
      for (const hash of Object.keys(own)) begun.set(hash, own[trace_id ?? '']?.in_msg)
    }
    const expected = ({ hash }: TransactionJson) => {
      const first = begun.get(hash)
      const isExternal = first?.source === null
      return [isExternal ? first.hash : undefined, isExternal ? first.hash_norm : undefined]
    }
    const named = (transaction: TransactionJson) => [
      transaction.trace_external_hash,
      transaction.trace_external_hash_norm,
    ]
    expect(transactions.map(named)).toEqual(transactions.map(expected))
    const inTraces = traces.flatMap((trace) => Object.values(trace.transactions ?? {}))
    expect(inTraces.map(named)).toEqual(inTraces.map(expected))
    for (let offset = 0; offset < 40; offset += 7) {
      const page = (await get('transactions', { limit: 7, offset })).transactions
      expect(page.map(named)).toEqual(page.map(expected))
    }
    const kinds = transactions.map((transaction) => named(transaction).filter(Boolean).length)
    expect(new Set(kinds)).toEqual(new Set([0, 1, 2]))
  })

  it('5: a hash is the same in every form', async () => {
    const { middle } = v3
    const bytes = Buffer.from(middle.hash, 'base64')
    const url = bytes.toString('base64url').padEnd(44, '=')
    for (const hash of [bytes.toString('hex'), `0x${bytes.toString('hex')}`, middle.hash, url]) {
      expect(only((await get('transactions', { hash })).transactions)).toEqual(middle)
    }
  })

  it('6: the normalized hash of a message from outside leads to its transaction', async () => {
    for (const message of some(messages, ({ hash_norm }) => hash_norm !== undefined)) {
      const body = Cell.fromBase64(message.message_content?.body ?? '')
      // ext_in_msg_info$10 src:addr_none, import_fee 0, no StateInit, body in a reference (compatibility-v3 §4.6)
      const norm = beginCell()
        .storeUint(0b1000, 4)
        .storeAddress(Address.parse(message.destination ?? ''))
        .storeUint(0b000001, 6)
        .storeRef(body)
        .endCell()
        .hash()
      expect(message.hash_norm).toBe(norm.toString('base64'))
      const found = await get('transactionsByMessage', { msg_hash: message.hash_norm })
      expect(found.transactions.map(({ hash }) => hash)).toContain(message.in_msg_tx_hash)
    }
  })

  it('7: external messages are listed by source=null, and left out by exclude_externals', async () => {
    const limit = 1000
    const externals = (await get('messages', { source: 'null', sort: 'desc', limit })).messages
    expect(externals).toEqual(some(messages, isExternal))
    const others = (await get('messages', { exclude_externals: true, limit })).messages
    expect(others).toEqual(some(messages, (message) => !isExternal(message)))
    expect(messages).toEqual([...externals, ...others])
  })

  it('8: an internal message has the transactions at both ends', () => {
    const bySystem = ({ source }: MessageJson) => source === SYSTEM
    for (const message of some(messages, isInternal)) {
      const receiver = transactions.find(({ hash }) => hash === message.in_msg_tx_hash)
      expect(receiver?.in_msg?.hash).toBe(message.hash)
      const sender = transactions.find(({ hash }) => hash === message.out_msg_tx_hash)
      const sent = sender?.out_msgs.map(({ hash }) => hash)
      expect(sent).toEqual(bySystem(message) ? undefined : expect.arrayContaining([message.hash]))
    }
  })

  it('9: neighbours on either side, on both, and none of a leaf', async () => {
    const { middle } = v3
    const near = async (params: object) =>
      (await get('adjacentTransactions', { hash: middle.hash, ...params })).transactions
    const [before, after] = [await near({ direction: 'in' }), await near({ direction: 'out' })]
    expect(only(before).out_msgs.map(({ hash }) => hash)).toContain(middle.in_msg?.hash)
    const sent = middle.out_msgs.filter(isInternal).map(({ hash }) => hash)
    expect(new Set(after.map(({ in_msg }) => in_msg?.hash))).toEqual(new Set(sent))
    expect(await near({})).toEqual([...before, ...after])
    const [leaf] = some(transactions, ({ in_msg, out_msgs }) => in_msg !== null && out_msgs.length === 0)
    expect(await reply('adjacentTransactions', { hash: leaf?.hash, direction: 'out' })).toEqual({
      status: 404,
      answer: { error: 'adjacent transactions not found', code: 404 },
    })
  })

  it('10: traces have a tree of all their transactions, counters and an order', () => {
    for (const trace of some(traces, ({ transactions_order: order = [] }) => order.length > 2)) {
      const { transactions: own = {}, transactions_order: order = [], trace: root } = trace
      const all = order.map((hash) => own[hash] as TransactionJson)
      expect(Object.keys(own).toSorted()).toEqual(order.toSorted())
      expect(all).toEqual(transactions.filter(({ trace_id }) => trace_id === trace.trace_id).toSorted(byLt))
      const nodes = nodesOf(root as TraceNodeJson)
      expect(nodes.map(({ tx_hash }) => tx_hash).toSorted()).toEqual(order.toSorted())
      for (const { tx_hash, in_msg_hash, children } of nodes) {
        expect(in_msg_hash).toBe(own[tx_hash]?.in_msg?.hash)
        const sent = own[tx_hash]?.out_msgs.map(({ hash }) => hash) ?? []
        for (const child of children ?? []) expect(sent).toContain(child.in_msg_hash)
        const places = (children ?? []).map((child) => order.indexOf(child.tx_hash))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }
      const known = new Set(all.flatMap(({ in_msg, out_msgs }) => [in_msg, ...out_msgs].map((m) => m?.hash)))
      expect(trace.trace_info).toMatchObject({
        trace_state: 'complete',
        transactions: order.length,
        messages: known.size,
        pending_messages: 0,
      })
      expect(trace).toMatchObject({
        trace_id: order[0],
        external_hash: all[0]?.in_msg?.hash,
        mc_seqno_start: String(all[0]?.mc_block_seqno),
        mc_seqno_end: String(Math.max(...all.map(({ mc_block_seqno }) => mc_block_seqno))),
        start_lt: all[0]?.lt,
        end_lt: all.at(-1)?.lt,
        is_incomplete: false,
      })
    }
  })

  it('12: /actions refuses a bad action_type', async () => {
    for (const name of ['action_type', 'exclude_action_type']) {
      expect(await reply('actions', { [name]: 'jetton_transfer,nft_transfer' })).toEqual({
        status: 422,
        answer: { error: `${name} contains invalid characters`, code: 422 },
      })
    }
  })

  it('13: a jetton master is not a wallet, who was never there has nothing', async () => {
    expect(await reply('walletInformation', { address: v3.account('Paper Crane (USDP)') })).toEqual({
      status: 409,
      answer: { error: 'not a wallet', code: 409 },
    })
    expect(await get('walletInformation', { address: v3.scene.neverUsed })).toEqual({
      balance: '0',
      last_transaction_lt: '0',
      last_transaction_hash: NO_HASH,
      status: 'uninit',
    })
  })

  it('14: /nft/items of two collections needs an owner', async () => {
    const { nft_collections } = await get('nft/collections', { limit: 2 })
    const collections = nft_collections.map(({ address }) => address)
    expect(collections).toHaveLength(2)
    expect(await reply('nft/items', { collection_address: collections })).toMatchObject({ status: 422 })
    const owned = { collection_address: collections, owner_address: v3.alice }
    expect(await reply('nft/items', owned)).toMatchObject({ status: 200 })
  })

  it('15: /dns/records takes one selector', async () => {
    const [none, both] = await Promise.all(
      [{}, { wallet: v3.alice, domain: 'alice.ton' }].map((params) => reply('dns/records', params)),
    )
    expect([none?.status, none?.answer]).toEqual([
      422,
      { error: 'either wallet address or domain is required', code: 422 },
    ])
    expect([both?.status, both?.answer]).toEqual([
      422,
      { error: 'provide either wallet address or domain, not both', code: 422 },
    ])
    const { records } = await get('dns/records', { domain: 'alice.ton' })
    expect(records).toMatchObject([{ domain: 'alice.ton', nft_item_address: v3.account('alice.ton') }])
  })

  it('16: a comment has its opcode, name and both kinds of type', () => {
    for (const { decoded_opcode, message_content } of some(messages, isComment)) {
      expect(decoded_opcode).toBe('text_comment')
      expect(message_content?.decoded).toEqual({
        '@type': 'text_comment',
        type: 'text_comment',
        comment: expect.any(String),
      })
    }
  })

  it('17: /decode returns the same comment as text', async () => {
    const comments = some(messages, isComment).map(({ message_content: content }) => content)
    const bodies = comments.map((content) => content?.body)
    const { bodies: decoded } = await get('decode', { bodies })
    expect(decoded).toEqual(
      comments.map((content) => ({ '@type': 'text_comment', text: content?.decoded?.comment })),
    )
  })

  // 18, a forward payload in place, is tested with the recorded chain: v3RecordedTokens and v3Recorded.

  it('19: an aborted jetton transfer is no transfer, and an action that failed', async () => {
    const JETTON_TRANSFER = '0x0f8a7ea5'
    const aborted = some(
      transactions,
      ({ description, in_msg }) => description.aborted === true && in_msg?.opcode === JETTON_TRANSFER,
    )
    const { jetton_transfers } = await get('jetton/transfers', { limit: 1000 })
    for (const { hash } of aborted) {
      expect(jetton_transfers.map(({ transaction_hash }) => transaction_hash)).not.toContain(hash)
      const { actions } = await get('actions', { tx_hash: hash, limit: 100 })
      expect(actions.filter(({ success }) => success === false)).not.toEqual([])
    }
  })

  it.each<[Parameters<typeof resultV3>[1], () => Params, boolean]>([
    ['transactions', () => ({ limit: 1 }), false],
    ['transactionsByMasterchainBlock', () => ({ seqno: v3.head, limit: 1 }), false],
    ['transactionsByMessage', () => ({ opcode: '0x0f8a7ea5', limit: 1 }), false],
    ['adjacentTransactions', () => ({ hash: v3.middle.hash }), false],
    ['masterchainBlockShardState', () => ({ seqno: v3.head }), false],
    ['messages', () => ({ limit: 1 }), true],
    ['traces', () => ({ limit: 1 }), true],
    ['accountStates', () => ({ address: v3.alice }), true],
    ['walletStates', () => ({ address: v3.alice }), true],
  ])('20: %s keeps an empty address book, and metadata, if they are declined', async (name, params, has) => {
    const whole = await get(name, params())
    expect((whole as unknown as { address_book: object }).address_book).not.toEqual({})
    expect('metadata' in whole).toBe(has)
    const bare = await get(name, { ...params(), x_no_address_book: 1, x_no_metadata: 1 })
    expect(bare).toEqual({ ...whole, address_book: {}, ...(has && { metadata: {} }) })
  })

  it('21: fields that do not apply to a transaction are left out', () => {
    const seen = new Set<string>()
    for (const transaction of transactions) {
      const { description, in_msg, trace_id } = transaction
      const { type, compute_ph: compute, storage_ph: storage, action, bounce } = description
      seen.add(`${type} ${compute?.skipped ? compute.reason : 'computed'} ${bounce?.type ?? ''}`)
      expect('credit_first' in description).toBe(type === 'ord')
      expect('is_tock' in description).toBe(type === 'tick_tock')
      expect('installed' in description || 'split_info' in description).toBe(false)
      expect(in_msg === null).toBe(type === 'tick_tock')
      expect(trace_id).toBeDefined()
      if (compute?.skipped) expect(Object.keys(compute).toSorted()).toEqual(['reason', 'skipped'])
      // Optional amounts and arguments are there where they are not zero.
      const optional = [
        storage?.storage_fees_due,
        description.credit_ph?.due_fees_collected,
        compute?.skipped === false ? [compute.gas_credit, compute.exit_arg] : undefined,
        [action?.total_fwd_fees, action?.total_action_fees, action?.result_arg],
      ].flat()
      for (const value of optional) expect(String(value)).not.toMatch(/^(0|null)$/)
      for (const state of [transaction.account_state_before, transaction.account_state_after]) {
        expect(Object.keys(state).toSorted()).toEqual([
          'account_status',
          'balance',
          'code_hash',
          'data_hash',
          'extra_currencies',
          'frozen_hash',
          'hash',
        ])
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(['tick_tock computed ', 'ord no_state ', 'ord computed ok']),
    )
  })

  it('21: fields that do not apply to a message are null, or left out', () => {
    const ofInternal = ['value', 'value_extra_currencies', 'fwd_fee', 'ihr_fee', 'bounce', 'bounced'] as const
    const kinds = new Set<string>()
    for (const message of messages) {
      const { source, destination, hash, hash_norm } = message
      kinds.add(source === null ? 'in' : destination === null ? 'out' : 'internal')
      for (const field of ofInternal) expect(message[field] === null).toBe(!isInternal(message))
      for (const field of ['created_lt', 'created_at'] as const) {
        expect(message[field] === null).toBe(source === null)
      }
      expect(message.import_fee === null).toBe(source !== null)
      expect(message.opcode === null).toBe(
        Cell.fromBase64(message.message_content?.body ?? '').bits.length < 32,
      )
      if (hash_norm !== undefined) expect([source, hash_norm === hash]).toEqual([null, false])
    }
    expect(kinds).toEqual(new Set(['in', 'out', 'internal']))
    // Only /messages has their sender and receiver.
    for (const { in_msg, out_msgs } of transactions) {
      for (const message of [...(in_msg ? [in_msg] : []), ...out_msgs]) {
        expect('in_msg_tx_hash' in message || 'out_msg_tx_hash' in message).toBe(false)
      }
    }
  })

  it('21: fields that an account does not have are left out', async () => {
    const { scene } = v3
    const address = [v3.alice, scene.frozen, scene.uninit, scene.neverUsed, v3.account('Paper Crane (USDP)')]
    const { accounts } = await get('accountStates', { address })
    const { wallets } = await get('walletStates', { address })
    const has = (rows: readonly object[], fields: readonly string[]) =>
      rows.map((row) => fields.filter((field) => field in row))
    expect(has(accounts, ['frozen_hash', 'data_hash', 'code_hash', 'data_boc', 'code_boc'])).toEqual([
      ['data_hash', 'code_hash', 'data_boc', 'code_boc'],
      ['frozen_hash'],
      [],
      ['data_hash', 'code_hash', 'data_boc', 'code_boc'],
    ])
    expect(has(wallets, ['code_hash', 'wallet_type', 'seqno', 'wallet_id', 'is_signature_allowed'])).toEqual([
      ['code_hash', 'wallet_type', 'seqno', 'wallet_id'],
      [],
      [],
      ['code_hash'],
    ])
    for (const trace of traces) expect('actions' in trace || 'warning' in trace).toBe(false)
    const [trace] = (await get('traces', { limit: 1, include_actions: true })).traces
    expect(trace?.actions).toEqual([])
  })

  it('22: every path answers, with 200 or an error as defined', async () => {
    const body = { address: v3.alice, method: 'seqno', stack: [] }
    const comment = { address: v3.alice, body: 'te6cckEBAQEACAAADAAAAABoaeh7Muk=', ignore_chksig: true }
    const asked: Readonly<Record<string, readonly [number, Params?, object?]>> = {
      masterchainInfo: [200],
      blocks: [200],
      masterchainBlockShardState: [200, { seqno: v3.head }],
      masterchainBlockShards: [200, { seqno: v3.head }],
      transactions: [200],
      transactionsByMasterchainBlock: [200, { seqno: v3.head }],
      transactionsByMessage: [200, { opcode: '0x0f8a7ea5' }],
      adjacentTransactions: [200, { hash: v3.middle.hash }],
      pendingTransactions: [404, { account: v3.scene.neverUsed }],
      messages: [200],
      traces: [200],
      pendingTraces: [200, { account: v3.alice }],
      accountStates: [200, { address: v3.alice }],
      walletStates: [200, { address: v3.alice }],
      addressBook: [200, { address: v3.alice }],
      topAccountsByBalance: [200],
      metadata: [200, { address: v3.alice }],
      'dns/records': [200, { domain: 'alice.ton' }],
      'multisig/wallets': [200, { wallet_address: v3.alice }],
      'multisig/orders': [200, { multisig_address: v3.account('Workshop purse (2 of 3)') }],
      vesting: [200, { wallet_address: v3.account('erin') }],
      'jetton/masters': [200],
      'jetton/wallets': [200],
      'jetton/transfers': [200],
      'jetton/burns': [200],
      'nft/collections': [200],
      'nft/items': [200],
      'nft/transfers': [200],
      decode: [200],
      addressInformation: [200, { address: v3.alice }],
      walletInformation: [200, { address: v3.alice }],
      message: [401, {}, {}],
      estimateFee: [200, {}, comment],
      runGetMethod: [200, {}, body],
      actions: [200],
      pendingActions: [200, { account: v3.alice }],
    }
    expect(Object.keys(asked)).toHaveLength(36)
    for (const [name, [status, params, sent]] of Object.entries(asked)) {
      const { status: given, answer } = await reply(name, params, sent)
      expect([name, given]).toEqual([name, status])
      const error = { error: expect.any(String), code: status }
      expect(answer).toEqual(status === 200 ? expect.anything() : error)
    }
    const bodies = [comment.body, 'b5ee9c72']
    const opcodes = ['0x0f8a7ea5', 'ffffffff', '7']
    const decoded = await reply('decode', { opcodes, bodies })
    expect(decoded).toMatchObject({
      status: 200,
      answer: { opcodes: ['jetton_transfer', 'bounce', expect.anything()] },
    })
    expect(await reply('decode', {}, { opcodes, bodies })).toEqual(decoded)
  })

  // After the cases of one chain length, because it makes blocks.
  it('11: a trace that is still open is not listed, but its transactions are', async () => {
    const { scene, url, head } = v3
    await command(url, 'pause')
    onTestFinished(async () => {
      await command(url, 'resume')
      await indexedToHead(url)
    })
    const { now } = await askIndex<DevnetStatus>(url, DEVNET_PREFIX)
    const account = scene.wallet.address.toRawString()
    const { seqno = 0 } = await get('walletInformation', { address: account })
    const body = beginCell().storeUint(UNKNOWN_QUERY, 32).storeUint(7, 64).endCell()
    const order = { to: Address.parse(ELECTOR), amount: 1_000_000_000n, body }
    const boc = scene.wallet.message([order], { now, seqno }).toString('base64')
    const { status, answer } = await reply('message', {}, { boc })
    expect(status).toBe(200)
    const { message_hash: msg_hash } = answer as { message_hash: string }
    const { seqno: last } = await step(url, 4)

    // The indexer is led through these blocks one by one, and read as if each were the chain's newest.
    const reader = createReadPool({ file: databaseFile(join(dirname(scene.globalConfigFile), 'index')) })
    onTestFinished(() => reader.close())
    const open: number[] = []
    let complete: number | undefined
    for (let block = head + 1; block <= last && complete === undefined; block++) {
      await command(url, 'backfill', { from: block, to: block })
      await indexUntil(url, ({ coverage }) => coverage.at(-1)?.last === block)
      const read = reading(reader, block)
      const [root] = (await read('transactionsByMessage', { msg_hash })).transactions
      if (!root) continue
      const { transactions: own } = await read('transactions', { account: [account, ELECTOR], limit: 50 })
      const size = own.filter(({ trace_id }) => trace_id === root.trace_id).length
      const asked = [{ trace_id: root.trace_id }, { tx_hash: root.hash }, { msg_hash }]
      const listed = await Promise.all(asked.map(async (by) => (await read('traces', by)).traces))
      const [trace] = listed[0] ?? []
      expect(listed).toEqual(asked.map(() => (trace ? [trace] : [])))
      if (trace === undefined) {
        open.push(size)
        continue
      }
      expect(trace.trace_info).toMatchObject({ transactions: size, pending_messages: 0 })
      complete = size
    }
    // The order and its arrival, then the answer.
    expect([open, complete]).toEqual([[2], 3])
  })
})

describe('the history of an account in the explorer', () => {
  it('sums up to the change of the balance, of each jetton, and of each extra currency', async () => {
    // The state of the giver before its first transaction is that of the zero state, which v3 does not serve.
    const accounts = [...v3.scene.accounts]
      .filter(([name]) => name !== 'giver')
      .map(([name, address]) => ({ name, raw: rawOf(address) }))
    expect(accounts.length).toBeGreaterThan(40)
    const known = new Map<string, V3Result<'traces'>>()
    const sums = []
    for (const { name, raw } of accounts) sums.push({ name, ...(await historySum(v3.url, raw, known)) })
    const balances = []
    for (const { name, raw } of accounts) balances.push({ name, ...(await balanceChange(v3.url, raw)) })
    expect(sums).toEqual(balances)
    expect(sums.filter(({ jettons }) => Object.keys(jettons).length > 0).length).toBeGreaterThan(5)
    expect(sums.some(({ currencies }) => Object.keys(currencies).length > 0)).toBe(true)
  })

  it('gives each NFT item to its present owner, from its mint on', async () => {
    const { nft_items } = await resultV3(v3.url, 'nft/items', { limit: 1000 })
    // The auction of a domain decides its owner, without a message to the owner.
    const items = nft_items.filter(({ content }) => content?.domain === undefined)
    expect(items.length).toBeGreaterThan(8)
    const owners = await ownersByFlow(v3.url)
    expect(items.map(({ address }) => [address, owners.get(accountKey(address))])).toEqual(
      items.map(({ address, owner_address: owner }) => [address, accountKey(owner ?? '')]),
    )
  })
})

function byLt(a: TransactionJson, b: TransactionJson): number {
  return Number(BigInt(a.lt) - BigInt(b.lt)) || (a.account < b.account ? -1 : 1)
}

function nodesOf(root: TraceNodeJson): TraceNodeJson[] {
  return [root, ...(root.children ?? []).flatMap(nodesOf)]
}
