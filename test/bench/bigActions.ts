import { packFields } from '../../src-main/store/packing/actionFields.ts'
import { packNumbers } from '../../src-main/store/packing/numbers.ts'
import { sqlite } from '../../src-main/store/sqlite/driver.ts'

const KINDS = ['ton_transfer', 'call_contract', 'jetton_transfer']
const WORDS = ['source', 'destination', 'value', 'ton_transfer_data', 'content', 'encrypted']
const ACCOUNT_NUMBER = 8

/** Gives each transaction of a big index (bigIndex) that received a message from another account an action. */
export function writeBigActions(file: string): number {
  const connection = new (sqlite())(file)
  connection.pragma('synchronous = OFF')
  const indexes = connection
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('actions', 'action_accounts') AND sql IS NOT NULL",
    )
    .all()
  for (const { name } of indexes) connection.exec(`DROP INDEX ${name}`)
  for (const [i, word] of WORDS.entries()) {
    connection.prepare('INSERT INTO action_words VALUES (?, ?)').run(i + 1, word)
  }
  for (const [i, type] of KINDS.entries()) {
    connection.prepare("INSERT INTO action_kinds VALUES (?, ?, '[]')").run(i + 1, type)
  }
  const numbers = {
    word: (name: string) => WORDS.indexOf(name) + 1,
    party: (text: string) => Number(text[0]),
  }
  const fields = packFields(
    {
      source: `1:${'A'.repeat(64)}`,
      destination: `0:${'A'.repeat(64)}`,
      value: 1_000_000_007n,
      ton_transfer_data: { content: 'for the bench', encrypted: false },
    },
    numbers,
  )
  connection.function('pack_number', (id) => packNumbers([Number(id)]))
  connection.function('pack_accounts', { safeIntegers: true }, (one, other) => {
    const packed = Buffer.alloc(2 * ACCOUNT_NUMBER)
    packed.writeBigInt64BE(one as bigint)
    packed.writeBigInt64BE(other as bigint, ACCOUNT_NUMBER)
    return packed
  })
  const from = `FROM transactions t JOIN traces tr ON tr.id = t.trace JOIN messages m ON m.id = t.in_msg
    WHERE m.source IS NOT NULL AND m.source <> t.account`
  const kind = `1 + t.id % ${KINDS.length}`
  const { changes } = connection
    .prepare(
      `INSERT INTO actions SELECT t.id, t.trace, t.hash, ${kind}, NULL, t.lt, t.lt, t.now, t.now, tr.end_lt, tr.end_utime, 1,
        pack_number(t.id), 2, pack_accounts(t.account, m.source), ? ${from}`,
    )
    .run(fields)
  const listed = (account: string) =>
    `SELECT ${account} AS account, tr.end_lt AS end_lt, t.id AS action, tr.end_utime AS end_utime, ${kind} AS kind ${from}`
  connection.exec(
    `INSERT INTO action_accounts SELECT * FROM (${listed('t.account')} UNION ALL ${listed('m.source')})
      ORDER BY account, end_lt, action`,
  )
  for (const { sql } of indexes) connection.exec(sql)
  connection.exec('ANALYZE')
  connection.close()
  return changes
}
