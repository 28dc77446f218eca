import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { loadAccount } from '../../chain/state/account.ts'
import { parseCell } from '../../chain/tlb.ts'
import { readAccountCell } from '../../store/accountCell.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { findAccountId } from '../../store/queries/accountIds.ts'
import { loadAccounts } from '../../store/queries/accounts.ts'
import { loadCode, storedPart } from '../../store/queries/cellParts.ts'
import { readCoverage } from '../../store/queries/coverage.ts'
import type { Reader } from '../../store/queries/reader.ts'
import type { ContractState } from './contract.ts'

/** The index's knowledge of an account. */
export type KnownState =
  | { readonly kind: 'active'; readonly state: ContractState }
  /** The account has no code, or does not exist. `hasCode` is true if it has code but no data. */
  | { readonly kind: 'inactive'; readonly lastTxLt: bigint; readonly hasCode: boolean }
  /** Only a newer read of the network can tell. `codeHash` is that of its newest state, if it has code. */
  | { readonly kind: 'unknown'; readonly lastTxLt: bigint; readonly codeHash: Buffer | undefined }

/**
 * Reads the newest indexed state of an account.
 * @param isIndexCurrent whether covered blocks without the account prove that it does not exist
 */
export function readContractState(
  reader: Reader,
  address: StdAddress,
  isIndexCurrent: boolean = true,
): KnownState {
  const [record] = loadAccounts(reader, [address])
  if (!record) {
    return isKnownAbsent(reader, address, isIndexCurrent)
      ? { kind: 'inactive', lastTxLt: 0n, hasCode: false }
      : { kind: 'unknown', lastTxLt: 0n, codeHash: undefined }
  }
  const { hash, cell, status, codeHash, dataHash, lastTransLt: lastTxLt } = record
  if (status !== 'active') return { kind: 'inactive', lastTxLt, hasCode: false }
  const whole = cell && readAccountCell({ hash, accountCell: cell }, (part) => storedPart(reader, part))
  const account = whole && parseCell(whole, 'Account', loadAccount)
  if (!account) return { kind: 'unknown', lastTxLt, codeHash }
  const { state, balance } = account.storage
  const init = state.type === 'active' ? state.init : undefined
  // Getters need code and data.
  if (!init?.code || !init.data || !codeHash || !dataHash)
    return { kind: 'inactive', lastTxLt, hasCode: codeHash !== undefined }
  return {
    kind: 'active',
    state: {
      address,
      code: init.code,
      codeHash,
      data: init.data,
      dataHash,
      lastTxLt,
      balance: balance.coins,
      extraCurrencies: [...(balance.other ?? [])],
    },
  }
}

/**
 * Returns whether the account is known not to exist: read-through did not find it, or the index covers the whole
 * chain.
 */
function isKnownAbsent(reader: Reader, address: StdAddress, isIndexCurrent: boolean): boolean {
  const coverage = readCoverage(reader)
  if (isIndexCurrent && coverage.length === 1 && coverage[0]?.first === 1) return true
  const id = findAccountId(reader, address)
  if (id === undefined) return false
  const [row] = reader.all<{ newest_lt: bigint }>(
    'SELECT newest_lt FROM account_coverage WHERE account = ?',
    [id],
  )
  return row?.newest_lt === 0n
}

/** Returns a cell of the index by its hash: a public library that is also an account's code. */
export function indexedCell(reader: Reader, hash: Buffer): Cell | undefined {
  const boc = loadCode(reader, hash)
  return boc && parseBocRoot(boc)
}
