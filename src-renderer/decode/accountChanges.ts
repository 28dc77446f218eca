import { accountKey } from './accountKey.ts'
import type { AssetFlow } from './assetFlow.ts'
import type { FlowRow } from './valueFlow.ts'

/**
 * The changes of one account's assets in a trace, as its value flow has them. With the fees, those of all traces
 * of an account sum to its balance.
 */
export type AccountChanges = {
  /** Nanounits received less those sent, before fees. */
  readonly coins: bigint
  /** Fees that the account paid, in nanounits. */
  readonly fees: bigint
  /** By number, in the smallest unit. */
  readonly currencies: ReadonlyMap<number, bigint>
  /** By master, in the smallest unit; without those that are zero. */
  readonly jettons: ReadonlyMap<string, bigint>
  /** NFT items; one that came and left again is in none of the two. */
  readonly gained: readonly string[]
  readonly lost: readonly string[]
}

/** Returns the changes of an account (by key) in the flows of a trace. */
export function accountChanges(
  rows: readonly FlowRow[],
  { balances, items }: AssetFlow,
  here: string,
): AccountChanges {
  const row = rows.find(({ who }) => typeof who !== 'string' && accountKey(who.raw) === here)
  const moved = new Map<string, number>()
  for (const { item, gained } of items.get(here) ?? []) {
    moved.set(item, (moved.get(item) ?? 0) + (gained ? 1 : -1))
  }
  const itemsWith = (isWanted: (count: number) => boolean) =>
    [...moved].filter(([, count]) => isWanted(count)).map(([item]) => item)
  return {
    coins: row ? row.received - row.sent : 0n,
    fees: row?.fees ?? 0n,
    currencies: row?.currencies ?? new Map(),
    jettons: new Map([...(balances.get(here) ?? [])].filter(([, value]) => value !== 0n)),
    gained: itemsWith((count) => count > 0),
    lost: itemsWith((count) => count < 0),
  }
}
