import { Address, beginCell, Cell, Dictionary, loadAccount } from '@ton/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WalletLayout } from '#shared/contracts/contractDefinition.ts'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { ReadName } from '../../../../../src-main/api/v3/context.ts'
import { answerQuery } from '../../../../../src-main/api/v3/read/answer.ts'
import { createContractNames } from '../../../../../src-main/api/v3/render/contractNames.ts'
import { ArchiveStore } from '../../../../../src-main/chain/archive/archiveStore.ts'
import { serializeBoc } from '../../../../../src-main/chain/cells/serializeBoc.ts'
import { openShardAccounts } from '../../../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../../../src-main/chain/state/shardState.ts'
import { sampleContents } from '../../../chain/archive/sampleNetwork.ts'
import { indexFacts, sampleFacts, sampleZeroFacts } from '../../../store/queries/sampleIndex.ts'

/**
 * Answers of v3 about every account that the sample ever had, compared with the states after its last blocks, which are
 * rolled forward from the zero states without an index and read by @ton/core.
 */

const HEAD = 800
const facts = sampleFacts(1, HEAD)
const index = indexFacts(facts, sampleZeroFacts())
afterAll(() => index.remove())

const MAX_DATA_DEPTH = 12

type Model = {
  readonly hash: Buffer
  readonly balance: bigint
  readonly extra: Readonly<Record<string, string>>
  readonly status: 'uninit' | 'frozen' | 'active' | 'nonexist'
  readonly frozenHash: string | undefined
  readonly code: Cell | undefined
  readonly data: Cell | undefined
  readonly lastTransHash: Buffer
  readonly lastTransLt: bigint
}

/** By raw address, of those that had a transaction or were in a zero state. */
const models = new Map<string, Model>()
/** All that a transaction, a message or a state names. */
const named = new Set<string>()

const rawText = (account: Buffer) => `${account.readInt8(0)}:${account.toString('hex', 1).toUpperCase()}`

beforeAll(async () => {
  const store = new ArchiveStore(sampleContents())
  const last = facts.at(-1)
  for (const { workchain, shard, seqno } of last?.shardTops ?? []) {
    const block = store.findBySeqno({ workchain, shard, seqno })
    if (!block) throw new Error('a shard without its block')
    const { accounts } = openShardStateUnsplit(await store.state(block))
    for (const { value } of openShardAccounts(accounts).entries()) addModel(value)
  }
  const existing = new Set(models.keys())
  const transactions = facts.flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
  // One transaction after another: the last that stays is the account's newest.
  for (const { account, endStatus, hash, lt } of transactions.toSorted((a, b) => Number(a.lt - b.lt))) {
    const text = rawText(account)
    if (endStatus === 'nonexist' && !existing.has(text)) models.set(text, endedModel(hash, lt))
  }
  const parties = transactions.flatMap(({ account, inMsg, outMsgs }) => [
    account,
    ...[...(inMsg ? [inMsg] : []), ...outMsgs].flatMap(({ source, destination }) => [source, destination]),
  ])
  for (const account of parties) if (account) named.add(rawText(account))
  for (const address of models.keys()) named.add(address)
})

function addModel(value: { readonly account: Cell; lastTransHash: Uint8Array; lastTransLt: bigint }): void {
  const cell = Cell.fromBoc(serializeBoc(value.account))[0] as Cell
  const { addr, storage } = loadAccount(cell.beginParse().skip(1))
  const { balance, state } = storage
  const address = addr as Address
  models.set(rawText(Buffer.concat([Buffer.of(address.workChain & 0xff), address.hash])), {
    hash: cell.hash(),
    balance: balance.coins,
    extra: Object.fromEntries([...(balance.other ?? [])].map(([id, amount]) => [String(id), String(amount)])),
    status: state.type,
    frozenHash:
      state.type === 'frozen'
        ? Buffer.from(state.stateHash.toString(16).padStart(64, '0'), 'hex').toString('base64')
        : undefined,
    code: (state.type === 'active' && state.state.code) || undefined,
    data: (state.type === 'active' && state.state.data) || undefined,
    lastTransHash: Buffer.from(value.lastTransHash),
    lastTransLt: value.lastTransLt,
  })
}

