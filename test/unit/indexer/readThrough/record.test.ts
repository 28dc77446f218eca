import { beginCell, type Cell } from '@ton/core'
import { describe, expect, test } from 'vitest'
import { loadBlockInfo, storeBlockInfo } from '../../../../src-main/chain/block/blockInfo.ts'
import { blockTransactions } from '../../../../src-main/chain/block/blockTransactions.ts'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { parseCell } from '../../../../src-main/chain/tlb.ts'
import { createParsePool } from '../../../../src-main/indexer/parse/parsePool.ts'
import { record } from '../../../../src-main/indexer/readThrough/record.ts'
import { headerInfo, provedHeader } from '../../../../src-main/liteserver/verify/header.ts'
import type { ParsedHistory } from '../../../../src-main/store/parsedBlock.ts'
import { unpackHistory } from '../../../../src-main/store/unpackParsed.ts'
import { sampleContents } from '../../chain/archive/sampleNetwork.ts'

const block = sampleContents().blocks.find(({ id }) => id.workchain === 0 && id.seqno === 784)!
const root = parseBocRoot(block.read())

/** The block as software of another version would have made it; its transactions stay as they are. */
function madeBy(version: number | undefined): { readonly id: BlockIdExt; readonly root: Cell } {
  const [info, ...parts] = root.refs
  const genSoftware = version === undefined ? undefined : { version, capabilities: 0n }
  const changed = storeBlockInfo({ ...parseCell(info!, 'BlockInfo', loadBlockInfo), genSoftware })
  const builder = beginCell().storeBits(root.bits).storeRef(beginCell().store(changed).endCell())
  for (const part of parts) builder.storeRef(part)
  const other = builder.endCell()
  return { id: { ...block.id, rootHash: other.hash() }, root: other }
}

/** What is written of the block's transactions when they are read one by one. */
async function recorded(version: number | undefined): Promise<ParsedHistory> {
  const { id, root: made } = madeBy(version)
  const parser = createParsePool({ threads: 1 })
  const written: ParsedHistory[] = []
  const store = {
    writeHistory: async (facts: Uint8Array) => {
      written.push(unpackHistory(facts))
    },
  }
  const session = { blockHeader: async (asked: BlockIdExt) => headerInfo(provedHeader(made, asked)) }
  try {
    await record(
      { store: store as never, parser, commitments: async () => 790, onWritten: () => {} },
      session as never,
      {
        transactions: Array.from(blockTransactions(made), ({ cell }) => ({ cell, workchain: 0, block: id })),
      },
    )
  } finally {
    await parser.close()
  }
  return written[0]!
}

describe('a separately read transaction', () => {
  const UNTIL_11 = { ihrFee: 0n, extraFlags: undefined }
  const SINCE_12 = { ihrFee: undefined, extraFlags: 0n }
  test.each([
    [undefined, UNTIL_11],
    [11, UNTIL_11],
    [12, SINCE_12],
  ])('of a block of software version %s has the fields of that version', async (version, expected) => {
    const { transactions } = await recorded(version)
    const messages = transactions.flatMap(({ inMsg, outMsgs }) => [...(inMsg ? [inMsg] : []), ...outMsgs])
    const internal = messages.filter(({ kind }) => kind === 'internal')
    expect(internal.length).toBeGreaterThan(100)
    for (const { ihrFee, extraFlags } of internal) expect({ ihrFee, extraFlags }).toEqual(expected)
  })
})
