import { BitString, Cell } from '@ton/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CONFIG_CODECS,
  type KnownParam,
  parseConfigParam,
} from '../../../../src-main/chain/config/configCodecs.ts'
import { configEntries } from '../../../../src-main/chain/config/configParams.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { accountDepthBalance, openAccount } from '../../../../src-main/chain/state/account.ts'
import { openMcStateDetails, openMcStateExtra } from '../../../../src-main/chain/state/mcStateExtra.ts'
import { openOutMsgQueueInfo } from '../../../../src-main/chain/state/outMsgQueueInfo.ts'
import { openShardAccounts } from '../../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateDetails } from '../../../../src-main/chain/state/shardState.ts'
import { PrunedBranchError, TlbError } from '../../../../src-main/chain/tlb.ts'
import { openShardState } from '../../../chain/openedProofs.ts'

const bytes = (...list: number[]) => fc.constantFrom(...list.map((byte) => Buffer.from([byte])))
/** Random data, often after a constructor's tag, so that some of it passes the first field. */
const bits = fc
  .tuple(
    fc.oneof(
      fc.constant(Buffer.alloc(0)),
      fc.constantFrom('9023afe2', '5f327da5', 'cc26').map((tag) => Buffer.from(tag, 'hex')),
      bytes(
        0x01,
        0x02,
        0x10,
        0x11,
        0x12,
        0x36,
        0x5d,
        0x6b,
        0x91,
        0xa6,
        0xc0,
        0xc2,
        0xc4,
        0xcc,
        0xd1,
        0xd9,
        0xde,
        0xea,
      ),
    ),
    fc.uint8Array({ maxLength: 120 }),
    fc.nat(7),
  )
  .map(([tag, rest, less]) => {
    const data = Buffer.concat([tag, rest])
    return new BitString(data, 0, Math.max(0, data.length * 8 - less))
  })
const over = (child: fc.Arbitrary<Cell>) =>
  fc.tuple(bits, fc.array(child, { maxLength: 4 })).map(([data, refs]) => new Cell({ bits: data, refs }))
const leaves = bits.map((data) => new Cell({ bits: data }))
const cells = over(over(over(leaves)))

const readers: ((cell: Cell) => unknown)[] = [
  openShardState,
  openShardStateDetails,
  (cell) => [...openShardAccounts(cell).entries()],
  openAccount,
  accountDepthBalance,
  openMcStateExtra,
  (cell) => [...openMcStateDetails(cell).prevBlocks.entries()],
  (cell) => [...openOutMsgQueueInfo(cell).outQueue.entries()],
  (cell) => [...configEntries(cell)],
  ...Object.keys(CONFIG_CODECS).map((id) => (cell: Cell) => {
    const value: unknown = parseConfigParam(Number(id) as KnownParam, cell)
    if (value instanceof HashmapE) value.count()
  }),
]

test('readers return a value or throw a typed error for any cell', () => {
  let values = 0
  fc.assert(
    fc.property(cells, (cell) => {
      for (const read of readers) {
        try {
          read(cell)
          values++
        } catch (error) {
          expect(error instanceof TlbError || error instanceof PrunedBranchError).toBe(true)
        }
      }
    }),
    { numRuns: 400 },
  )
  expect(values).toBeGreaterThan(0)
})
