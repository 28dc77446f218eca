import { Address, beginCell, Cell, Dictionary, storeAccount } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import type { AccountAnswer } from '../../../../src-main/liteserver/session.ts'
import { blockId, fakeNetwork } from './fakeSession.ts'

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const ADDRESS = parseAddress(RAW) as TonAddress
const CORE_ADDRESS = Address.parse(RAW)
const BLOCK = blockId(-1, 860)
const ABSENT: AccountAnswer = {
  block: BLOCK,
  shardBlock: blockId(0, 854),
  shardUtime: 1_795_239_095,
  account: undefined,
  lastTransLt: 0n,
  lastTransHash: Buffer.alloc(32),
}

type State = Parameters<typeof storeAccount>[0]['storage']['state']

function accountCell(state: State, coins = 5_000n): Cell {
  const other = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.BigVarUint(5))
  other.set(239, 1000n)
  return beginCell()
    .storeBit(1)
    .store(
      storeAccount({
        addr: CORE_ADDRESS,
        storageStats: { used: { cells: 1n, bits: 1n }, storageExtra: null, lastPaid: 0, duePayment: null },
        storage: { lastTransLt: 8n, balance: { coins, other }, state },
      }),
    )
    .endCell()
}

function answer(state: State): AccountAnswer {
  const last = { lastTransLt: 7n, lastTransHash: Buffer.alloc(32, 7) }
  return { ...ABSENT, ...last, account: accountCell(state) }
}

/** The API over one account, with config parameter 44 when given. */
function apiOf(account: AccountAnswer, suspended?: Cell) {
  const asked: (number | undefined)[] = []
  const { network } = fakeNetwork({
    masterchainBlock: async (seqno) => {
      asked.push(seqno)
      return BLOCK
    },
    account: async () => account,
    configParam: async (_block, param) => (param === 44 ? suspended : undefined),
  })
  return { api: createV2Api({ network }), asked }
}

const values = { address: ADDRESS, seqno: undefined }

describe('getAddressInformation', () => {
  it('describes an account that never existed', async () => {
    const { api } = apiOf(ABSENT)
    expect(await api.call('getAddressInformation', values).result).toMatchInlineSnapshot(`
      {
        "@type": "raw.fullAccountState",
        "balance": "0",
        "block_id": {
          "@type": "ton.blockIdExt",
          "file_hash": "XV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV0=",
          "root_hash": "XFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFxcXFw=",
          "seqno": 860,
          "shard": "-9223372036854775808",
          "workchain": -1,
        },
        "code": "",
        "data": "",
        "extra_currencies": [],
        "frozen_hash": "",
        "last_transaction_id": {
          "@type": "internal.transactionId",
          "hash": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
          "lt": "0",
        },
        "state": "uninitialized",
        "suspended": false,
        "sync_utime": 1795239095,
      }
    `)
  })

  it('classifies by code and frozen hash', async () => {
    const state = async (account: AccountAnswer) => {
      const { state, code, data, frozen_hash, balance } = await apiOf(account).api.call(
        'getAddressInformation',
        values,
      ).result
      return { state, code, data, frozen_hash, balance }
    }
    const init = { code: Cell.EMPTY, data: null }
    expect(await state(answer({ type: 'active', state: init }))).toEqual({
      state: 'active',
      code: 'te6cckEBAQEAAgAAAEysuc0=',
      data: '',
      frozen_hash: '',
      balance: '5000',
    })
    expect(await state(answer({ type: 'frozen', stateHash: 1n }))).toEqual({
      state: 'frozen',
      code: '',
      data: '',
      frozen_hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=',
      balance: '5000',
    })
    expect((await state(answer({ type: 'uninit' }))).state).toBe('uninitialized')
    expect((await state(answer({ type: 'active', state: { code: null, data: Cell.EMPTY } }))).state).toBe(
      'uninitialized',
    )
  })

  it('reads the state of the requested masterchain block', async () => {
    const { api, asked } = apiOf(ABSENT)
    await api.call('getAddressInformation', { ...values, seqno: 300 }).result
    expect(asked).toEqual([300])
  })

  it('reports an account of config parameter 44 as suspended until the list expires', async () => {
    const list = (until: number) =>
      beginCell()
        .storeUint(0, 8)
        .storeDict(
          Dictionary.empty(Dictionary.Keys.Buffer(36), {
            serialize: () => {},
            parse: () => true,
          }).set(Buffer.concat([Buffer.from([0, 0, 0, 0]), CORE_ADDRESS.hash]), true),
        )
        .storeUint(until, 32)
        .endCell()
    const suspended = async (cell: Cell | undefined) =>
      (await apiOf(ABSENT, cell).api.call('getAddressInformation', values).result).suspended
    expect(await suspended(list(ABSENT.shardUtime + 1))).toBe(true)
    expect(await suspended(list(ABSENT.shardUtime))).toBe(false)
    expect(await suspended(undefined)).toBe(false)
  })

  it('reads the list once per block', async () => {
    let reads = 0
    const { network } = fakeNetwork({
      masterchainBlock: async () => BLOCK,
      account: async () => ABSENT,
      configParam: async () => {
        reads++
        return undefined
      },
    })
    const api = createV2Api({ network })
    await api.call('getAddressInformation', values).result
    await api.call('getAddressInformation', values).result
    expect(reads).toBe(1)
  })
})

describe('getExtendedAddressInformation', () => {
  it('keeps the flags of the requested address and shows no code as uninited', async () => {
    const address = parseAddress('kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH') as TonAddress
    const result = await apiOf(answer({ type: 'frozen', stateHash: 1n })).api.call(
      'getExtendedAddressInformation',
      {
        address,
        seqno: undefined,
      },
    ).result
    expect(result.address.account_address).toBe('kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH')
    expect(result.extra_currencies).toEqual([{ '@type': 'extraCurrency', id: 239, amount: '1000' }])
    expect([result.account_state, result.revision]).toEqual([
      { '@type': 'uninited.accountState', frozen_hash: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=' },
      0,
    ])
  })

  it('shows unknown code raw', async () => {
    const init = { code: Cell.EMPTY, data: Cell.EMPTY }
    const { api } = apiOf(answer({ type: 'active', state: init }))
    const { account_state, revision } = await api.call('getExtendedAddressInformation', values).result
    expect([account_state['@type'], revision]).toEqual(['raw.accountState', 0])
  })
})

describe('getAddressBalance and getAddressState', () => {
  it('answer plain texts', async () => {
    const { api } = apiOf(answer({ type: 'uninit' }))
    expect(await api.call('getAddressBalance', values).result).toBe('5000')
    expect(await api.call('getAddressState', values).result).toBe('uninitialized')
    expect(await apiOf(ABSENT).api.call('getAddressBalance', values).result).toBe('0')
  })
})

describe('getShardAccountCell', () => {
  it('builds the cell of a nonexistent account (compatibility-v2 §3.5)', async () => {
    const { api } = apiOf(ABSENT)
    expect(await api.call('getShardAccountCell', values).result).toEqual({
      '@type': 'tvm.cell',
      bytes: 'te6cckEBAgEALgABUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAFAAVi1MQ==',
    })
  })
})
