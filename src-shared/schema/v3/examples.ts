import { ELECTOR, type ExampleValues, SENDING } from '../exampleValues.ts'
import type { V3Name, V3Request } from './operations.ts'

/** The comment "hi". */
const COMMENT = 'te6cckEBAQEACAAADAAAAABoaeh7Muk='

const EXAMPLES: { readonly [Name in V3Name]: (facts: ExampleValues) => V3Request<Name> } = {
  masterchainInfo: () => ({}),
  blocks: () => ({ workchain: -1, limit: 5 }),
  masterchainBlockShardState: ({ transaction }) => ({ seqno: transaction.masterSeqno }),
  masterchainBlockShards: ({ transaction }) => ({ seqno: transaction.masterSeqno }),
  transactions: ({ account }) => ({ account: [account.raw], limit: 5 }),
  transactionsByMasterchainBlock: ({ transaction }) => ({ seqno: transaction.masterSeqno, limit: 5 }),
  transactionsByMessage: ({ message }) => ({ msg_hash: [message.hash], limit: 5 }),
  adjacentTransactions: ({ transaction }) => ({ hash: transaction.hash }),
  pendingTransactions: ({ receiver }) => ({ account: [receiver] }),
  messages: ({ account }) => ({ destination: account.raw, limit: 5 }),
  actions: ({ account }) => ({ account: account.raw, limit: 5 }),
  pendingActions: ({ receiver }) => ({ account: receiver }),
  traces: ({ account }) => ({ account: account.raw, limit: 2 }),
  events: ({ account }) => ({ account: account.raw, limit: 2 }),
  pendingTraces: ({ receiver }) => ({ account: receiver }),
  accountStates: ({ account }) => ({ address: [account.raw], include_boc: false }),
  walletStates: ({ account }) => ({ address: [account.raw] }),
  addressBook: ({ account }) => ({ address: [account.raw] }),
  metadata: ({ token }) => ({ address: [token] }),
  topAccountsByBalance: () => ({ limit: 5 }),
  'jetton/masters': ({ token }) => ({ address: [token] }),
  'jetton/wallets': ({ account }) => ({ owner_address: [account.raw], limit: 5 }),
  'jetton/transfers': () => ({ limit: 5 }),
  'jetton/burns': () => ({ limit: 5 }),
  'nft/collections': ({ token }) => ({ collection_address: [token] }),
  'nft/items': ({ token }) => ({ address: [token] }),
  'nft/transfers': () => ({ limit: 5 }),
  'nft/sales': ({ token }) => ({ address: [token] }),
  'dns/records': ({ domain }) => ({ domain: domain.name }),
  'multisig/wallets': ({ multisig }) => ({ address: [multisig] }),
  'multisig/orders': ({ multisig }) => ({ multisig_address: [multisig], parse_actions: true }),
  vesting: ({ vesting }) => ({ contract_address: [vesting] }),
  decode: () => ({ opcodes: ['0x0f8a7ea5'], bodies: [COMMENT] }),
  addressInformation: ({ account }) => ({ address: account.raw }),
  walletInformation: ({ account }) => ({ address: account.raw }),
  message: ({ external }) => ({ boc: external[SENDING.indexOf('message')] ?? '' }),
  estimateFee: ({ account }) => ({ address: account.raw, body: COMMENT, ignore_chksig: true }),
  runGetMethod: () => ({ address: ELECTOR.raw, method: 'active_election_id', stack: [] }),
}

/** Returns a valid request of an operation about existing things of the network that the facts describe. */
export function exampleV3Request<Name extends V3Name>(name: Name, facts: ExampleValues): V3Request<Name> {
  return EXAMPLES[name](facts)
}