/** account_none$0: the state of a deleted or of a nonexistent account. */
function endedModel(lastTransHash: Buffer, lastTransLt: bigint): Model {
  const hash = beginCell().storeBit(false).endCell().hash()
  const nothing = { frozenHash: undefined, code: undefined, data: undefined }
  const status = 'nonexist'
  return { hash, balance: 0n, extra: {}, status, ...nothing, lastTransHash, lastTransLt }
}

function ask<Body>(operation: ReadName, values: object, testOnly = false): Body {
  const answer = answerQuery(index.reader, createContractNames(), {
    operation,
    values,
    options: { addressBook: true, metadata: true, testOnly, head: HEAD },
  })
  if (answer.kind !== 'json') throw new Error(`${operation} is ${answer.kind}`)
  return JSON.parse(Buffer.from(answer.json).toString())
}

const addressOf = (text: string) => {
  const { workChain, hash } = Address.parseRaw(text)
  return { workchain: workChain, hash }
}
const asked = () => ({ address: [...named].map(addressOf) })

/** SETCP0, DICTPUSHCONST of 19 bits: the methods of a compiled contract. */
function methodsOf(code: Cell | undefined): number[] | undefined {
  if (!code || code.isExotic || !/^FF00F4A413/.test(code.bits.toString())) return undefined
  const methods = Dictionary.loadDirect(
    Dictionary.Keys.Uint(19),
    { serialize: () => {}, parse: () => true },
    code.refs[0] as Cell,
  )
  return methods.keys().sort((a, b) => a - b)
}

const hashOf = (cell: Cell | undefined) => cell?.hash().toString('base64')
const cellHash = (boc: unknown) => (typeof boc === 'string' ? hashOf(Cell.fromBase64(boc)) : undefined)

/** The facts that states and wallets have in common. */
function commonOf({ code, ...model }: Model) {
  return {
    balance: String(model.balance),
    status: model.status,
    code_hash: hashOf(code),
    last_transaction_hash: model.lastTransHash.toString('base64'),
    last_transaction_lt: String(model.lastTransLt),
  }
}

function interfacesOfModel({ code }: Model): readonly string[] | null {
  return code ? interfacesOf(hashOf(code), methodsOf(code)) : []
}

type Row = Record<string, unknown> & { readonly address: string }

