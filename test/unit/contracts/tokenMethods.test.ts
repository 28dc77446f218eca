import { describe, expect, it } from 'vitest'
import { methodIdsOf } from '../../../src-main/contracts/methodIdsOf.ts'
import { possibleTokenKinds } from '../../../src-main/contracts/tokenMethods.ts'
import { collectionCode } from '../../../src-main/devnet/scenario/code/collection.ts'
import { dnsItemCode } from '../../../src-main/devnet/scenario/code/dnsItem.ts'
import { poolCode } from '../../../src-main/devnet/scenario/code/pool.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { vestingWalletCode } from '../../../src-main/devnet/scenario/code/vestingWallet.ts'
import { walletCode } from '../../../src-main/devnet/scenario/code/wallets.ts'

describe('kinds of token that a code can be', () => {
  it.each([
    ['a jetton master', tokenCode('jetton minter'), ['jetton_master']],
    ['a jetton wallet', tokenCode('jetton wallet'), ['jetton_wallet']],
    ['an NFT item', tokenCode('nft item'), ['nft_item']],
    ['a domain', dnsItemCode(), ['nft_item']],
    ['an NFT collection', collectionCode(), ['nft_collection']],
    ['a vesting contract', vestingWalletCode(), []],
  ] as const)('of %s', (_, code, kinds) => {
    expect(possibleTokenKinds(methodIdsOf(code))).toEqual(kinds)
  })

  it('of a pool whose shares are a jetton include the master', () => {
    expect(possibleTokenKinds(methodIdsOf(poolCode()))).toContain('jetton_master')
  })

  it('are all of them where the code does not tell its methods', () => {
    expect(methodIdsOf(walletCode('v3r2'))).toBeUndefined()
    expect(possibleTokenKinds(undefined)).toEqual([
      'jetton_master',
      'jetton_wallet',
      'nft_collection',
      'nft_item',
    ])
  })
})
