import { beginCell, type Cell, Dictionary } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { openBag } from '../../../src-main/chain/cells/cellBag.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { readDnsRecord } from '../../../src-main/contracts/dnsRecord.ts'
import { readNftTransfer } from '../../../src-main/indexer/detect/eventBodies.ts'
import { membersByIndex } from '../../../src-main/indexer/detect/kinds/memberList.ts'
import { readMessage } from '../../../src-main/indexer/parse/readMessage.ts'
import { MethodResults, ResultShapeError } from '../../../src-main/tvm/methodResults.ts'

const cases = [
  ['te6cckEBAQEAJQAARaWwAIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiIiM+kxKWQ==', `0:B${'1'.repeat(63)}`],
  ['te6cckEBAQEAJgAAR6yrz/VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVWH9AKkQ=', `-1:ABC${'5'.repeat(61)}`],
] as const
const MESSAGE =
  'te6cckEBAQEAXAAAs0gAREREREREREREREREREREREREREREREREREREREREREVLYAERERERERERERERERERERERERERERERERERERERERERFDuaygABgw1AAAAAAAA1Z+CyqfiAEJdQCHM='

const rawOf = (std: Uint8Array | undefined) => {
  const bytes = Buffer.from(std ?? [])
  return `${bytes.readInt8(0)}:${bytes.subarray(1).toString('hex').toUpperCase()}`
}

describe('an anycast prefix replaces the first bits', () => {
  it('of the destination of a message', () => {
    const bag = openBag(Buffer.from(MESSAGE, 'base64'), true)
    expect(rawOf(readMessage(bag, bag.root, 13).destination)).toBe(cases[0][1])
  })

  it.each(cases)('wherever a body, a getter, a list or a record has the address (%#)', (boc, means) => {
    const address: Cell = parseBocRoot(Buffer.from(boc, 'base64'))
    const results = new MethodResults([{ type: 'slice', cell: address }], 1)
    expect(results.maybeAddress(0)?.toRawString().toUpperCase()).toBe(means)
    expect(results.address(0).toRawString().toUpperCase()).toBe(means)
    // The v2 reference accepts no such address in a token's data.
    expect(() => results.addressIn(0)).toThrow(ResultShapeError)

    const body = beginCell().storeUint(0x5fcc3d14, 32).storeUint(7, 64).storeSlice(address.beginParse())
    const nft = readNftTransfer(body.storeUint(0, 2).storeBit(0).storeCoins(1n).storeBit(0).endCell())
    expect(nft?.newOwner.form).toBe('std')
    expect(rawOf(nft?.newOwner.address)).toBe(means)

    const members = Dictionary.empty(Dictionary.Keys.Uint(8), {
      serialize: (value: Cell, to) => to.storeSlice(value.beginParse()),
      parse: (slice) => slice.asCell(),
    }).set(0, address)
    expect(membersByIndex(beginCell().storeDictDirect(members).endCell()).map(rawOf)).toEqual([means])

    const record = readDnsRecord(beginCell().storeUint(0xba93, 16).storeSlice(address.beginParse()).endCell())
    expect(record?.type === 'next-resolver' && record.resolver.toRawString().toUpperCase()).toBe(means)
  })

  it('only if it has 1 to 30 bits', () => {
    for (const depth of [0, 31]) {
      const cell = beginCell().storeUint(0b101, 3).storeUint(depth, 5).storeUint(0, depth)
      const address = cell.storeUint(0, 264).endCell()
      const results = new MethodResults([{ type: 'slice', cell: address }], 1)
      expect(() => results.address(0)).toThrow(ResultShapeError)
    }
  })
})
