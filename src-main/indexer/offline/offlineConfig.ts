import type { Cell } from '@ton/core'
import { loadBlockCells } from '../../chain/block/block.ts'
import { type BlockIdExt, MASTERCHAIN } from '../../chain/blockId.ts'
import { configParam } from '../../chain/config/configParams.ts'
import { blockConfig, checkHeader } from '../../chain/proof/headerProof.ts'
import { earlierSeqnos } from '../../chain/state/earlierBlocks.ts'
import { openMcStateExtra } from '../../chain/state/mcStateExtra.ts'
import { openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { parseCell } from '../../chain/tlb.ts'
import { notCovered } from './notCovered.ts'
import type { OfflineBlocks } from './offlineBlocks.ts'

/** Earlier masterchain blocks that contracts can read; `endLt` is 0 if it is not known. */
export type EarlierIds = {
  readonly blocks: readonly EarlierId[]
  readonly afterKeyBlock: boolean
  readonly lastKeyBlock: EarlierId
}
/** The id of an earlier masterchain block. */
export type EarlierId = {
  readonly seqno: number
  readonly rootHash: Buffer
  readonly fileHash: Buffer
  readonly endLt: bigint
}

/** Configurations at covered masterchain blocks. */
export type OfflineConfig = {
  /** Returns the root of the configuration dictionary after a masterchain block. Throws CoverageError. */
  all(id: BlockIdExt): Cell
  param(id: BlockIdExt, param: number): Cell | undefined
  /** Throws CoverageError if one of the blocks is not known. */
  earlier(id: BlockIdExt): EarlierIds
}

/** Opens the configurations. Only key blocks change the configuration, and each of them contains all of it. */
export function openOfflineConfig(blocks: OfflineBlocks, zeroState: BlockIdExt): OfflineConfig {
  let newest: { readonly keySeqno: number; readonly config: Cell } | undefined

  function keyBlockOf(id: BlockIdExt): { readonly seqno: number; readonly isItself: boolean } {
    const { info } = checkHeader(blocks.root(blocks.require(id)), id)
    return { seqno: info.keyBlock ? id.seqno : info.prevKeyBlockSeqno, isItself: info.keyBlock }
  }

  function all(id: BlockIdExt): Cell {
    const { seqno } = keyBlockOf(id)
    if (newest?.keySeqno === seqno) return newest.config
    const config = storedConfig(blocks, seqno)
    if (!config) {
      throw notCovered(`the configuration of key block ${seqno}`, blocks.rows.coverage())
    }
    newest = { keySeqno: seqno, config }
    return config
  }

  function earlierId(seqno: number): EarlierId {
    const { rootHash, fileHash } = zeroState
    if (seqno === 0) return { seqno, rootHash, fileHash, endLt: 0n }
    const found = blocks.rows.hashes(seqno)
    if (!found) throw notCovered(`masterchain block ${seqno}`, blocks.rows.coverage())
    return { seqno, ...found }
  }

  return {
    all,
    param: (id, param) => configParam(all(id), param),
    earlier(id) {
      const { seqno, isItself } = keyBlockOf(id)
      const { last, hundreds } = earlierSeqnos(id.seqno)
      const wanted = new Set([...last, ...hundreds])
      wanted.delete(id.seqno)
      const seqnos = [...wanted].sort((a, b) => a - b)
      return {
        blocks: seqnos.map(earlierId),
        afterKeyBlock: isItself,
        lastKeyBlock: earlierId(isItself ? 0 : seqno),
      }
    },
  }
}

/** Returns the configuration dictionary of a key block, or of the zero state; undefined if it is not archived. */
export function storedConfig(blocks: OfflineBlocks, seqno: number): Cell | undefined {
  const root = blocks.keyBlock(seqno)
  return root && (seqno === 0 ? zeroStateConfig(root) : keyBlockConfig(root))
}

function keyBlockConfig(root: Cell): Cell | undefined {
  return blockConfig(parseCell(root, 'Block', loadBlockCells))?.config
}

/** Returns the configuration dictionary of a masterchain zero state. */
export function zeroStateConfig(root: Cell): Cell | undefined {
  const { custom, shardIdent } = openShardStateUnsplit(root)
  return custom && shardIdent.workchain === MASTERCHAIN ? openMcStateExtra(custom).config.config : undefined
}
