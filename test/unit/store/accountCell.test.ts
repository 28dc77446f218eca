import { Address, beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { PROOF_BOC, serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { pruneUnshown } from '../../../src-main/chain/merkle/merkleProof.ts'
import { accountCell } from '../../../src-main/chain/state/account.ts'
import { type KnownParts, readAccountCell, storeAccountCell } from '../../../src-main/store/accountCell.ts'
import { hashOf } from '../../fixtures/store/generatedChain.ts'

const CODE = tree('code')

/** Three cells that are the same for the same name. */
function tree(name: string): Cell {
  const leaf = (part: number) => beginCell().storeBuffer(hashOf(`${name} ${part}`))
  return beginCell().storeBuffer(hashOf(name)).storeRef(leaf(1)).storeRef(leaf(2)).endCell()
}

function account(balance: bigint, code: Cell | undefined, data: Cell): Cell {
  return accountCell({
    addr: new Address(0, hashOf('account')),
    storageStat: {
      used: { cells: 4n, bits: 1000n },
      dictHash: undefined,
      lastPaid: 0,
      duePayment: undefined,
    },
    storage: {
      lastTransLt: 7n,
      balance: { coins: balance },
      state: {
        type: 'active',
        init: { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined },
      },
    },
  })
}

/** `cell` as a block shows it: cells of `before` are left out. */
function shown(cell: Cell, ...before: Cell[]): Buffer {
  const known = new Set(before.flatMap(cellsOf).map((one) => one.hash().toString('latin1')))
  const isNew = (one: Cell) => !known.has(one.hash().toString('latin1'))
  return serializeBoc(pruneUnshown(cell, isNew, { unreadLeaves: 'prune' }), PROOF_BOC)
}

function cellsOf(cell: Cell): Cell[] {
  return [cell, ...cell.refs.flatMap(cellsOf)]
}

/** What the store would know: codes, and one account's cell as it was stored last. */
function store() {
  const codes = new Map<string, Buffer>()
  let before: Buffer[] = []
  const parts = (): KnownParts => ({
    hasCode: (hash) => codes.has(hash),
    hasCachedCode: (hash) => codes.has(hash),
    isFirst: before.length === 0,
    saveCode: (hash, boc) => codes.set(hash, boc),
    before,
  })
  return {
    codes,
    put(boc: Buffer, code: Cell | undefined) {
      const stored = storeAccountCell(boc, code?.hash().toString('latin1'), parts())
      before = [stored.boc]
      return stored
    },
    read: (cell: Cell, accountCellBoc: Buffer) =>
      readAccountCell({ hash: cell.hash(), accountCell: accountCellBoc }, (hash) =>
        codes.get(hash.toString('latin1')),
      ),
  }
}

describe('storeAccountCell', () => {
  it('stores the code once, and the other cells with the account', () => {
    const { codes, put, read } = store()
    const first = account(5n, CODE, tree('data'))
    const stored = put(serializeBoc(first, PROOF_BOC), CODE)
    expect(stored.isWhole).toBe(true)
    expect([...codes.values()]).toEqual([serializeBoc(CODE, PROOF_BOC)])
    expect(stored.boc.includes(hashOf('code 1'))).toBe(false)
    expect(read(first, stored.boc)?.equals(first)).toBe(true)
  })

  it('stores the cell of a block unchanged if only codes are pruned in it', () => {
    const { put, read } = store()
    const first = account(5n, CODE, tree('data'))
    put(serializeBoc(first, PROOF_BOC), CODE)
    const second = account(4n, CODE, tree('other data'))
    const boc = shown(second, CODE)
    const stored = put(boc, CODE)
    expect(stored).toEqual({ boc, isWhole: true })
    expect(read(second, stored.boc)?.equals(second)).toBe(true)
  })

  it('completes cells that a block does not show from the earlier state', () => {
    const { put, read } = store()
    const data = tree('data')
    const first = account(5n, CODE, data)
    put(serializeBoc(first, PROOF_BOC), CODE)
    const second = account(
      4n,
      CODE,
      beginCell().storeUint(1, 8).storeRef(data.refs[1]!).storeRef(data).endCell(),
    )
    const third = account(3n, CODE, data)
    for (const [cell, before] of [
      [second, first],
      [third, second],
    ] as const) {
      const stored = put(shown(cell, before), CODE)
      expect(stored.isWhole).toBe(true)
      expect(read(cell, stored.boc)?.equals(cell)).toBe(true)
    }
  })

  it('prunes the codes of wallets in the data too', () => {
    const { codes, put, read } = store()
    codes.set(CODE.hash().toString('latin1'), serializeBoc(CODE, PROOF_BOC))
    const wallet = account(1n, tree('other code'), beginCell().storeUint(7, 8).storeRef(CODE).endCell())
    const stored = put(serializeBoc(wallet, PROOF_BOC), tree('other code'))
    expect(stored.isWhole).toBe(true)
    expect(codes.size).toBe(2)
    expect(stored.boc.includes(hashOf('code 1'))).toBe(false)
    expect(read(wallet, stored.boc)?.equals(wallet)).toBe(true)
  })

  it('stores an incomplete account until the whole one is read', () => {
    const { put, read } = store()
    const before = account(5n, CODE, tree('data'))
    const now = account(4n, CODE, beginCell().storeRef(tree('data')).storeRef(tree('new')).endCell())
    const stored = put(shown(now, before), CODE)
    expect(stored.isWhole).toBe(false)
    expect(read(now, stored.boc)).toBeUndefined()
    const later = account(3n, CODE, tree('data'))
    expect(put(shown(later, now), CODE).isWhole).toBe(false)
    const whole = put(serializeBoc(later, PROOF_BOC), CODE)
    expect(whole.isWhole).toBe(true)
    expect(read(later, whole.boc)?.equals(later)).toBe(true)
  })

  it('stores new code that shares parts with the old one as a whole', () => {
    const { codes, put, read } = store()
    const first = account(5n, CODE, tree('data'))
    put(serializeBoc(first, PROOF_BOC), CODE)
    const update = beginCell().storeUint(2, 8).storeRef(CODE.refs[0]!).endCell()
    const second = account(4n, update, tree('data'))
    const withCode: KnownParts = {
      hasCode: (hash) => codes.has(hash),
      hasCachedCode: (hash) => codes.has(hash),
      isFirst: false,
      saveCode: (hash, boc) => codes.set(hash, boc),
      before: [serializeBoc(account(5n, undefined, tree('data')), PROOF_BOC), serializeBoc(CODE, PROOF_BOC)],
    }
    const stored = storeAccountCell(shown(second, first), update.hash().toString('latin1'), withCode)
    expect(stored.isWhole).toBe(true)
    expect(codes.get(update.hash().toString('latin1'))).toEqual(serializeBoc(update, PROOF_BOC))
    expect(read(second, stored.boc)?.equals(second)).toBe(true)
  })
})
