import { Address, Cell } from '@ton/core'
import { z } from 'zod'
import { issueText } from '#shared/schema/issueText.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import { normalHashOf } from '../../chain/block/normalHash.ts'
import { answerFacts } from './answerFacts.ts'
import type { FactsSource } from './factsSource.ts'
import type { ClassifierTrace, TraceMessage, TraceTransaction } from './trace.ts'

/** Traces from JSON: responses of v3's `traces`, single traces, and recorded traces with facts of their contracts. */

const decimal = z.union([z.string(), z.number(), z.bigint()]).transform((value, context) => {
  if (/^\d+$/.test(String(value))) return BigInt(value)
  context.addIssue('is not a decimal number')
  return z.NEVER
})
const rawAddress = z
  .string()
  .regex(/^-?\d+:[0-9A-Fa-f]{64}$/, 'is not a raw address')
  .transform((text) => text.toUpperCase())
const boc = z.string().transform((text, context) => {
  if (text === '') return Cell.EMPTY
  try {
    return Cell.fromBase64(text)
  } catch {
    context.addIssue('is not a bag of cells in base64')
    return z.NEVER
  }
})
const hash = z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'is not a hash in base64')
const status = z.enum(['uninit', 'frozen', 'active', 'nonexist'])

const messageJson = z.object({
  hash,
  source: rawAddress.nullish(),
  destination: rawAddress.nullish(),
  value: decimal.nullish(),
  value_extra_currencies: z.record(z.string(), z.string()).nullish(),
  created_lt: decimal.nullish(),
  created_at: decimal.nullish(),
  bounce: z.boolean().nullish(),
  message_content: z.object({ body: boc }),
  init_state: z.object({ body: boc }).nullish(),
})

const transactionJson = z.object({
  account: rawAddress,
  hash,
  lt: decimal,
  now: z.number().int(),
  mc_block_seqno: z.number().int().default(0),
  orig_status: status,
  end_status: status,
  description: z.object({
    type: z.string(),
    aborted: z.boolean().default(false),
    compute_ph: z.object({ reason: z.string().nullish(), exit_code: z.number().int().nullish() }).nullish(),
  }),
  in_msg: messageJson.nullish(),
  out_msgs: z.array(messageJson).default([]),
})

const factsJson = z.object({
  JettonWallet: z.object({ owner: rawAddress, jetton: rawAddress }).optional(),
  NftItem: z
    .object({
      index: decimal,
      collection_address: rawAddress.nullish(),
      owner_address: rawAddress.nullish(),
      content: z.object({ uri: z.string().optional() }).nullish(),
      code_hash: z.string().optional(),
    })
    .optional(),
  NftSale: z
    .object({
      nft_address: rawAddress,
      nft_owner_address: rawAddress.nullish(),
      marketplace_address: rawAddress.nullish(),
      full_price: decimal,
      code_hash: z.string().optional(),
    })
    .optional(),
  NftAuction: z
    .object({
      nft_addr: rawAddress,
      nft_owner: rawAddress.nullish(),
      mp_addr: rawAddress.nullish(),
      last_bid: decimal,
      code_hash: z.string().optional(),
    })
    .optional(),
  MultisigOrder: z.object({ signers: z.array(rawAddress.nullable()) }).optional(),
  DedustPool: z.object({ assets: z.array(z.object({ address: rawAddress.nullish() })) }).optional(),
  data_boc: z.object({ data_boc: boc }).optional(),
  code_hash: z.string().optional(),
})
const interfacesJson = z.record(rawAddress, factsJson).default({})

const traceJson = z.object({
  trace_id: hash.nullish(),
  external_hash: hash.nullish(),
  // A list, or the v3 API's record by hash.
  transactions: z.preprocess(
    (value) => (typeof value === 'object' && value !== null ? Object.values(value) : value),
    z.array(transactionJson),
  ),
  interfaces: interfacesJson,
})

const document = z.union([
  z.object({ traces: z.array(traceJson) }).transform(({ traces }) => traces),
  z.object({ events: z.array(traceJson) }).transform(({ events }) => events),
  traceJson.transform((trace) => [trace]),
])

/** The error of JSON that is not a trace; the message names the field. */
export class TraceJsonError extends TypedError {
  constructor(message: string, options?: TypedErrorOptions) {
    super('trace-json', message, options)
  }
}

/** A trace with the known facts of its contracts. */
export type KnownTrace = { readonly trace: ClassifierTrace; readonly facts: FactsSource }

/**
 * Returns the facts in a JSON document: in its `interfaces`, and those that an answer of the v3 API states (answerFacts).
 * Throws TraceJsonError.
 */
export function factsFromJson(json: unknown): FactsSource {
  const { success, data, error } = z.object({ interfaces: interfacesJson }).safeParse(json)
  if (!success) throw new TraceJsonError(`no facts of contracts: ${issueText(error)}`)
  return factsFrom({ ...statedIn(json), ...data.interfaces })
}

/**
 * Returns the traces of a JSON document with the facts in it: those of `interfaces`, then those that an answer of the v3
 * API states (answerFacts). Throws TraceJsonError.
 */
