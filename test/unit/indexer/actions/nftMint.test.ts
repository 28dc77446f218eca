import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { classifyTrace } from '../../../../src-main/indexer/actions/classify.ts'
import type { AccountStatus } from '../../../../src-main/indexer/actions/trace.ts'
import { accountOf, factsOf, NO_FACTS, traceOf } from './nestedTrace.ts'

const facts = factsOf({
  nftItem: {
    item: {
      index: 2n ** 200n,
      collection: accountOf('collection'),
      owner: accountOf('buyer'),
      uri: undefined,
    },
  },
})

const minted = (status: readonly [AccountStatus, AccountStatus]) =>
  traceOf({
    to: 'buyer',
    sends: [
      {
        to: 'collection',
        sends: [{ to: 'item', value: 5n, status, body: beginCell().storeUint(7, 32).endCell() }],
      },
    ],
  })

describe('nft_mint', () => {
  it.each(['nonexist', 'uninit', 'frozen'] as const)('is a message that activates a %s item', (before) => {
    const rows = classifyTrace(minted([before, 'active']), facts).rows
    const mint = rows.find(({ type }) => type === 'nft_mint')
    expect(mint).toMatchObject({
      source: accountOf('collection'),
      destination: accountOf('item'),
      asset: accountOf('collection'),
      asset_secondary: accountOf('item'),
      opcode: 7,
      nft_mint_data: { nft_item_index: (2n ** 200n).toString() },
      success: true,
    })
    expect(rows.filter(({ type }) => type === 'contract_deploy')).toHaveLength(before === 'frozen' ? 0 : 1)
  })

  it('is not a message to an active item or to another contract', () => {
    for (const [trace, known] of [
      [minted(['active', 'active']), facts],
      [minted(['nonexist', 'active']), NO_FACTS],
    ] as const) {
      expect(classifyTrace(trace, known).rows.map(({ type }) => type)).not.toContain('nft_mint')
    }
  })
})
