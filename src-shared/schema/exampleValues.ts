/** Sources of the example requests of both APIs, and the path at which the gateway serves those of its network. */

export const EXAMPLES_PATH = '/api/tonscope/examples'

/** Existing blocks, accounts and transactions of one network. */
export type ExampleValues = {
  /** The newest masterchain block. */
  readonly master: { readonly seqno: number; readonly rootHash: string }
  /** A block with transactions. */
  readonly block: { readonly workchain: number; readonly shard: string; readonly seqno: number }
  /** A wallet with a history, in a friendly and in the raw form. */
  readonly account: { readonly friendly: string; readonly raw: string }
  /** A message between two accounts. */
  readonly message: {
    readonly source: string
    readonly destination: string
    /** Logical time. */
    readonly createdLt: string
    /** base64. */
    readonly hash: string
  }
  /** The transaction that received the message: its hash in base64, and a masterchain block at that time. */
  readonly transaction: { readonly hash: string; readonly masterSeqno: number }
  /** A jetton, an NFT or a collection. */
  readonly token: string
  readonly domain: { readonly resolver: string; readonly name: string }
  /** A multisig wallet with orders, and a vesting wallet. */
  readonly multisig: string
  readonly vesting: string
  /** Hash of a public library. */
  readonly library: string
  /** External messages: base64 of a bag of cells for each of SENDING, in that order. */
  readonly external: readonly [string, string, string, string]
  /** Receiver of the external messages, raw. */
  readonly receiver: string
}

/** The operations of v2 and v3 that send. Each has its own message, since a message is accepted once. */
export const SENDING = ['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError', 'message'] as const

/** The answer at EXAMPLES_PATH. */
export type NetworkExamples = {
  readonly facts: ExampleValues
  /** devnet, sample, mainnet … */
  readonly network: string
  /** The block at which they were found; null for STATIC_VALUES, if the network did not answer. */
  readonly seqno: number | null
}

/** The contract that elects validators; every network has it. */
export const ELECTOR = {
  friendly: 'Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF',
  raw: `-1:${'3'.repeat(64)}`,
} as const

const HASH = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
/** An external message "Hello" to a nonexistent account, which every network rejects. */
const UNWANTED_BOC = 'te6cckEBAQEALgAAV4gBB7+qpcxuU2jl+XmRiL15jNIuBKsW0djqT8N0gHQeY1AAAAAAAkMrY2N8kC6Sig=='

/** The facts used if the network does not answer: well-formed, and mostly from mainnet. */
export const STATIC_VALUES: ExampleValues = {
  master: { seqno: 1_000_000, rootHash: HASH },
  block: { workchain: -1, shard: '-9223372036854775808', seqno: 1_000_000 },
  account: ELECTOR,
  message: {
    source: ELECTOR.friendly,
    destination: `-1:${'5'.repeat(64)}`,
    createdLt: '57825216000003',
    hash: HASH,
  },
  transaction: { hash: HASH, masterSeqno: 1_000_000 },
  token: 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
  domain: { resolver: `-1:e56754f83426f69b09267bd876ac97c44821345b7e266bd956a7bfbfb98df35c`, name: 'ton' },
  multisig: ELECTOR.raw,
  vesting: ELECTOR.raw,
  library: 'uikYyJR+myWvmsG4gzV3VBc+WBL4B6PW5kKhRwlZU5U=',
  external: [UNWANTED_BOC, UNWANTED_BOC, UNWANTED_BOC, UNWANTED_BOC],
  receiver: ELECTOR.raw,
}

/** The examples of no network. */
export const STATIC_EXAMPLES: NetworkExamples = { facts: STATIC_VALUES, network: '', seqno: null }
