import { Address, beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { accountCell, storeAccountState } from '../../chain/state/account.ts'
import { storeCurrencies } from '../../chain/state/currencies.ts'
import type { ShardAccount } from '../../chain/state/shardAccounts.ts'

/** A masterchain account that exists from the zero state on. */
export type ZeroAccount = {
  readonly accountId: Buffer
  readonly balance: CurrencyCollection
  readonly init: StateInit
}

/** Returns its entry in the zero state: no transaction yet, storage fees counted from its first one on. */
export function zeroShardAccount({ accountId, balance, init }: ZeroAccount): ShardAccount {
  const state = { type: 'active', init } as const
  const storage = beginCell()
    .storeUint(0, 64)
    .store(storeCurrencies(balance))
    .store(storeAccountState(state))
    .endCell()
  const account = accountCell({
    addr: new Address(MASTERCHAIN, accountId),
    storageStat: { used: usedStorage(storage), dictHash: undefined, lastPaid: 0, duePayment: undefined },
    storage: { lastTransLt: 0n, balance, state },
  })
  return { account, lastTransHash: Buffer.alloc(32), lastTransLt: 0n }
}

/** Counts the distinct cells of an AccountStorage and their bits: `storage_used`. */
function usedStorage(storage: Cell): { cells: bigint; bits: bigint } {
  const seen = new Set<string>()
  const waiting = [storage]
  let bits = 0
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    const hash = cell.hash().toString('latin1')
    if (seen.has(hash)) continue
    seen.add(hash)
    bits += cell.bits.length
    waiting.push(...cell.refs)
  }
  return { cells: BigInt(seen.size), bits: BigInt(bits) }
}
