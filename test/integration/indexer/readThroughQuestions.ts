import type { JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import type { NftItemJson } from '#shared/schema/v3/nftItem.ts'
import type { V3Name } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { resultV3 } from '../v3/v3Scene.ts'
import type { Question } from './indexRig.ts'
import type { ReadThroughChain } from './readThroughChain.ts'

/** No message was ever sent to it. */
const UNUSED = `0:${'77'.repeat(32)}`

/** Objects of a chain after the devnet's scenario. */
export type ChainObjects = {
  /** Newest first. */
  readonly transactions: readonly TransactionJson[]
  readonly wallets: readonly JettonWalletJson[]
  readonly items: readonly NftItemJson[]
  readonly accounts: readonly string[]
  readonly head: number
}

export async function chainObjects({ scene: { url, head } }: ReadThroughChain): Promise<ChainObjects> {
  const limit = 1000
  const { transactions } = await resultV3(url, 'transactions', { limit })
  const { jetton_wallets } = await resultV3(url, 'jetton/wallets', { limit })
  const { nft_items } = await resultV3(url, 'nft/items', { limit })
  return {
    transactions,
    wallets: jetton_wallets,
    items: nft_items,
    accounts: [...new Set(transactions.map(({ account }) => account))],
    head,
  }
}

/**
 * Returns requests about every object of a chain that an empty index can answer: each operation with each of its
 * filters.
 */
export function readThroughQuestions({
  transactions,
  wallets,
  items,
  accounts,
  head,
}: ChainObjects): readonly Question[] {
  const of = (name: V3Name, ...all: readonly Question['params'][]) =>
    all.map((params): Question => ({ name, params }))
  const page = { limit: 20 }
  const everyAccount = [...accounts, UNUSED]
  return [
    ...everyAccount.flatMap((account) => [
      ...of('transactions', { account, ...page }, { account, sort: 'asc', limit: 3, offset: 1 }),
      ...of('messages', { source: account, ...page }, { destination: account, direction: 'in', ...page }),
      ...of('traces', { account, ...page }, { account, ...page, include_actions: true }),
      ...of('accountStates', { address: account }, { address: account, include_boc: false }),
      ...of('walletStates', { address: account }),
      ...of('addressBook', { address: account }),
      ...of('metadata', { address: account }),
      ...of('addressInformation', { address: account }),
      ...of('walletInformation', { address: account }),
      ...of('jetton/masters', { address: account }),
      ...of('nft/collections', { collection_address: account }),
      ...of('nft/sales', { address: account }),
      ...of('vesting', { contract_address: account }),
      ...of('multisig/wallets', { address: account }),
      ...of('multisig/orders', { multisig_address: account }, { address: account, parse_actions: true }),
    ]),
    ...wallets.flatMap(({ address, owner, jetton }) => [
      ...of('jetton/wallets', { address }, { owner_address: owner, jetton_address: jetton }),
      ...of('jetton/transfers', { jetton_wallet: address, ...page }),
      ...of('jetton/transfers', { jetton_wallet: address, sort: 'asc', limit: 2 }),
      ...of('jetton/transfers', { jetton_wallet: address, owner_address: owner, jetton_master: jetton }),
      ...of('jetton/burns', { jetton_wallet: address, ...page }, { jetton_wallet: address, address: owner }),
    ]),
    ...items.flatMap(({ address, owner_address, content, collection_address, index }) => [
      ...of('nft/items', { address }),
      ...(collection_address === null ? [] : of('nft/items', { collection_address, index })),
      ...of('nft/transfers', { item_address: address, ...page }),
      ...of('nft/transfers', { item_address: address, owner_address, sort: 'asc' }),
      ...(content?.domain === undefined ? [] : of('dns/records', { domain: content.domain })),
    ]),
    ...of('dns/records', { domain: 'no-such-name.ton' }),
    ...transactions.flatMap(({ hash, trace_id, account, lt }) => [
      ...of('transactions', { hash }, { account, lt }),
      ...of('adjacentTransactions', { hash }, { hash, direction: 'in' }, { hash, direction: 'out' }),
      ...of('traces', { tx_hash: hash }, { trace_id, include_actions: true }),
      ...of('actions', { tx_hash: hash, include_transactions: true }, { trace_id, include_accounts: true }),
      ...of('events', { tx_hash: hash }),
    ]),
    ...Array.from({ length: head }, (_, i) => i + 1).flatMap((seqno) => [
      ...of('transactionsByMasterchainBlock', { seqno, ...page }),
      ...of('transactions', { mc_seqno: seqno, ...page }),
      ...of('traces', { mc_seqno: seqno }),
      ...of('actions', { mc_seqno: seqno, include_transactions: true }),
      ...of('masterchainBlockShardState', { seqno }),
      ...of('masterchainBlockShards', { seqno }),
      ...of('blocks', { workchain: -1, seqno }),
    ]),
  ]
}
