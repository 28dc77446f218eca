import type { Cell, Slice } from '@ton/core'
import type { RecognizedCell } from '#shared/schema/cellInspection.ts'
import { loadBlock } from './block/block.ts'
import { loadBlockExtra } from './block/blockExtra.ts'
import { loadBlockInfo } from './block/blockInfo.ts'
import { loadMessage } from './block/message.ts'
import { loadStateInit } from './block/stateInit.ts'
import { loadTransaction } from './block/transaction.ts'
import { loadTransactionDescr } from './block/transactionDescr.ts'
import { loadValueFlow } from './block/valueFlow.ts'
import { loadValidatorSet } from './config/validatorSet.ts'
import { loadAccount } from './state/account.ts'
import { loadShardStateUnsplit } from './state/shardState.ts'
import { PrunedBranchError, parseCell, TlbError } from './tlb.ts'
import { TooManyValuesError, tlbJson } from './tlbJson.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb

type Candidate = {
  readonly type: string
  readonly load: (slice: Slice) => unknown
  /** A value that any cell with these bits would have says nothing. */
  readonly isPlausible?: (value: unknown, cell: Cell) => boolean
}

/** Types with a long tag first, so that the most specific one is the first that fits. */
const CANDIDATES: readonly Candidate[] = [
  { type: 'Block', load: loadBlock },
  { type: 'ShardStateUnsplit', load: loadShardStateUnsplit },
  { type: 'BlockInfo', load: loadBlockInfo },
  { type: 'ValueFlow', load: loadValueFlow },
  { type: 'BlockExtra', load: loadBlockExtra },
  { type: 'ValidatorSet', load: loadValidatorSet },
  { type: 'Transaction', load: loadTransaction },
  { type: 'Account', load: loadAccount, isPlausible: (account) => account !== undefined },
  { type: 'TransactionDescr', load: loadTransactionDescr, isPlausible: (_, { bits }) => bits.length > 8 },
  { type: 'Message', load: loadMessage },
  { type: 'StateInit', load: loadStateInit, isPlausible: (_, { refs }) => refs.length > 0 },
]

/** Returns whether an error says that the cell is no value of the type, or too large a one. */
function isMismatch(error: unknown): boolean {
  return (
    error instanceof TlbError || error instanceof PrunedBranchError || error instanceof TooManyValuesError
  )
}

/**
 * Returns the types of block.tlb of which the cell is a whole value, without bits or references left over, the most
 * specific one first. Values with more than 50,000 parts are left out.
 */
export function recognizeCell(cell: Cell): readonly RecognizedCell[] {
  return CANDIDATES.flatMap(({ type, load, isPlausible }) => {
    try {
      const value = parseCell(cell, type, load)
      return isPlausible?.(value, cell) === false ? [] : [{ type, value: tlbJson(value) }]
    } catch (error) {
      if (isMismatch(error)) return []
      throw error
    }
  })
}
