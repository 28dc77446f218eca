import { Address } from '@ton/core'
import { loadTransaction } from '../../chain/block/transaction.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { NetworkSession } from '../../liteserver/network/verifiedSession.ts'
import { type Found, foundState } from './record.ts'
import { type ChainTransaction, transactionAt } from './traceSearch.ts'

/**
 * Reads the states of an account before and after a transaction, with the transaction before it, which left the first
 * of them. A block proves the state after its last transaction of an account, so that states between two transactions
 * of one block stay unknown, as they do in an index of whole blocks. Rejects as sessions do.
 */
export async function statesAround(
  session: NetworkSession,
  transaction: ChainTransaction,
): Promise<Pick<Found, 'transactions' | 'pastStates'>> {
  const { cell, workchain } = transaction
  const { accountAddr, prevTransLt } = parseCell(cell, 'Transaction', loadTransaction)
  const address = new Address(workchain, accountAddr)
  const stateAfter = async ({ block }: ChainTransaction) =>
    foundState(await session.accountAfter(block, address))
  const previous = async () => {
    const found = prevTransLt > 0n ? await transactionAt(session, address, prevTransLt) : undefined
    return { found, state: found && (await stateAfter(found)) }
  }
  const [after, { found, state: before }] = await Promise.all([stateAfter(transaction), previous()])
  return {
    transactions: [transaction, found].filter((one) => one !== undefined),
    pastStates: [before, after].filter((state) => state !== undefined),
  }
}
