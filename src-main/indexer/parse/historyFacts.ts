import { openBag } from '../../chain/cells/cellBag.ts'
import { guardTlb } from '../../chain/tlb.ts'
import type { HistoryFacts } from '../../store/facts.ts'
import { openAccountCell, readAccountState } from './accountFacts.ts'
import { loadStdAddress } from './bagSlice.ts'
import type { FoundState, FoundTransaction } from './parseJobs.ts'
import { readTransaction } from './transactionFacts.ts'

/**
 * A transaction that was fetched alone.
 * @throws TlbError
 */
export function foundTransaction(found: FoundTransaction): HistoryFacts['transactions'][number] {
  const { boc, workchain, block, mcSeqno, globalVersion } = found
  return guardTlb('Transaction', () => {
    const bag = openBag(boc, false)
    return { ...readTransaction(bag, bag.root, { workchain, globalVersion }), block, mcSeqno }
  })
}

/**
 * An account that was fetched whole; nothing where it doesn't exist.
 * @throws TlbError
 */
export function foundState(found: FoundState): HistoryFacts['states'] {
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
