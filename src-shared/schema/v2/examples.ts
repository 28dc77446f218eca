import type { V2Name, V2Request } from './operations.ts'

/** What example requests are made of: things that one network has. */
export type ExampleFacts = {
  /** Seqno of a masterchain block, and its root hash in base64. */
  readonly master: { readonly seqno: number; readonly rootHash: string }
  /** A shard block that holds transactions. */
  readonly block: { readonly workchain: number; readonly shard: string; readonly seqno: number }
  /** An account with a history, in a friendly and in the raw form. */
  readonly account: { readonly friendly: string; readonly raw: string }
  /** A message between two accounts. */
  readonly message: {
    readonly source: string
    readonly destination: string
    /** Logical time */
    readonly createdLt: string
  }
  /** A jetton, an NFT or a collection. */
  readonly token: string
  readonly domain: { readonly resolver: string; readonly name: string }
  /** Hash of a public library. */
  readonly library: string
}

/** The contract that elects validators; every network has it. */
const ELECTOR = 'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF'

/** For the document itself, which knows no network: well-formed, and most of it found on mainnet. */
export const STATIC_FACTS: ExampleFacts = {
  master: { seqno: 1_000_000, rootHash: 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM=' },
  block: { workchain: -1, shard: '-9223372036854775808', seqno: 1_000_000 },
  account: { friendly: ELECTOR, raw: `-1:${'3'.repeat(64)}` },
  message: { source: ELECTOR, destination: `-1:${'5'.repeat(64)}`, createdLt: '57825216000003' },
  token: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  domain: { resolver: `-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c`, name: 'ton' },
  library: 'uikYyJR+myWvmsG4gzV3VBc+WBL4B6PW5kKhRwlZU5U=',
}

/** An empty cell. */
const EMPTY_BOC = 'te6cckEBAQEAAgAAAEysuc0='
/** An external message "Hello" to nobody: what every network refuses. */
const UNWANTED_BOC = 'te6cckEBAQEALgAAV4gBB7+qpcxuU2jl+XmRiL15jNIuBKsW0djqT8N0gHQeY1AAAAAAAkMrY2N8kC6Sig=='

const ofAccount = ({ account }: ExampleFacts) => ({ address: account.friendly })
const ofMaster = ({ master }: ExampleFacts) => ({ seqno: master.seqno })
const ofMessage = ({ message: { source, destination, createdLt } }: ExampleFacts) => ({
  source,
  destination,
  created_lt: createdLt,
})
const nothing = () => ({})
const boc = () => ({ boc: UNWANTED_BOC })

const EXAMPLES: { readonly [Name in V2Name]: (facts: ExampleFacts) => V2Request<Name> } = {
  getMasterchainInfo: nothing,
  getMasterchainBlockSignatures: ofMaster,
  getShardBlockProof: ({ block }) => block,
  getConsensusBlock: nothing,
  lookupBlock: ({ block }) => block,
  getShards: ofMaster,
  getBlockHeader: ({ block }) => block,
  getOutMsgQueueSize: nothing,
  getBlockTransactions: ({ block }) => ({ ...block, count: 10 }),
  getBlockTransactionsExt: ({ block }) => ({ ...block, count: 5 }),
  getTransactions: ({ account }) => ({ address: account.friendly, limit: 3 }),
  getTransactionsStd: ({ account }) => ({ address: account.friendly, limit: 3 }),
  tryLocateTx: ofMessage,
  tryLocateResultTx: ofMessage,
  tryLocateSourceTx: ofMessage,
  getAddressInformation: ofAccount,
  getExtendedAddressInformation: ofAccount,
  getWalletInformation: ofAccount,
  getAddressBalance: ofAccount,
  getAddressState: ofAccount,
  getShardAccountCell: ofAccount,
  getTokenData: ({ token }) => ({ address: token }),
  dnsResolve: ({ domain }) => ({ address: domain.resolver, name: domain.name, ttl: 8 }),
  getConfigParam: () => ({ param: 15 }),
  getConfigAll: nothing,
  getLibraries: ({ library }) => ({ libraries: [library] }),
  runGetMethod: () => ({
    address: ELECTOR,
    method: 'compute_returned_stake',
    stack: [['num', `0x${'3'.repeat(64)}`]],
  }),
  runGetMethodStd: () => ({
    address: ELECTOR,
    method: 'compute_returned_stake',
    stack: [{ '@type': 'tvm.stackEntryNumber', number: { '@type': 'tvm.numberDecimal', number: '42' } }],
  }),
  sendBoc: boc,
  sendBocReturnHash: boc,
  sendBocReturnHashNoError: boc,
  estimateFee: ({ account }) => ({ address: account.friendly, body: EMPTY_BOC, ignore_chksig: true }),
  detectAddress: ofAccount,
  detectHash: ({ master }) => ({ hash: master.rootHash }),
  packAddress: ({ account }) => ({ address: account.raw }),
  unpackAddress: ofAccount,
}

/** A request that the operation accepts, about things of the network that the facts are from. */
export function exampleRequest<Name extends V2Name>(name: Name, facts: ExampleFacts): V2Request<Name> {
  return EXAMPLES[name](facts)
}