describe('every account of the sample', () => {
  test('accountStates', () => {
    const { accounts } = ask<{ accounts: Row[] }>('accountStates', { ...asked(), include_boc: true })
    const states = new Map(accounts.map(({ address, ...row }) => [address, row]))
    expect([...states.keys()].toSorted()).toEqual([...models.keys()].toSorted())
    for (const [address, model] of models) {
      const { code_boc, data_boc, ...row } = states.get(address) as Record<string, unknown>
      expect(row, address).toEqual({
        ...JSON.parse(JSON.stringify(commonOf(model))),
        account_state_hash: model.hash.toString('base64'),
        extra_currencies: model.extra,
        ...(model.frozenHash && { frozen_hash: model.frozenHash }),
        ...(model.data && { data_hash: hashOf(model.data) }),
        contract_methods: methodsOf(model.code) ?? null,
        interfaces: interfacesOfModel(model),
      })
      const isShown = model.data && model.data.depth() <= MAX_DATA_DEPTH
      expect([cellHash(code_boc), cellHash(data_boc)], address).toEqual([
        hashOf(model.code),
        isShown ? hashOf(model.data) : undefined,
      ])
    }
    const bare = ask<{ accounts: Row[] }>('accountStates', { ...asked(), include_boc: false })
    expect(bare.accounts).toEqual(accounts.map(({ code_boc, data_boc, ...row }) => row))
  })

  test('accountStates by code', () => {
    const byCode = Map.groupBy(models.keys(), (address) => hashOf(models.get(address)?.code))
    for (const [code, addresses] of byCode) {
      if (code === undefined) continue
      const values = { ...asked(), code_hash: [Buffer.from(code, 'base64')], include_boc: false }
      const { accounts } = ask<{ accounts: Row[] }>('accountStates', values)
      expect(accounts.map(({ address }) => address).toSorted()).toEqual(addresses.toSorted())
    }
  })

  test('walletStates', () => {
    const { wallets } = ask<{ wallets: Row[] }>('walletStates', asked())
    const states = new Map(wallets.map(({ address, ...row }) => [address, row]))
    expect([...states.keys()].toSorted()).toEqual([...models.keys()].toSorted())
    let count = 0
    for (const [address, model] of models) {
      const wallet = CONTRACTS.wallets.get(hashOf(model.code) ?? '')
      expect(states.get(address), address).toEqual({
        ...JSON.parse(JSON.stringify(commonOf(model))),
        ...(Object.keys(model.extra).length > 0 && { extra_currencies: model.extra }),
        is_wallet: wallet !== undefined,
        ...(wallet && model.data && { wallet_type: wallet.type, ...storageOf(wallet.layout, model.data) }),
      })
      if (wallet) count++
    }
    expect([count, models.size]).toEqual([9, 36])
  })

  test("addressBook: an account without code, or with a wallet's, is not bounceable", () => {
    for (const testOnly of [false, true]) {
      const friendly = [...named].map((text) => Address.parseRaw(text).toString({ bounceable: true }))
      const book = ask<Record<string, object>>(
        'addressBook',
        { address: [...named, ...friendly, 'no address'] },
        testOnly,
      )
      expect(Object.keys(book)).toHaveLength(2 * named.size + 1)
      expect(book['no address']).toEqual({ user_friendly: null, domain: null, interfaces: [] })
      for (const [i, address] of [...named].entries()) {
        const model = models.get(address)
        const code = hashOf(model?.code)
        const row = {
          user_friendly: Address.parseRaw(address).toString({
            bounceable: code !== undefined && !CONTRACTS.wallets.has(code),
            testOnly,
          }),
          domain: null,
          interfaces: model?.code ? interfacesOfModel(model) : model ? null : [],
        }
        expect([book[address], book[friendly[i] as string]]).toEqual([row, row])
      }
    }
  })

  test('topAccountsByBalance, by pages of any size', () => {
    type Top = { readonly account: string; readonly balance: string }
    const wanted = [...models]
      .map(([account, { balance }]) => ({ account, balance }))
      .toSorted((a, b) => (a.balance > b.balance ? -1 : 1))
    const whole = ask<Top[]>('topAccountsByBalance', { limit: 1000, offset: 0 })
    expect(whole.map(({ balance }) => BigInt(balance))).toEqual(wanted.map(({ balance }) => balance))
    const balances = new Map(wanted.map(({ account, balance }) => [account, String(balance)]))
    expect(new Map(whole.map(({ account, balance }) => [account, balance]))).toEqual(balances)
    for (const limit of [1, 4, 7, whole.length]) {
      const pages: Top[] = []
      for (let offset = 0; offset <= whole.length; offset += limit) {
        pages.push(...ask<Top[]>('topAccountsByBalance', { limit, offset }))
      }
      expect(pages).toEqual(whole)
    }
  })
})

function storageOf(layout: WalletLayout, data: Cell) {
  const slice = data.beginParse()
  const isAllowed = layout === 'v5' ? slice.loadBit() : undefined
  return {
    seqno: slice.loadUint(32),
    ...(layout !== 'seqno' && { wallet_id: slice.loadUint(32) }),
    ...(isAllowed !== undefined && { is_signature_allowed: isAllowed }),
  }
}
