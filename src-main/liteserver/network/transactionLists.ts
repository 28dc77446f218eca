import { ByteCache } from '../../chain/archive/byteCache.ts'
import type { CacheBudget } from '../../platform/cacheBudget.ts'
import type { BlockTransactionsPage } from '../session.ts'

/** Maximum size, bytes: the lists of some 28,000 transactions, more than a search reads on a busy network. */
const MAX_BYTES = 2 << 20
/** Bytes of an account and of a hash, of a logical time, and of a list's key. */
const HASH_BYTES = 32
const LT_BYTES = 8
const KEY_BYTES = 256
const ROW_BYTES = 2 * HASH_BYTES + LT_BYTES

/** Proved pages of the transaction lists of blocks, packed: a row as objects takes three times the memory. */
export class TransactionLists {
  readonly #pages: ByteCache<{ readonly incomplete: boolean; readonly rows: Buffer }>

  constructor(budget: CacheBudget) {
    this.#pages = new ByteCache(MAX_BYTES, { budget })
  }

  get(key: string): BlockTransactionsPage | undefined {
    const page = this.#pages.get(key)
    if (!page) return undefined
    const { incomplete, rows } = page
    const transactions = Array.from({ length: rows.length / ROW_BYTES }, (_, index) => {
      const row = rows.subarray(index * ROW_BYTES, (index + 1) * ROW_BYTES)
      return {
        account: row.subarray(0, HASH_BYTES),
        hash: row.subarray(HASH_BYTES, 2 * HASH_BYTES),
        lt: row.readBigUInt64BE(2 * HASH_BYTES),
      }
    })
    return { incomplete, transactions }
  }

  set(key: string, { incomplete, transactions }: BlockTransactionsPage): void {
    const rows = Buffer.allocUnsafeSlow(transactions.length * ROW_BYTES)
    for (const [index, { account, hash, lt }] of transactions.entries()) {
      const at = index * ROW_BYTES
      account.copy(rows, at)
      hash.copy(rows, at + HASH_BYTES)
      rows.writeBigUInt64BE(lt, at + 2 * HASH_BYTES)
    }
    this.#pages.set(key, { incomplete, rows }, rows.length + KEY_BYTES)
  }
}
