import { openBag } from '../../chain/cells/cellBag.ts'
import { guardTlb } from '../../chain/tlb.ts'
import type { ParsedHistory } from '../../store/parsedBlock.ts'
import { loadStdAddress } from './bagSlice.ts'
import type { FoundState, FoundTransaction } from './parseJobs.ts'
import { openAccountCell, readAccountState } from './readAccountState.ts'
import { readTransaction } from './readTransaction.ts'

/**
 * Parses a transaction that was fetched alone.
 * @throws TlbError
 */
export function parseFoundTransaction(found: FoundTransaction): ParsedHistory['transactions'][number] {
  const { boc, workchain, block, mcSeqno, globalVersion } = found
  return guardTlb('Transaction', () => {
    const bag = openBag(boc, false)
    return { ...readTransaction(bag, bag.root, { workchain, globalVersion }), block, mcSeqno }
  })
}

/**
 * Parses a whole fetched account; an empty list if it does not exist.
 * @throws TlbError
 */
export function parseFoundState(found: FoundState): ParsedHistory['states'] {
  const { boc, lastTransHash, lastTransLt, mcSeqno, utime } = found
  return guardTlb('Account', () => {
    const bag = openBag(boc, false)
    const slice = openAccountCell(bag, bag.root)
    const account = slice && loadStdAddress(slice)
    if (!account) return []
    const state = readAccountState(bag, bag.root, { account, lastTransHash, lastTransLt })
    return state ? [{ ...state, mcSeqno, utime }] : []
  })
}
