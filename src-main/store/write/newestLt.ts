import type { Connection } from '../sqlite/driver.ts'

/** Returns a function that reads the lt of the last transaction of an account's newest state. */
export function createNewestLt(connection: Connection): (account: bigint) => bigint | undefined {
  const read = connection
    .prepare<[bigint], bigint>('SELECT last_tx_lt FROM latest_states WHERE account = ?')
    .pluck()
    .safeIntegers()
  return (account) => read.get(account)
}
