import type { AccountBlock } from '../../chain/block/accountBlock.ts'
import { ACCOUNT_TRANSACTIONS } from '../../chain/block/accountBlock.ts'
import { inMsgDescrCodec } from '../../chain/block/inMsgDescr.ts'
import { outMsgDescrCodec } from '../../chain/block/outMsgDescr.ts'
import { SHARD_ACCOUNT_BLOCKS } from '../../chain/block/shardAccountBlocks.ts'
import { HashmapAugE } from '../../chain/hashmap/hashmapAug.ts'
import { keyOfUint } from '../../chain/hashmap/key.ts'
import type { ShardAccounts } from '../../chain/state/shardAccounts.ts'
import type { Collation } from './collation.ts'

/** The dictionaries of a block, and the accounts after it. */
export type BlockContents = ReturnType<typeof contentsOf>

/** Builds the dictionaries of a finished collation for a block of this global version. */
export function contentsOf(collation: Collation, version: number) {
  return {
    accountBlocks: HashmapAugE.from(SHARD_ACCOUNT_BLOCKS, accountBlockEntries(collation)),
    inMsgDescr: HashmapAugE.from(inMsgDescrCodec(version), sorted(collation.inMessages)),
    outMsgDescr: HashmapAugE.from(outMsgDescrCodec(version), sorted(collation.outMessages)),
    accounts: accountsAfter(collation),
  }
}

function accountsAfter(collation: Collation): ShardAccounts {
  let { accounts } = collation.start
  for (const { accountId, now } of collation.touched) {
    // account_none$0: the account was deleted, or never existed.
    const exists = now.account.bits.at(0)
    accounts = exists ? accounts.set(accountId, now) : accounts.delete(accountId)
  }
  return accounts
}

function accountBlockEntries(collation: Collation): { readonly key: Buffer; readonly value: AccountBlock }[] {
  const entries = [...collation.touched].map(({ accountId, before, now, transactions }) => ({
    key: accountId,
    value: {
      accountAddr: accountId,
      transactions: HashmapAugE.from(
        ACCOUNT_TRANSACTIONS,
        transactions.map(({ lt, cell }) => ({ key: keyOfUint(lt, 64), value: cell })),
      ),
      stateUpdate: { oldHash: before.hash(), newHash: now.account.hash() },
    },
  }))
  return entries.toSorted((a, b) => a.key.compare(b.key))
}

function sorted<T>(descr: ReadonlyMap<string, { readonly hash: Buffer; readonly value: T }>) {
  return [...descr.values()]
    .toSorted((a, b) => a.hash.compare(b.hash))
    .map(({ hash: key, value }) => ({ key, value }))
}
