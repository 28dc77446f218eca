import type { V3Name, V3Request } from './operations.ts'

/** What example requests are made of: things that one network has. */
export type V3ExampleFacts = {
  /** An account with a history, raw. */
  readonly account: string
  /** Seqno of a masterchain block. */
  readonly seqno: number
}

/** For the document itself, which knows no network: the contract that elects validators is on every one. */
export const V3_STATIC_FACTS: V3ExampleFacts = { account: `-1:${'3'.repeat(64)}`, seqno: 1_000_000 }

const HASH = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
/** The comment "hi". */
const COMMENT = 'te6cckEBAQEACAAADAAAAABoaeh7Muk='
/** An external message "Hello" to nobody: what every network refuses. */
const UNWANTED_BOC = 'te6cckEBAQEALgAAV4gBB7+qpcxuU2jl+XmRiL15jNIuBKsW0djqT8N0gHQeY1AAAAAAAkMrY2N8kC6Sig=='

const EXAMPLES: { readonly [Name in V3Name]: (facts: V3ExampleFacts) => V3Request<Name> } = {
  masterchainInfo: () => ({}),
  blocks: () => ({ workchain: -1, limit: 5 }),
  masterchainBlockShardState: ({ seqno }) => ({ seqno }),
  masterchainBlockShards: ({ seqno }) => ({ seqno }),
  transactions: ({ account }) => ({ account: [account], limit: 5 }),
  transactionsByMasterchainBlock: ({ seqno }) => ({ seqno, limit: 5 }),
  transactionsByMessage: () => ({ opcode: '0x0f8a7ea5', limit: 5 }),
  adjacentTransactions: () => ({ hash: HASH }),
  pendingTransactions: ({ account }) => ({ account: [account] }),
  messages: ({ account }) => ({ destination: account, limit: 5 }),
  traces: ({ account }) => ({ account, limit: 2 }),
  events: ({ account }) => ({ account, limit: 2 }),
  pendingTraces: ({ account }) => ({ account }),
  accountStates: ({ account }) => ({ address: [account], include_boc: false }),
  walletStates: ({ account }) => ({ address: [account] }),
  addressBook: ({ account }) => ({ address: [account] }),
  topAccountsByBalance: () => ({ limit: 5 }),
  decode: () => ({ opcodes: ['0x0f8a7ea5'], bodies: [COMMENT] }),
  addressInformation: ({ account }) => ({ address: account }),
  walletInformation: ({ account }) => ({ address: account }),
  message: () => ({ boc: UNWANTED_BOC }),
  estimateFee: ({ account }) => ({ address: account, body: COMMENT }),
  runGetMethod: ({ account }) => ({ address: account, method: 'active_election_id', stack: [] }),
}

/** A request that an operation answers, given things that the network has. */
export function exampleV3Request<Name extends V3Name>(name: Name, facts: V3ExampleFacts): V3Request<Name> {
  return EXAMPLES[name](facts)
}
