import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useNetwork } from '../../../api/network.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { KNOWN_JETTONS } from '../../../decode/knownJettons.ts'
import { useReadHistory } from '../actions/useReadHistory.ts'

/** Maximum number of items whose owner is read. */
const MAX_ITEMS = 60

/** Tokens that an account can have, as far as they are known without a list of all. */
export function useSeenTokens(address: string, last: TransactionIdJson) {
  const { kind } = useNetwork()
  const { query, rows, traces } = useReadHistory(address, { lt: last.lt, hash: last.hash })
  const seen = [...traces.values.values()].filter((trace) => trace !== null)
  const changes = seen.flatMap(({ facts }) => ('changes' in facts ? [facts.changes] : []))
  const distinct = (addresses: readonly string[]) => [...new Set(addresses.map(accountKey))]
  const known = kind === 'mainnet' ? KNOWN_JETTONS : []
  return {
    query,
    traces,
    jettons: distinct([...changes.flatMap(({ jettons }) => [...jettons.keys()]), ...known]),
    // Those that the account gained first: a trace can make hundreds of others.
    items: distinct([
      ...changes.flatMap(({ gained, lost }) => [...gained, ...lost]),
      ...seen.flatMap(({ items }) => items),
    ]).slice(0, MAX_ITEMS),
    /** Where they are looked for, in words. */
    source: `the newest ${rows.length} ${rows.length === 1 ? 'trace' : 'traces'} of its history`,
    known: known.length,
  }
}
