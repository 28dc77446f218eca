import { Address, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { type Layout, whole } from '#shared/contracts/layout.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { LayoutCompiler } from '../../../src-main/contracts/messages/compileLayout.ts'
import type { DecodedValue } from '../../../src-main/contracts/messages/valueReader.ts'
import type { WalletVersion } from '../../../src-main/devnet/scenario/code/wallets.ts'
import { saleOf } from '../../../src-main/devnet/scenario/collection.ts'
import type { Users } from '../../../src-main/devnet/scenario/users.ts'
import { MAX_TRANSFERS, walletInit } from '../../../src-main/devnet/scenario/walletContract.ts'

const PUBLIC_KEY = Buffer.alloc(32, 0xa5)
const WALLET_ID = 0x7fffff11
const VERSIONS = Object.keys(MAX_TRANSFERS) as WalletVersion[]

function read(layout: Layout, data: Cell): DecodedValue {
  return new LayoutCompiler().compile(layout)(data.beginParse(), {
    budget: 1_000,
    depth: 0,
    decode: () => undefined,
  })
}

describe('layouts of storage', () => {
  it.each(VERSIONS)('read all of the data of a new wallet %s', (version) => {
    const { code, data } = walletInit(version, PUBLIC_KEY, WALLET_ID)
    const storage = CONTRACTS.codes.get(code?.hash().toString('base64') ?? '')?.storage
    if (!storage || !data) throw new Error(`${version} has no storage layout`)
    expect(read(whole(storage), data)).toMatchObject({
      public_key: 'A5'.repeat(32),
      ...('wallet_id' in storage.fields && { wallet_id: String(WALLET_ID) }),
      ...('seqno' in storage.fields && { seqno: '0' }),
    })
  })

  it('read a sale as the marketplace deploys it', () => {
    const account = (byte: number) => new Address(0, Buffer.alloc(32, byte))
    const treasury = { address: account(1) } as Users['treasury']
    const { init } = saleOf({ treasury }, { item: account(2), price: 1_000n, createdAt: 1_700_000_000 })
    const code = CONTRACTS.codes.get(init.code?.hash().toString('base64') ?? '')
    expect(code?.title).toBe('Getgems sale v3 r2')
    expect(code?.storage && init.data && read(code.storage, init.data)).toMatchObject({
      is_complete: false,
      created_at: '1700000000',
      nft: { address: '02'.repeat(32) },
      owner: { '@type': 'addr_none' },
      full_price: { amount: { value: '1000' } },
      fees: {
        marketplace_fee_address: { address: '01'.repeat(32) },
        royalty_address: { '@type': 'addr_std' },
      },
    })
  })
})