export function readTraceJson(json: unknown): readonly KnownTrace[] {
  if (hasField(json, ['actions']) && !hasField(json, TRACE_FIELDS)) {
    throw new TraceJsonError('actions without their traces', {
      hint: 'Ask for /api/v3/traces with include_actions=true instead of /api/v3/actions.',
    })
  }
  const schema = hasField(json, ['transactions']) ? traceJson.transform((trace) => [trace]) : document
  const { success, data, error } = schema.safeParse(json)
  if (!success) throw new TraceJsonError(`no trace of the v3 API: ${issueText(error)}`)
  const stated = statedIn(json)
  return data.map((trace) => ({
    trace: classifierTrace(trace),
    facts: factsFrom({ ...stated, ...trace.interfaces }),
  }))
}

const TRACE_FIELDS = ['transactions', 'traces', 'events']

/** Returns whether a JSON document has the outer form of one that `readTraceJson` reads. */
export function isTraceJson(json: unknown): boolean {
  return hasField(json, [...TRACE_FIELDS, 'actions'])
}

function hasField(json: unknown, names: readonly string[]): boolean {
  return typeof json === 'object' && json !== null && names.some((name) => name in json)
}

/** Reads the facts that an answer states; a contract whose facts have another form is left out. */
function statedIn(json: unknown): z.infer<typeof interfacesJson> {
  const facts = Object.entries(answerFacts(json)).flatMap(([address, stated]) => {
    const read = z.tuple([rawAddress, factsJson]).safeParse([address, stated]).data
    return read ? [read] : []
  })
  return Object.fromEntries(facts)
}

type TraceJson = z.infer<typeof traceJson>
type MessageJson = z.infer<typeof messageJson>

function classifierTrace({ trace_id, external_hash, transactions }: TraceJson): ClassifierTrace {
  const read = transactions.map(traceTransaction)
  const root = read.find(({ hash }) => hash === trace_id)
  const external = root?.inMessage
  const isExternal = external !== undefined && external.source === null && external.destination !== null
  return {
    traceId: trace_id ?? null,
    externalHash: external_hash ?? external?.hash ?? null,
    externalHashNorm: isExternal
      ? normalHashOf(Address.parseRaw(external.destination ?? ''), external.body).toString('base64')
      : null,
    transactions: read,
  }
}

function traceTransaction(json: z.infer<typeof transactionJson>): TraceTransaction {
  const { type, aborted, compute_ph } = json.description
  return {
    hash: json.hash,
    account: json.account,
    lt: json.lt,
    now: json.now,
    mcSeqno: json.mc_block_seqno,
    origStatus: json.orig_status,
    endStatus: json.end_status,
    isTickTock: type === 'tick_tock',
    aborted,
    skipReason: (compute_ph?.reason ?? undefined) as TraceTransaction['skipReason'],
    exitCode: compute_ph?.exit_code ?? undefined,
    inMessage: json.in_msg ? traceMessage(json.in_msg) : undefined,
    outMessages: json.out_msgs.map(traceMessage),
  }
}

function traceMessage(json: MessageJson): TraceMessage {
  const { body } = json.message_content
  return {
    hash: json.hash,
    source: json.source ?? null,
    destination: json.destination ?? null,
    value: json.value ?? null,
    extraCurrencies: json.value_extra_currencies ?? {},
    createdLt: json.created_lt ?? null,
    createdAt: json.created_at === undefined || json.created_at === null ? null : Number(json.created_at),
    opcode: body.bits.length < 32 ? undefined : body.beginParse().preloadUint(32),
    bounce: json.bounce ?? false,
    body,
    stateInit: json.init_state?.body,
  }
}

function factsFrom(interfaces: TraceJson['interfaces']): FactsSource {
  const of = (address: string) => interfaces[address]
  return {
    jettonWallet: (address) => of(address)?.JettonWallet,
    nftItem(address) {
      const item = of(address)?.NftItem
      return (
        item && {
          index: item.index,
          collection: item.collection_address ?? null,
          owner: item.owner_address ?? null,
          uri: item.content?.uri,
        }
      )
    },
    nftSale(address) {
      const sale = of(address)?.NftSale
      return (
        sale && {
          nft: sale.nft_address,
          owner: sale.nft_owner_address ?? null,
          marketplace: sale.marketplace_address ?? null,
          fullPrice: sale.full_price,
        }
      )
    },
    nftAuction(address) {
      const auction = of(address)?.NftAuction
      return (
        auction && {
          nft: auction.nft_addr,
          owner: auction.nft_owner ?? null,
          marketplace: auction.mp_addr ?? null,
          lastBid: auction.last_bid,
        }
      )
    },
    multisigOrder: (address) => of(address)?.MultisigOrder,
    dedustPool(address) {
      const pool = of(address)?.DedustPool
      return pool && { assets: pool.assets.map((asset) => asset.address ?? null) }
    },
    codeHash(address) {
      const facts = of(address)
      const { NftItem: item, NftSale: sale, NftAuction: auction } = facts ?? {}
      return facts?.code_hash ?? item?.code_hash ?? sale?.code_hash ?? auction?.code_hash
    },
    data: (address) => of(address)?.data_boc?.data_boc,
  }
}
