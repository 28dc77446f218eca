import { Address, BitBuilder, type BitString, beginCell, Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import {
  type Account,
  accountCell,
  accountDepthBalance,
  openAccount,
} from '../../../../src-main/chain/state/account.ts'
import { TlbError } from '../../../../src-main/chain/tlb.ts'

const bitsOf = (value: bigint, length: number): BitString => {
  const builder = new BitBuilder(length)
  builder.writeUint(value, length)
  return builder.build()
}
const code = beginCell().storeUint(1, 8).endCell()
const account: Account = {
  addr: new Address(-1, Buffer.alloc(32, 3)),
  storageStat: {
    used: { cells: 5n, bits: 1000n },
    dictHash: undefined,
    lastPaid: 1700000000,
    duePayment: undefined,
  },
  storage: { lastTransLt: 77n, balance: { coins: 10n ** 9n }, state: { type: 'uninit' } },
}
const withState = (state: Account['storage']['state']): Account => ({
  ...account,
  storage: { ...account.storage, state },
})

describe('openAccount', () => {
  test.each<[string, Account | undefined]>([
    ['none', undefined],
    ['uninitialised', account],
    ['frozen', withState({ type: 'frozen', stateHash: Buffer.alloc(32, 9) })],
    [
      'active',
      withState({
        type: 'active',
        init: {
          fixedPrefixLength: 8,
          special: { tick: true, tock: false },
          code,
          data: undefined,
          library: Cell.EMPTY,
        },
      }),
    ],
    [
      'with a storage dictionary and a debt',
      {
        ...account,
        storageStat: { ...account.storageStat, dictHash: Buffer.alloc(32, 1), duePayment: 5n },
      },
    ],
    [
      'with an anycast address',
      {
        ...account,
        addr: { kind: 'std-anycast', anycast: bitsOf(5n, 3), workchain: 0, address: bitsOf(1n, 256) },
      },
    ],
  ])('reads the account that accountCell writes: %s', (_, value) => {
    const cell = accountCell(value)
    expect(accountCell(openAccount(cell)).equals(cell)).toBe(true)
    const opened = openAccount(cell)
    expect(opened?.storageStat).toEqual(value?.storageStat)
    expect(opened?.storage.balance).toEqual(value?.storage.balance)
    expect(opened?.storage.state.type).toBe(value?.storage.state.type)
  })

  test('rejects an unknown storage_extra', () => {
    const cell = beginCell()
      .storeBit(1)
      .storeAddress(new Address(0, Buffer.alloc(32)))
      .storeUint(0, 6)
      .storeUint(2, 3)
    expect(() => openAccount(cell.endCell())).toThrow(TlbError)
  })
})

describe('accountDepthBalance', () => {
  test("reads the balance without opening the account's state", () => {
    expect(accountDepthBalance(accountCell(account))).toEqual({
      splitDepth: 0,
      balance: { coins: 10n ** 9n },
    })
    expect(accountDepthBalance(accountCell(undefined))).toEqual({ splitDepth: 0, balance: { coins: 0n } })
  })

  test('returns the length of the anycast prefix as split depth', () => {
    const addr = {
      kind: 'std-anycast',
      anycast: bitsOf(5n, 3),
      workchain: 0,
      address: bitsOf(1n, 256),
    } as const
    expect(accountDepthBalance(accountCell({ ...account, addr })).splitDepth).toBe(3)
  })
})
