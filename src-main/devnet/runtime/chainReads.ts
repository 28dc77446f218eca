import type { Address, Cell } from '@ton/core'
import { accountPrefix, shardContainsPrefix } from '#shared/ton/shard.ts'
import { loadBlock } from '../../chain/block/block.ts'
import { loadBlockExtra } from '../../chain/block/blockExtra.ts'
import { loadShardAccountBlocks } from '../../chain/block/shardAccountBlocks.ts'
import { loadTransaction, type Transaction } from '../../chain/block/transaction.ts'
import { type Account, openAccount } from '../../chain/state/account.ts'
import { openOutMsgQueueInfo } from '../../chain/state/outMsgQueueInfo.ts'
import { openShardAccounts } from '../../chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../chain/state/shardState.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { Devnet, Step } from '../chain/devnet.ts'
import { openMasterchain } from '../collator/openedState.ts'

/** Number and time (unix seconds) of the newest masterchain block. */
export type Head = { readonly seqno: number; readonly utime: number }

export function headOf({ store }: Devnet, genesisTime: number): Head {
  const id = store.head()
  return { seqno: id.seqno, utime: store.find(id)?.head?.genUtime ?? genesisTime }
}

/** Returns an account after the newest blocks; undefined if there is none. */
export async function readAccount(
  { store }: Devnet,
  { workChain, hash }: Address,
): Promise<Account | undefined> {
  const prefix = accountPrefix(hash)
  const shard = [store.head(), ...store.tops()].find(
    (id) => id.workchain === workChain && shardContainsPrefix(id.shard, prefix),
  )
  if (!shard) return undefined
  const { accounts } = openShardStateUnsplit(await store.state({ id: shard, head: undefined }))
  const entry = openShardAccounts(accounts).get(hash)
  return entry && openAccount(entry.account)
}

/** Returns code, data and balance of an active account; undefined for any other account. */
export async function readActiveAccount(
  devnet: Devnet,
  address: Address,
): Promise<{ readonly code: Cell; readonly data: Cell; readonly balance: bigint } | undefined> {
  const account = await readAccount(devnet, address)
  if (account?.storage.state.type !== 'active') return undefined
  const { code, data } = account.storage.state.init
  return code && data && { code, data, balance: account.storage.balance.coins }
}

/** Returns the root of the configuration after the newest block. */
export async function headConfig({ store }: Devnet): Promise<Cell> {
  return openMasterchain(await store.state({ id: store.head(), head: undefined })).extra.config.config
}

/** Returns whether internal messages are queued after the newest blocks: another block then delivers them. */
export async function hasQueuedMessages({ store }: Devnet): Promise<boolean> {
  for (const id of [store.head(), ...store.tops()]) {
    const { outMsgQueueInfo } = openShardStateUnsplit(await store.state({ id, head: undefined }))
    if (!openOutMsgQueueInfo(outMsgQueueInfo).outQueue.isEmpty) return true
  }
  return false
}

/** Returns the transactions of an account in the blocks of a step, by lt. */
export function* transactionsOf(
  { store }: Devnet,
  step: Step,
  { workChain, hash }: Pick<Address, 'workChain' | 'hash'>,
): Generator<Transaction, void, undefined> {
  const prefix = accountPrefix(hash)
  for (const id of [step.masterchain, ...step.shards]) {
    if (id.workchain !== workChain || !shardContainsPrefix(id.shard, prefix)) continue
    yield* transactionsIn(store.root({ id, head: undefined }), hash)
  }
}

function* transactionsIn(block: Cell, account: Buffer): Generator<Transaction, void, undefined> {
  const { extra } = parseCell(block, 'Block', loadBlock)
  const { accountBlocks } = parseCell(extra, 'BlockExtra', loadBlockExtra)
  const found = parseCell(accountBlocks, 'ShardAccountBlocks', loadShardAccountBlocks).get(account)
  if (!found) return
  for (const { value } of found.transactions.entries()) yield parseCell(value, 'Transaction', loadTransaction)
}
