import { openReader } from '../../../src-main/store/openDatabase.ts'

/** A transaction as its row has it; hashes and addresses in hexadecimal. */
export type IndexedTransaction = {
  readonly hash: string
  readonly account: string
  readonly lt: bigint
  readonly mcSeqno: bigint
  /** Of its block. */
  readonly place: string
  /** Of the first transaction of its trace. */
  readonly traceRoot: string
}

const TRANSACTIONS = `SELECT lower(hex(t.hash)) AS hash, lower(hex(a.address)) AS account, t.lt AS lt,
    t.mc_seqno AS "mcSeqno", b.workchain || ':' || b.shard || ':' || b.seqno AS place,
    lower(hex(r.hash)) AS "traceRoot"
  FROM transactions t JOIN accounts a ON a.id = t.account JOIN blocks b ON b.id = t.block
    JOIN traces ON traces.id = t.trace JOIN transactions r ON r.id = traces.root_tx
  ORDER BY t.lt DESC, t.hash`

/** All of an index, newest first. */
export function indexedTransactions(file: string): readonly IndexedTransaction[] {
  const connection = openReader(file)
  try {
    return connection.prepare<[], IndexedTransaction>(TRANSACTIONS).safeIntegers().all()
  } finally {
    connection.close()
  }
}
