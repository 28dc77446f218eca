import { z } from 'zod'

/**
 * Facts about contracts that an answer of the v3 API states beside its traces: `metadata` names the owners and masters
 * of jetton wallets and the indexes of NFT items, `actions` the collections of items, wallets without metadata, and
 * orders of multisigs with the signers that act, and account states the hashes of codes.
 */

/** Facts of one contract, with the names that recorded traces have (`interfaces`). */
export type AnswerFacts = {
  JettonWallet?: { readonly owner: string; readonly jetton: string }
  NftItem?: {
    readonly index: string
    readonly collection_address: string | undefined
    readonly content: { readonly uri: string | undefined }
  }
  /** Null for signers that do not act in the answer. */
  MultisigOrder?: { readonly signers: readonly (string | null)[] }
  /** Base64. */
  code_hash?: string
}

const walletInfo = z.object({
  type: z.literal('jetton_wallets'),
  extra: z.object({ owner: z.string(), jetton: z.string() }),
})
const itemInfo = z.object({
  type: z.literal('nft_items'),
  nft_index: z.string().regex(/^\d+$/),
  extra: z
    .object({ uri: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
})
/** Keeps what has the expected form: an answer can have more kinds of information than these. */
const tolerant = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined)
const metadataJson = z.record(
  z.string(),
  tolerant(z.object({ token_info: z.array(tolerant(z.union([walletInfo, itemInfo]))) })),
)
const itemActionJson = z.object({ details: z.object({ nft_item: z.string(), nft_collection: z.string() }) })
const dnsActionJson = z.object({ details: z.object({ asset: z.string(), nft_collection: z.string() }) })
const transferJson = z.object({
  details: z.object({ receiver_jetton_wallet: z.string(), receiver: z.string(), asset: z.string() }),
})
const signerIndex = z.int().min(-1).max(255)
const orderActionJson = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('multisig_create_order'),
    details: z.object({
      source: z.string(),
      destination_order: z.string(),
      is_created_by_signer: z.boolean(),
      creator_index: signerIndex,
    }),
  }),
  z.object({
    type: z.literal('multisig_approve'),
    details: z.object({ source: z.string(), destination: z.string(), signer_index: signerIndex }),
  }),
  z.object({ type: z.literal('multisig_execute'), details: z.object({ source: z.string() }) }),
])
const stateJson = z.object({ code_hash: z.string() })
const codeJson = z.object({
  account: z.string(),
  lt: z.union([z.string(), z.number()]),
  account_state_before: tolerant(stateJson.nullable()),
  account_state_after: tolerant(stateJson.nullable()),
})
const traceJson = z.object({
  transactions: tolerant(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])),
  actions: tolerant(z.array(z.unknown()).nullable()),
})

/**
 * Returns the facts in an answer, by raw address with upper-case digits. Parts of another form than the API's are left
 * out.
 * @param answer parsed JSON of `/traces`, `/events`, `/actions`, of pending or emulated traces, or of one trace
 */
export function answerFacts(answer: unknown): Readonly<Record<string, AnswerFacts>> {
  const document = z.looseObject({}).safeParse(answer).data ?? {}
  const found = new Map<string, AnswerFacts>()
  const of = (address: string): AnswerFacts => {
    const key = address.toUpperCase()
    const facts = found.get(key) ?? {}
    found.set(key, facts)
    return facts
  }
  const traces = [document, ...listIn(document.traces), ...listIn(document.events)].flatMap(
    (trace) => traceJson.safeParse(trace).data ?? [],
  )
  const actions = traces.flatMap((trace) => trace.actions ?? [])
  for (const action of actions) {
    const details = transferJson.safeParse(action).data?.details
    if (!details) continue
    of(details.receiver_jetton_wallet).JettonWallet = { owner: details.receiver, jetton: details.asset }
  }
  for (const [order, signers] of ordersIn(actions)) of(order).MultisigOrder = { signers }
  const collections = collectionsIn(actions)
  for (const [address, entry] of Object.entries(metadataJson.safeParse(document.metadata).data ?? {})) {
    for (const info of entry?.token_info ?? []) {
      if (info?.type === 'jetton_wallets') of(address).JettonWallet = info.extra
      if (info?.type === 'nft_items') {
        of(address).NftItem = {
          index: info.nft_index,
          collection_address: collections.get(address.toUpperCase()),
          content: { uri: info.extra?.uri },
        }
      }
    }
  }
  const transactions = traces.flatMap((trace) => Object.values(trace.transactions ?? {}))
  for (const [account, code] of codesIn(transactions)) of(account).code_hash = code
  return Object.fromEntries(found)
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns the collections of NFT items that actions name. */
function collectionsIn(actions: readonly unknown[]): ReadonlyMap<string, string> {
  const collections = new Map<string, string>()
  for (const action of actions) {
    const item = itemActionJson.safeParse(action).data?.details
    if (item) collections.set(item.nft_item.toUpperCase(), item.nft_collection)
    const domain = dnsActionJson.safeParse(action).data?.details
    if (domain) collections.set(domain.asset.toUpperCase(), domain.nft_collection)
  }
  return collections
}

/** Returns the signers of multisig orders as far as actions name them. */
function ordersIn(actions: readonly unknown[]): ReadonlyMap<string, readonly (string | null)[]> {
  const orders = new Map<string, (string | null)[]>()
  const add = (order: string, signer: string, index: number) => {
    const signers = orders.get(order) ?? []
    orders.set(order, signers)
    while (signers.length <= index) signers.push(null)
    if (index >= 0) signers[index] = signer
  }
  for (const json of actions) {
    const action = orderActionJson.safeParse(json).data
    if (action?.type === 'multisig_create_order') {
      const { source, destination_order, is_created_by_signer, creator_index } = action.details
      add(destination_order, source, is_created_by_signer ? creator_index : -1)
    } else if (action?.type === 'multisig_approve') {
      add(action.details.destination, action.details.source, action.details.signer_index)
    } else if (action) add(action.details.source, '', -1)
  }
  return orders
}

/** Returns the hash of each account's code after its last transaction, or before it if the code is gone. */
function codesIn(transactions: readonly unknown[]): ReadonlyMap<string, string> {
  const latest = new Map<string, { readonly lt: bigint; readonly code: string }>()
  for (const json of transactions) {
    const transaction = codeJson.safeParse(json).data
    const code = transaction?.account_state_after?.code_hash ?? transaction?.account_state_before?.code_hash
    if (!transaction || code === undefined || !/^\d+$/.test(String(transaction.lt))) continue
    const lt = BigInt(transaction.lt)
    const before = latest.get(transaction.account)
    if (!before || before.lt < lt) latest.set(transaction.account, { lt, code })
  }
  return new Map([...latest].map(([account, { code }]) => [account, code]))
}
