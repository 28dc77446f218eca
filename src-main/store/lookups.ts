import { findAccountId } from './accountId.ts'
import type { KnownHistory, UnreadParts } from './indexStore.ts'
import type { MetadataContent } from './metadataContent.ts'
import { ACCOUNT_STATUSES, type StdAddress } from './parsedBlock.ts'
import { hasMetadataImage, loadMetadataContents } from './queries/metadataContents.ts'
import { findOwnedContracts } from './queries/ownedContracts.ts'
import { readerOf } from './queries/reader.ts'
import { findUnread } from './queries/unreadParts.ts'
import type { Connection } from './sqlite/driver.ts'

/** Queries that the main thread asks through the writer thread; reader threads answer all others. */
export type Lookups = {
  masterchainBlock(seqno: number): { readonly rootHash: Buffer; readonly fileHash: Buffer } | undefined
  transactionRef(hash: Uint8Array): { readonly account: StdAddress; readonly lt: bigint } | undefined
  accountHistory(account: Uint8Array): KnownHistory | undefined
  historySize(account: Uint8Array): number
  unreadParts(query: readonly [account: Uint8Array, limit: number]): UnreadParts
  ownedContracts(query: readonly [owner: Uint8Array, limit: number]): readonly StdAddress[]
  metadataContents(urls: readonly string[]): ReadonlyMap<string, MetadataContent>
  hasMetadataImage(url: string): boolean
}

type HistoryRow = {
  readonly mcSeqno: bigint
  readonly newestLt: bigint
  readonly oldestLt: bigint
  readonly isComplete: bigint
  readonly searchedSeqno: bigint
}

type OldestRow = {
  readonly lt: bigint
  readonly hash: Buffer
  readonly now: bigint
  readonly mcSeqno: bigint
  readonly origStatus: bigint
}

const NOTHING_UNREAD: UnreadParts = { openTraces: [], undetected: [], unclassified: [] }
const NO_HASH = Buffer.alloc(32)

/** Prepares the main thread's queries on a connection. Its methods are described in IndexStore. */
export function createLookups(connection: Connection): Lookups {
  const masterchainBlock = connection.prepare<[number], { rootHash: Buffer; fileHash: Buffer }>(
    `SELECT root_hash AS "rootHash", file_hash AS "fileHash" FROM blocks
    WHERE workchain = -1 AND shard = -9223372036854775808 AND seqno = ? AND gen_utime IS NOT NULL`,
  )
  const transactionRef = connection
    .prepare<[Uint8Array], { account: Buffer; lt: bigint }>(
      `SELECT address AS account, lt FROM transactions JOIN accounts ON accounts.id = transactions.account
      WHERE hash = ?`,
    )
    .safeIntegers()
  const accountHistory = connection
    .prepare<[bigint], HistoryRow>(
      `SELECT mc_seqno AS "mcSeqno", newest_lt AS "newestLt", oldest_lt AS "oldestLt", is_complete AS "isComplete",
        searched_seqno AS "searchedSeqno"
      FROM account_coverage WHERE account = ?`,
    )
    .safeIntegers()
  const historySize = connection
    .prepare<[bigint], number>(
      `SELECT count(*) FROM account_coverage AS known JOIN transactions ON transactions.account = known.account
        AND lt >= oldest_lt AND (lt <= newest_lt OR newest_lt = 0)
      WHERE known.account = ?`,
    )
    .pluck()
  const oldestTransaction = connection
    .prepare<[bigint, bigint], OldestRow>(
      `SELECT prev_lt AS lt, prev_hash AS hash, now, mc_seqno AS "mcSeqno", orig_status AS "origStatus"
      FROM transactions WHERE account = ? AND lt = ?`,
    )
    .safeIntegers()
  const newestTransaction = connection
    .prepare<[bigint], { readonly lt: bigint; readonly mcSeqno: bigint; readonly now: bigint }>(
      'SELECT lt, mc_seqno AS "mcSeqno", now FROM transactions WHERE account = ? ORDER BY lt DESC LIMIT 1',
    )
    .safeIntegers()
  const idOf = accountFinder(connection)
  const reader = readerOf(connection)
  return {
    masterchainBlock: (seqno) => masterchainBlock.get(seqno),
    transactionRef: (hash) => transactionRef.get(hash),
    accountHistory(bytes) {
      const account = Buffer.from(bytes)
      const id = idOf(account)
      const row = id === undefined ? undefined : accountHistory.get(id)
      if (id === undefined || row === undefined) return undefined
      const oldest = oldestTransaction.get(id, row.oldestLt)
      const newest = newestTransaction.get(id)
      return {
        account,
        mcSeqno: Number(row.mcSeqno),
        newestLt: row.newestLt,
        oldestLt: row.oldestLt,
        isComplete: row.isComplete === 1n,
        searchedSeqno: Number(row.searchedSeqno),
        before: oldest ? { lt: oldest.lt, hash: oldest.hash } : { lt: 0n, hash: NO_HASH },
        oldest: oldest && {
          mcSeqno: Number(oldest.mcSeqno),
          now: Number(oldest.now),
          origStatus: ACCOUNT_STATUSES[Number(oldest.origStatus)] ?? 'nonexist',
        },
        newest: newest && { lt: newest.lt, mcSeqno: Number(newest.mcSeqno), now: Number(newest.now) },
      }
    },
    historySize(bytes) {
      const id = idOf(Buffer.from(bytes))
      return id === undefined ? 0 : (historySize.get(id) ?? 0)
    },
    unreadParts([bytes, limit]) {
      const id = idOf(Buffer.from(bytes))
      return id === undefined ? NOTHING_UNREAD : findUnread(reader, id, limit)
    },
    ownedContracts([bytes, limit]) {
      const id = idOf(Buffer.from(bytes))
      return id === undefined ? [] : findOwnedContracts(reader, id, limit)
    },
    metadataContents: (urls) => loadMetadataContents(reader, urls),
    hasMetadataImage: (url) => hasMetadataImage(reader, url),
  }
}

/**
 * Returns a function that finds the number of an account's rows (see accountId); undefined if the index has never
 * seen the account.
 */
export function accountFinder(connection: Connection): (address: StdAddress) => bigint | undefined {
  const find = connection.prepare<[bigint], Buffer>('SELECT address FROM accounts WHERE id = ?').pluck()
  return (address) => findAccountId(address, (id) => find.get(id))
}
