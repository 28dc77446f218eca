/** Kinds of actions. A kind determines the icon and the filter. */
export const ACTION_KINDS = [
  'transfer',
  'swap',
  'liquidity',
  'staking',
  'nft',
  'domain',
  'lending',
  'wallet',
  'bridge',
  'compute',
  'contract',
  'system',
] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** An asset: null for the network's coin, otherwise the raw address of a jetton's master. */
export type Asset = string | null

/** A part of a sentence. Parts are joined with spaces. */
export type LinePart =
  | { readonly kind: 'text'; readonly text: string }
  /** `collection`: that of an NFT item, whose name can make the item suspicious. */
  | { readonly kind: 'account'; readonly address: string; readonly collection?: string | undefined }
  /** In the asset's smallest unit. */
  | { readonly kind: 'amount'; readonly asset: Asset; readonly value: bigint }
  /** An asset without an amount: its symbol. */
  | { readonly kind: 'asset'; readonly asset: Asset }
  /** An extra currency, by its id; its decimals are not known. */
  | { readonly kind: 'currency'; readonly id: string; readonly value: bigint }
  | { readonly kind: 'comment'; readonly text: string }
  /** A hash or another technical text, which is displayed in short form. */
  | { readonly kind: 'code'; readonly text: string }

/** Value that an action moves, for the amounts of an account's history. */
export type Move = {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly asset: Asset
  readonly value: bigint
}

/** A clause about an action from the view of one of its parties. */
export type Clause = {
  /** The subject of the sentence. */
  readonly by: string | undefined
  /** `sent`, and `send` for a failure ("failed to send"); undefined if only `rest` is known. */
  readonly verb: { readonly past: string; readonly plain: string } | undefined
  readonly rest: readonly LinePart[]
}

/** The description of an action in a list. */
export type ActionLine = {
  readonly kind: ActionKind
  readonly clause: Clause
  /** Clauses of other parties: the receiver's is "received … from". */
  readonly others: readonly Clause[]
  readonly moves: readonly Move[]
  /** The reason of a failure, if the action has one. */
  readonly reason?: string | undefined
}

export function text(words: string): LinePart {
  return { kind: 'text', text: words }
}

/** @param collection that of an NFT item */
export function account(address: string | undefined, collection?: string): LinePart {
  if (address === undefined) return text('an unknown account')
  return collection === undefined ? { kind: 'account', address } : { kind: 'account', address, collection }
}

/** Returns an amount, or only the asset if the value is unknown. */
export function amount(asset: Asset, value: bigint | undefined): LinePart {
  return value === undefined ? { kind: 'asset', asset } : { kind: 'amount', asset, value }
}

export function code(words: string): LinePart {
  return { kind: 'code', text: words }
}

/** Returns "to X", or nothing if X is unknown. */
export function phrase(preposition: string, address: string | undefined): LinePart[] {
  return address === undefined ? [] : [text(preposition), account(address)]
}

/** Returns the account, or nothing if it is unknown. */
export function named(address: string | undefined): LinePart[] {
  return address === undefined ? [] : [account(address)]
}

/** Returns the parts of a comment, which can be encrypted. */
export function comment(words: string | undefined, isEncrypted: boolean): LinePart[] {
  if (isEncrypted) return [text('with an encrypted comment')]
  return words === undefined ? [] : [text('with the comment'), { kind: 'comment', text: words }]
}

/** Verbs of the sentences: the past form, and the plain form of "failed to …". */
const VERBS = {
  added: 'add',
  approved: 'approve',
  asked: 'ask',
  bid: 'bid',
  bought: 'buy',
  burned: 'burn',
  called: 'call',
  cancelled: 'cancel',
  changed: 'change',
  charged: 'charge',
  claimed: 'claim',
  committed: 'commit',
  created: 'create',
  deployed: 'deploy',
  deposited: 'deposit',
  executed: 'execute',
  finished: 'finish',
  got: 'get',
  granted: 'grant',
  increased: 'increase',
  liquidated: 'liquidate',
  listed: 'list',
  minted: 'mint',
  paid: 'pay',
  published: 'publish',
  received: 'receive',
  recovered: 'recover',
  registered: 'register',
  released: 'release',
  removed: 'remove',
  renewed: 'renew',
  requested: 'request',
  returned: 'return',
  sent: 'send',
  started: 'start',
  staked: 'stake',
  subscribed: 'subscribe',
  supplied: 'supply',
  swapped: 'swap',
  topped: 'top',
  unregistered: 'unregister',
  unstaked: 'unstake',
  unsubscribed: 'unsubscribe',
  verified: 'verify',
  withdrew: 'withdraw',
} as const

/** @param past the verb in its past form; `rest` begins with its object */
export function clauseOf(
  by: string | undefined,
  past: keyof typeof VERBS,
  rest: readonly LinePart[],
): Clause {
  return { by, verb: { past, plain: VERBS[past] }, rest }
}

/** Returns a clause for an action without known details. */
export function label(words: string): Clause {
  return { by: undefined, verb: undefined, rest: [text(words)] }
}

type LineExtras = Partial<Pick<ActionLine, 'others' | 'moves' | 'reason'>>

export function actionLine(kind: ActionKind, clause: Clause, extras: LineExtras = {}): ActionLine {
  return { kind, clause: clause, others: [], moves: [], ...extras }
}

/** Returns a move as a list, which is empty if the amount is unknown. */
export function moved(
  from: string | undefined,
  to: string | undefined,
  asset: Asset,
  value: bigint | undefined,
): Move[] {
  return value === undefined ? [] : [{ from, to, asset, value }]
}
