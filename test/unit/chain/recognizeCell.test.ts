import { beginCell, type Cell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { storeMessage } from '../../../src-main/chain/block/message.ts'
import { storeStateInit } from '../../../src-main/chain/block/stateInit.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { recognizeCell } from '../../../src-main/chain/recognizeCell.ts'

const BODY = beginCell().storeUint(5, 32).endCell()
const STATE = {
  fixedPrefixLength: undefined,
  special: undefined,
  code: beginCell().storeUint(1, 8).endCell(),
  data: beginCell().endCell(),
  library: undefined,
}

function messageCell(): Cell {
  const info = {
    type: 'external-in' as const,
    src: null,
    dest: {
      kind: 'std-anycast' as const,
      anycast: undefined,
      workchain: 0,
      address: beginCell().storeUint(9, 256).endCell().bits,
    },
    importFee: 0n,
  }
  return beginCell()
    .store(storeMessage({ info, init: undefined, body: BODY, initInRef: false, bodyInRef: true }))
    .endCell()
}

/** The cell as the gateway reads it: a view of the bytes of a bag. */
function read(cell: Cell): Cell {
  return parseBocRoot(serializeBoc(cell))
}

describe('recognizeCell', () => {
  it('recognizes a message, whose body is named by its hash', () => {
    const found = recognizeCell(read(messageCell()))
    expect(found).toMatchObject([
      {
        type: 'Message',
        value: { info: { type: 'external-in' }, body: { $cell: BODY.hash().toString('hex') } },
      },
    ])
  })

  it('recognizes a StateInit with code', () => {
    const cell = beginCell().store(storeStateInit(STATE)).endCell()
    const found = recognizeCell(read(cell)).map(({ type }) => type)
    expect(found).toContain('StateInit')
  })

  it('recognizes nothing in a cell with bits left over, an empty one, and a pruned branch', () => {
    const message = messageCell()
    const longer = beginCell().storeSlice(message.beginParse()).storeUint(1, 8).endCell()
    const pruned = beginCell().storeUint(0x0101, 16).storeBuffer(message.hash()).storeUint(1, 16)
    expect(recognizeCell(read(longer))).toEqual([])
    expect(recognizeCell(beginCell().endCell())).toEqual([])
    expect(recognizeCell(pruned.endCell({ exotic: true }))).toEqual([])
  })
})
