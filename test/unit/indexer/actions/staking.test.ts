import { describe, expect, it } from 'vitest'
import { ETHENA } from '../../../../src-shared/contracts/ethena.ts'
import { actionsOf, addressOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, factsOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const excess = bodyOf(0xd53276db)

describe('liquid staking', () => {
  const burn = (outcome: Sent): Sent => ({
    to: 'staked wallet',
    value: 10n,
    body: bodyOf(0x595f07bc, (body) => body.storeCoins(500)),
    sends: [
      {
        to: 'minter',
        value: 9n,
        body: bodyOf(0x7bdd97de),
        sends: [{ to: 'pool', value: 8n, body: bodyOf(0x319b0cdc), sends: [outcome] }],
      },
    ],
  })

  it('pays burnt jettons out immediately', () => {
    const actions = actionsOf(
      'alice',
      [burn({ to: 'alice', value: 108n, body: bodyOf(0x0a77535c) })],
      NO_FACTS,
    )
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'stake_withdrawal').details).toEqual({
      provider: 'liquid_staking',
      stake_holder: accountOf('alice'),
      pool: accountOf('pool'),
      amount: '100',
      payout_nft: null,
      tokens_burnt: '500',
      asset: accountOf('minter'),
    })
  })

  it('is a failed request if no payout NFT is minted', () => {
    const actions = actionsOf(
      'alice',
      [burn({ to: 'payouts', value: 7n, body: bodyOf(0x1674b0a0) })],
      NO_FACTS,
    )
    const request = onlyOf(actions, 'stake_withdrawal_request')
    expect(request.success).toBe(false)
    expect(request.row.amount).toBe(500n)
    expect(request.details).toMatchObject({ payout_nft: null, tokens_burnt: null })
  })

  it('has the payout NFT of a request, also for an unknown item', () => {
    const made: Sent = {
      to: 'payouts',
      body: bodyOf(0x1674b0a0),
      sends: [{ to: 'payout item', body: bodyOf(0x132f9a45), status: ['nonexist', 'active'] }],
    }
    const known = factsOf({
      nftItem: { 'payout item': { index: 1n, collection: null, owner: null, uri: undefined } },
    })
    for (const facts of [NO_FACTS, known]) {
      const request = onlyOf(actionsOf('alice', [burn(made)], facts), 'stake_withdrawal_request')
      expect(request.success).toBe(true)
      expect(request.details).toMatchObject({ payout_nft: accountOf('payout item') })
    }
  })

  it('is not a deposit without minted jettons', () => {
    const sends = [{ to: 'pool', value: 5n, body: bodyOf(0x47d54391) }]
    expect(actionsOf('alice', sends, NO_FACTS).map(({ type }) => type)).toEqual(['call_contract'])
  })
})

describe('a nominator pool', () => {
  const facts = factsOf({ codeHash: { pool: 'mj7BS8CY9rRAZMMFIiyuooAPF92oXuaoGYpwle3hDc8=' } })
  const request = (text: string, sends: readonly Sent[] = []): Sent => ({
    to: 'pool',
    value: 1_000n,
    body: comment(text),
    sends,
  })
  const pay = (value: bigint): Sent => ({ to: 'alice', value })
  const withdraw = (...payments: bigint[]) => actionsOf('alice', [request('w', payments.map(pay))], facts)

  it('receives a deposit with its own excess', () => {
    const actions = actionsOf('alice', [request('d', [{ to: 'alice', value: 1n, body: excess }])], facts)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'stake_deposit').details).toEqual({
      provider: 'nominator',
      stake_holder: accountOf('alice'),
      pool: accountOf('pool'),
      amount: '1000',
      tokens_minted: null,
      asset: null,
    })
  })

  it.each([
    { payments: [], amount: null, left: 0 },
    { payments: [900n], amount: null, left: 0 },
    { payments: [1_001n], amount: '1001', left: 0 },
    { payments: [5n, 900n], amount: '5', left: 0 },
    { payments: [5_000n, 900n, 3n], amount: null, left: 3 },
  ])('answers a request with $payments by a withdrawal of $amount', ({ payments, amount, left }) => {
    const actions = withdraw(...payments)
    expect(actions.filter(({ type }) => type === 'ton_transfer')).toHaveLength(left)
    const type = amount === null ? 'stake_withdrawal_request' : 'stake_withdrawal'
    const action = onlyOf(actions, type)
    expect(action.details).toMatchObject({ provider: 'nominator', pool: accountOf('pool') })
    expect(action.row.amount?.toString() ?? null).toBe(amount)
  })

  it('pays several nominators out', () => {
    const sends = [{ to: 'pool', body: bodyOf(2), sends: [pay(70n), { to: 'bob', value: 30n }] }]
    const actions = actionsOf('anyone', sends, facts)
    expect(actions.map(({ type }) => type).sort()).toEqual([
      'call_contract',
      'stake_withdrawal',
      'stake_withdrawal',
    ])
    const paid = actions.filter(({ type }) => type === 'stake_withdrawal')
    expect(paid.map(({ row }) => [row.source, row.amount])).toEqual([
      [accountOf('alice'), 70n],
      [accountOf('bob'), 30n],
    ])
  })

  it('must be known: requests to another contract are transfers', () => {
    expect(actionsOf('alice', [request('d')], NO_FACTS).map(({ type }) => type)).toEqual(['ton_transfer'])
  })
})

