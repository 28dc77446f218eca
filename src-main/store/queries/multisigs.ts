import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import { findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import { loadCodeHashes } from './cellParts.ts'
import { among, equals, type Page, type Piece } from './conditions.ts'
import { loadMembers, roleNumber } from './contractMembers.ts'
import { findInOrder } from './insertionOrder.ts'
import type { Reader } from './reader.ts'

/** A multisig wallet (compatibility-v3 §8.2). */
export type MultisigRecord = {
  /** Account number. */
  readonly account: bigint
  readonly address: StdAddress
  readonly nextOrderSeqno: bigint
  readonly threshold: number
  readonly signers: readonly StdAddress[]
  readonly proposers: readonly StdAddress[] | undefined
  readonly lastTxLt: bigint
  readonly codeHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
}

/** Conditions of a list of multisigs: all of them must hold. */
export type MultisigFilter = {
  readonly addresses?: readonly StdAddress[] | undefined
  /** Signers or proposers. */
  readonly members?: readonly StdAddress[] | undefined
}

const MEMBER_ROLES = [roleNumber('signer'), roleNumber('proposer')]

/** Returns the row numbers of a page, in the order of insertion. */
export function findMultisigs(reader: Reader, { addresses, members }: MultisigFilter, page: Page): bigint[] {
  const accounts = addresses && findAccounts(reader, addresses).map(({ id }) => id)
  if (members === undefined) {
    const own = accounts?.map((id) => equals('m.account', id)) ?? []
    return findInOrder(reader, { from: 'multisigs m', id: 'm.id', any: own }, page)
  }
  const named: Piece[] = accounts ? [among('+m.account', accounts)] : []
  const any = findAccounts(reader, members).flatMap(({ id }) =>
    MEMBER_ROLES.map((role) => [...equals('c.member', id), ...equals('c.role', role), ...named]),
  )
  const from = 'contract_members c CROSS JOIN multisigs m ON m.account = c.contract'
  return findInOrder(reader, { from, id: 'm.id', any }, page)
}

type Row = {
  id: bigint
  account: bigint
  next_order_seqno: Buffer
  threshold: bigint
  has_proposers: bigint
  code: bigint | null
  data_hash: Buffer | null
  last_tx_lt: bigint
}

const SELECT = `SELECT id, account, next_order_seqno, threshold, has_proposers, code, data_hash, last_tx_lt
  FROM multisigs`

/** Loads multisigs, in the order of `ids`. */
export function loadMultisigs(reader: Reader, ids: readonly bigint[]): MultisigRecord[] {
  const rows = new Map(loadByIds<Row>(reader, SELECT, 'id', ids).map((row) => [row.id, row]))
  const accounts = [...rows.values()].map(({ account }) => account)
  const addresses = loadAddresses(reader, accounts)
  const members = loadMembers(reader, accounts)
  const codes = loadCodeHashes(
    reader,
    [...rows.values()].map(({ code }) => code),
  )
  return ids.flatMap((id) => {
    const row = rows.get(id)
    const address = row && addresses.get(row.account)
    if (!row || !address) return []
    return [
      {
        account: row.account,
        address,
        nextOrderSeqno: readSortableInteger(row.next_order_seqno),
        threshold: Number(row.threshold),
        signers: members.of(row.account, 'signer'),
        proposers: row.has_proposers === 1n ? members.of(row.account, 'proposer') : undefined,
        lastTxLt: row.last_tx_lt,
        codeHash: codes.get(row.code),
        dataHash: row.data_hash ?? undefined,
      },
    ]
  })
}
