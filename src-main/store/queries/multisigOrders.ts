import type { StdAddress } from '../parsedBlock.ts'
import { readSortableInteger } from '../sortableInteger.ts'
import { findAccounts, loadAddresses, loadByIds } from './accountIds.ts'
import { loadCodeHashes } from './cellParts.ts'
import { among, equals, type Page, type Piece } from './conditions.ts'
import { loadMembers } from './contractMembers.ts'
import { findInOrder } from './insertionOrder.ts'
import type { Reader } from './reader.ts'

/** An order of a multisig wallet (compatibility-v3 §8.3). */
export type MultisigOrderRecord = {
  readonly address: StdAddress
  /** Account number of the multisig. */
  readonly multisig: bigint
  readonly multisigAddress: StdAddress
  readonly orderSeqno: bigint
  readonly threshold: number
  readonly sentForExecution: boolean
  readonly approvalsMask: bigint
  readonly approvalsNum: number
  /** Unix seconds. */
  readonly expiresAt: number
  /** A BOC. */
  readonly order: Buffer
  readonly signers: readonly StdAddress[]
  readonly lastTxLt: bigint
  readonly codeHash: Buffer | undefined
  readonly dataHash: Buffer | undefined
}

/** Conditions of a list of orders: all of them must hold. */
export type MultisigOrderFilter = {
  readonly addresses?: readonly StdAddress[] | undefined
  readonly multisigs?: readonly StdAddress[] | undefined
}

const FROM = { from: 'multisig_orders o', id: 'o.id' }

/** Returns the row numbers of a page, in the order of insertion. */
export function findMultisigOrders(
  reader: Reader,
  { addresses, multisigs }: MultisigOrderFilter,
  page: Page,
): bigint[] {
  const owners = multisigs && findAccounts(reader, multisigs).map(({ id }) => id)
  if (addresses === undefined) {
    const any = owners?.map((id) => equals('o.multisig', id)) ?? []
    return findInOrder(reader, { ...FROM, any }, page)
  }
  const owned: Piece[] = owners ? [among('+o.multisig', owners)] : []
  const any = findAccounts(reader, addresses).map(({ id }) => [...equals('o.account', id), ...owned])
  return findInOrder(reader, { ...FROM, any }, page)
}

/** Returns the row numbers of all orders of multisigs (account numbers), in the order of insertion. */
export function findOrdersOf(reader: Reader, multisigs: readonly bigint[]): bigint[] {
  const rows = loadByIds<{ id: bigint }>(reader, 'SELECT id FROM multisig_orders', 'multisig', multisigs)
  return rows.map(({ id }) => id).sort((a, b) => Number(a - b))
}

type Row = {
  id: bigint
  account: bigint
  multisig: bigint
  order_seqno: Buffer
  threshold: bigint
  sent_for_execution: bigint
  approvals_mask: Buffer
  approvals_num: bigint
  expires_at: bigint
  order_boc: Buffer
  code: bigint | null
  data_hash: Buffer | null
  last_tx_lt: bigint
}

const SELECT = `SELECT id, account, multisig, order_seqno, threshold, sent_for_execution, approvals_mask,
    approvals_num, expires_at, order_boc, code, data_hash, last_tx_lt FROM multisig_orders`

/** Loads orders, in the order of `ids`. */
export function loadMultisigOrders(reader: Reader, ids: readonly bigint[]): MultisigOrderRecord[] {
  const rows = new Map(loadByIds<Row>(reader, SELECT, 'id', ids).map((row) => [row.id, row]))
  const all = [...rows.values()]
  const addresses = loadAddresses(
    reader,
    all.flatMap(({ account, multisig }) => [account, multisig]),
  )
  const members = loadMembers(
    reader,
    all.map(({ account }) => account),
  )
  const codes = loadCodeHashes(
    reader,
    all.map(({ code }) => code),
  )
  return ids.flatMap((id) => {
    const row = rows.get(id)
    const address = row && addresses.get(row.account)
    const multisigAddress = row && addresses.get(row.multisig)
    if (!row || !address || !multisigAddress) return []
    return [
      {
        address,
        multisig: row.multisig,
        multisigAddress,
        orderSeqno: readSortableInteger(row.order_seqno),
        threshold: Number(row.threshold),
        sentForExecution: row.sent_for_execution === 1n,
        approvalsMask: readSortableInteger(row.approvals_mask),
        approvalsNum: Number(row.approvals_num),
        expiresAt: Number(row.expires_at),
        order: row.order_boc,
        signers: members.of(row.account, 'signer'),
        lastTxLt: row.last_tx_lt,
        codeHash: codes.get(row.code),
        dataHash: row.data_hash ?? undefined,
      },
    ]
  })
}