describe('Ethena', () => {
  const [staked = '', minted = ''] = (ETHENA.accounts ?? []).map(({ address }) => address.toUpperCase())
  const wallet = (owner: string, jetton: string) => ({ owner: accountOf(owner), jetton })
  const internal = (amount: number) => (opcode: number) =>
    bodyOf(opcode, (body) => body.storeCoins(amount).storeUint(0, 4).storeCoins(0).storeBit(0))

  it('mints a jetton for another one', () => {
    const facts = factsOf({
      jettonWallet: { 'vault wallet': wallet('vault', staked), 'alice minted': wallet('alice', minted) },
    })
    const transfer = bodyOf(0x0f8a7ea5, (body) =>
      body
        .storeCoins(50)
        .storeAddress(addressOf('vault'))
        .storeAddress(null)
        .storeBit(0)
        .storeCoins(1)
        .storeBit(0),
    )
    const mint = bodyOf(0x642b7d07, (body) => body.storeAddress(addressOf('alice')).storeCoins(9))
    const sends: Sent[] = [
      {
        to: 'alice staked',
        body: transfer,
        sends: [
          {
            to: 'vault wallet',
            body: internal(50)(0x178d4519),
            sends: [
              {
                to: 'vault',
                body: bodyOf(0x7362d09c),
                sends: [
                  {
                    to: 'minter',
                    body: mint,
                    sends: [{ to: 'alice minted', body: internal(45)(0x178d4519) }],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]
    const actions = actionsOf('alice', sends, facts)
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'stake_deposit')).toMatchObject({
      row: { source_secondary: accountOf('alice staked') },
      details: {
        provider: 'ethena',
        stake_holder: accountOf('alice'),
        pool: accountOf('vault'),
        amount: '50',
        tokens_minted: '45',
        asset: minted,
        source_asset: staked,
      },
    })
  })

  it('takes the jetton back for a claim', () => {
    const sends: Sent[] = [
      {
        to: 'alice minted',
        body: bodyOf(0x0f8a7ea5),
        sends: [
          {
            to: 'minter',
            body: internal(45)(0x178d4519),
            sends: [
              {
                to: 'vault',
                body: bodyOf(0x7362d09c),
                sends: [
                  {
                    to: 'claims',
                    body: bodyOf(0x642b7d07),
                    sends: [{ to: 'alice claims', body: internal(50)(0xb2583ed5) }],
                  },
                ],
              },
            ],
          },
        ],
      },
    ]
    const facts = (claims: string) =>
      factsOf({
        jettonWallet: {
          'alice minted': wallet('alice', accountOf('minter')),
          'alice claims': wallet(claims, accountOf('claims')),
        },
      })
    const actions = actionsOf('alice', sends, facts('alice'))
    expect(actions).toHaveLength(1)
    expect(onlyOf(actions, 'stake_withdrawal_request')).toMatchObject({
      row: { amount: 45n, source_secondary: accountOf('alice minted') },
      details: {
        provider: 'ethena',
        stake_holder: accountOf('alice'),
        pool: accountOf('vault'),
        payout_nft: null,
        asset: accountOf('minter'),
        tokens_burnt: null,
        tokens_minted: '50',
      },
    })
    const others = actionsOf('alice', sends, facts('bob')).map(({ type }) => type)
    expect(others).not.toContain('stake_withdrawal_request')
  })
})
