import { Address, type Builder, beginCell, type Cell, Dictionary } from '@ton/core'
import { describe, expect, it } from 'vitest'
import type { TonlibKind } from '#shared/contracts/contractDefinition.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { decodeTonlibContract } from '../../../../src-main/api/v2/tonlibContract.ts'

/** Contracts whose get-methods are not run. */
const silent = async () => undefined
const decode = (kind: TonlibKind, data: Cell) => decodeTonlibContract(kind, data, silent)

describe('contracts with a header', () => {
  const data = beginCell().storeUint(11, 32).storeUint(4_000_000_000, 32).storeUint(0, 256).endCell()

  it.each([
    ['wallet.v3.accountState', { wallet_id: 4_000_000_000, seqno: 11 }],
    ['wallet.v4.accountState', { wallet_id: 4_000_000_000, seqno: 11 }],
    ['wallet.highload.v1.accountState', { wallet_id: 4_000_000_000, seqno: 11 }],
    ['wallet.highload.v2.accountState', { wallet_id: 11 }],
    ['dns.accountState', { wallet_id: 11 }],
  ] as const)('of kind %s have an unsigned wallet id and, if present, a seqno', async (kind, fields) => {
    expect(await decode(kind, data)).toEqual({ '@type': kind, ...fields })
  })

  it('include the manual DNS of revisions -1 and 1', () => {
    const dns = [...CONTRACTS.tonlib].filter(([, { kind }]) => kind === 'dns.accountState')
    expect(dns.map(([hash, { revision }]) => [revision, hash])).toEqual([
      [-1, 'c1Ot4+H3y+3FJbPnvDIm/lrIJ2+lJ5rDf7bvvIj0Irc='],
      [1, 'oNZ9LeiRn+e3yndlLM1P3FbGid56aRYeRfsNzF5HwVU='],
    ])
  })

  it('whose storage is too short are not recognized', async () => {
    const short = beginCell().storeUint(1, 63).endCell()
    expect(await decode('wallet.v3.accountState', short)).toBeUndefined()
  })
})

describe('a restricted wallet', () => {
  const limits = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.BigVarUint(4))
    .set(3600, 2_000n)
    .set(-1, 10n ** 19n)
    .set(60, 3_000n)
  const data = beginCell()
    .storeUint(3_000_000_000, 32)
    .storeUint(0xffff_fff0, 32)
    .storeUint(7, 256)
    .storeUint(1_795_000_000, 32)
    .storeDict(limits)
    .endCell()

  it('has limits in the order of their seconds, and returns the unlocked amount', async () => {
    const asked: string[] = []
    const state = await decodeTonlibContract('rwallet.accountState', data, async (method) => {
      asked.push(method)
      return 9_007_199_254_740_993n
    })
    expect(asked).toEqual(['balance'])
    expect(JSON.stringify(state)).toBe(
      '{"@type":"rwallet.accountState","wallet_id":4294967280,"seqno":-1294967296,' +
        '"unlocked_balance":9007199254740993,"config":{"@type":"rwallet.config","start_at":1795000000,"limits":[' +
        '{"@type":"rwallet.limit","seconds":-1,"value":10000000000000000000},' +
        '{"@type":"rwallet.limit","seconds":60,"value":3000},' +
        '{"@type":"rwallet.limit","seconds":3600,"value":2000}]}}',
    )
  })

  it('without an unlocked amount is not recognized', async () => {
    expect(await decode('rwallet.accountState', data)).toBeUndefined()
  })

  it('is not recognized before its first message', async () => {
    const fresh = beginCell().storeUint(0, 64).storeUint(1, 256).storeBuffer(Buffer.alloc(32, 0xff)).endCell()
    expect(await decodeTonlibContract('rwallet.accountState', fresh, async () => 1n)).toBeUndefined()
  })
})

describe('a payment channel', () => {
  const alice = Address.parse('EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N')
  const bob = Address.parse('Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF')
  const config = beginCell()
    .storeUint(300, 32)
    .storeUint(600, 32)
    .storeBuffer(Buffer.alloc(32, 0x11))
    .storeBuffer(Buffer.alloc(32, 0x22))
    .storeRef(beginCell().storeAddress(alice).endCell())
    .storeRef(beginCell().storeAddress(bob).endCell())
    .storeUint(2n ** 64n - 5n, 64)
    .storeCoins(0)
    .endCell()
  const channel = (state: Builder) => beginCell().storeRef(config).storeRef(state.endCell()).endCell()
  const opening = (tag: number) =>
    beginCell()
      .storeUint(tag, 3)
      .storeBit(1)
      .storeBit(0)
      .storeCoins(1)
      .storeCoins(0)
      .storeUint(1_795_000_000, 32)
      .storeCoins(256)
      .storeCoins(2n ** 60n)

  it.each([
    [0b000, 'pchan.stateInit', 'init', 'min'],
    [0b001, 'pchan.stateClose', 'close', 'promise'],
  ] as const)(
    'with tag %i has its last three fields in the order of the reference',
    async (tag, type, name, first) => {
      const state = await decode('pchan.accountState', channel(opening(tag)))
      expect(JSON.parse(JSON.stringify(state))).toEqual({
        '@type': 'pchan.accountState',
        config: {
          '@type': 'pchan.config',
          alice_public_key: 'PuYREREREREREREREREREREREREREREREREREREREREREQXt',
          alice_address: { '@type': 'accountAddress', account_address: alice.toString() },
          bob_public_key: 'PuYiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIn48',
          bob_address: { '@type': 'accountAddress', account_address: bob.toString() },
          init_timeout: 300,
          close_timeout: 600,
          channel_id: -5,
        },
        state: {
          '@type': type,
          signed_A: true,
          signed_B: false,
          min_A: 1,
          min_B: 0,
          expire_at: 256,
          A: Number(2n ** 60n),
          B: 1_795_000_000,
        },
        description: [
          `(chan_state_${name} signed_A:1 signed_B:0`,
          `  ${first}_A:(nanograms`,
          '    amount:(var_uint len:1 value:1))',
          `  ${first}_B:(nanograms`,
          '    amount:(var_uint len:0 value:0)) expire_at:1795000000',
          '  A:(nanograms',
          '    amount:(var_uint len:2 value:256))',
          '  B:(nanograms',
          '    amount:(var_uint len:8 value:1152921504606846976)))',
          '',
        ].join('\n'),
      })
    },
  )

  it('that is paid out has two amounts', async () => {
    const state = await decode(
      'pchan.accountState',
      channel(beginCell().storeUint(0b010, 3).storeCoins(5).storeCoins(6)),
    )
    expect(state).toMatchObject({
      state: { '@type': 'pchan.statePayout', A: 5, B: 6 },
      description: expect.stringMatching(/^\(chan_state_payout\n {2}A:\(nanograms\n {4}amount:/),
    })
  })

  it('with other storage is not recognized', async () => {
    expect(await decode('pchan.accountState', channel(beginCell().storeUint(0b011, 3)))).toBeUndefined()
    expect(await decode('pchan.accountState', channel(opening(0).storeBit(0)))).toBeUndefined()
    expect(await decode('pchan.accountState', beginCell().storeUint(0, 64).endCell())).toBeUndefined()
  })
})
