import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { methodIdsOf } from '../../../src-main/contracts/methodIdsOf.ts'
import { collectionCode } from '../../../src-main/devnet/scenario/code/collection.ts'
import { dnsItemCode } from '../../../src-main/devnet/scenario/code/dnsItem.ts'
import { multisigCode } from '../../../src-main/devnet/scenario/code/multisig.ts'
import { poolCode } from '../../../src-main/devnet/scenario/code/pool.ts'
import { tokenCode } from '../../../src-main/devnet/scenario/code/tokens.ts'
import { vestingWalletCode } from '../../../src-main/devnet/scenario/code/vestingWallet.ts'
import { walletCode } from '../../../src-main/devnet/scenario/code/wallets.ts'

function namesOf(code: Cell) {
  return interfacesOf(code.hash().toString('base64'), methodIdsOf(code))
}

describe('interfaces of contracts (compatibility-v3 §15.2)', () => {
  it.each<[string, Cell, readonly string[]]>([
    // Known by their code.
    ['wallet v1 r3', walletCode('v1r3'), ['wallet_v1r3']],
    ['wallet v3 r2', walletCode('v3r2'), ['wallet_v3r2']],
    ['wallet v4 r2', walletCode('v4r2'), ['wallet_v4r2']],
    ['wallet v5 r1', walletCode('v5r1'), ['wallet_v5r1']],
    ['highload wallet v3', walletCode('highload v3'), ['wallet_highload_v3r1']],
    ['vesting wallet', vestingWalletCode(), ['wallet_vesting']],
    ['getgems sale', tokenCode('nft sale'), ['nft_sale_getgems_v3']],
    // Known by their methods.
    ['jetton minter', tokenCode('jetton minter'), ['jetton_master']],
    ['jetton wallet', tokenCode('jetton wallet'), ['jetton_wallet']],
    ['NFT item', tokenCode('nft item'), ['nft_item']],
    ['NFT collection', collectionCode(), ['nft_collection']],
    ['multisig', multisigCode(), ['multisig_v2']],
    ['domain', dnsItemCode(), ['dns', 'editable', 'nft_item']],
    ['exchange pool', poolCode(), ['dedust_pool', 'jetton_master', 'moon_pool']],
  ])('%s', (_name, code, names) => {
    expect(namesOf(code)).toEqual(names)
  })

  it('has none where methods are not known, and null where they fit nothing', () => {
    expect(interfacesOf('A'.repeat(43), undefined)).toEqual([])
    expect(interfacesOf(undefined, undefined)).toEqual([])
    expect(interfacesOf(undefined, [0, 0x1ffff])).toBeNull()
  })

  it('gives both names of one method', () => {
    const GET_SALE_DATA = 72748
    expect(interfacesOf(undefined, [GET_SALE_DATA])).toEqual(['nft_auction_v1', 'nft_sale'])
  })
})

describe('methods of a contract', () => {
  it('reads the selector: names are crc16 with bit 16 set, the rest is below', () => {
    const SEQNO = 85143
    const PUBLIC_KEY = 78748
    const RECV_INTERNAL = 0
    const RECV_EXTERNAL = 0x7ffff
    expect(methodIdsOf(walletCode('v4r2'))).toEqual(
      expect.arrayContaining([SEQNO, PUBLIC_KEY, RECV_INTERNAL, RECV_EXTERNAL]),
    )
  })

  /** SETCP0 DICTPUSHCONST 19, then other code. */
  const selector = () => beginCell().storeUint(0xff00f4a413, 40)

  it.each<[string, Cell]>([
    ['an empty cell', beginCell().endCell()],
    ['code without a selector', walletCode('v3r2')],
    [
      'another instruction',
      beginCell().storeUint(0xff00f4bc13, 40).storeRef(beginCell().endCell()).endCell(),
    ],
    [
      'keys of another length',
      beginCell().storeUint(0xff00f4a420, 40).storeRef(beginCell().endCell()).endCell(),
    ],
    ['a selector without its dictionary', selector().endCell()],
    ['a dictionary that is none', selector().storeRef(beginCell().storeUint(1, 3).endCell()).endCell()],
  ])('knows none of %s', (_name, code) => {
    expect(methodIdsOf(code)).toBeUndefined()
  })

  it('stops at a dictionary that seems endless', () => {
    // Forks whose both branches are the same cell: 2^19 keys in twenty cells.
    let node = beginCell().storeUint(0b00, 2).storeUint(1, 8).endCell()
    for (let depth = 0; depth < 19; depth++) {
      node = beginCell().storeUint(0b00, 2).storeRef(node).storeRef(node).endCell()
    }
    expect(methodIdsOf(selector().storeRef(node).endCell())?.length).toBe(2048)
  })
})
