import { ROLES, type Role } from '../detectedTokens.ts'
import type { StdAddress } from '../parsedBlock.ts'
import { loadAddresses, loadByIds } from './accountIds.ts'
import type { Reader } from './reader.ts'

/** Members of contracts by the contracts' account numbers. */
export type Members = {
  /** Returns the members of one role, in their order. */
  of(contract: bigint, role: Role): readonly StdAddress[]
}

type Row = { contract: bigint; role: bigint; position: bigint; member: bigint }

/** Loads the members of contracts (account numbers). */
export function loadMembers(reader: Reader, contracts: Iterable<bigint>): Members {
  const select = 'SELECT contract, role, position, member FROM contract_members'
  const rows = loadByIds<Row>(reader, select, 'contract', contracts)
  rows.sort((a, b) => Number(a.position - b.position))
  const addresses = loadAddresses(
    reader,
    rows.map(({ member }) => member),
  )
  const byContract = Map.groupBy(rows, ({ contract }) => contract)
  return {
    of: (contract, role) =>
      (byContract.get(contract) ?? [])
        .filter((row) => Number(row.role) === roleNumber(role))
        .flatMap(({ member }) => addresses.get(member) ?? []),
  }
}

/** Returns the value of contract_members.role. */
export function roleNumber(role: Role): number {
  return ROLES.indexOf(role)
}
