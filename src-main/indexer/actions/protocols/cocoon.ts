import type { Slice } from '@ton/core'
import { COCOON } from '#shared/contracts/cocoon.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionKind, Block } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress } from '../bodyReader.ts'
import { call, type Match, type PatternLinks } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** Cocoon, a market for computing (docs/actions §12.10): clients pay proxies, and proxies pay workers. */

const op = (name: string) => opcodeOf(COCOON, `cocoon_${name}`)

const REGULAR_PAYOUT = op('payout_payload')
const REFUND_GRANTED = op('client_proxy_refund_granted')

const excesses = (links: PatternLinks = {}) =>
  call(op('return_excesses_back'), { name: 'excesses', ...links })
const payout = call(op('payout'), { name: 'payout' })
const clientRequest = (links: PatternLinks = {}) =>
  call(op('client_proxy_request'), { name: 'request', ...links })

/** An action's row without its record, and the record as `data`. */
type CocoonFacts = {
  readonly source?: string | null
  readonly sourceSecondary?: string | null
  readonly destination: string | null
  readonly destinationSecondary?: string | null
  readonly amount?: bigint
  readonly data: JsonObject
}

/** The result of a rule; `failed` defaults to the anchor's. */
type Found = CocoonFacts & { readonly failed?: boolean }

function cocoonRule(
  type: string,
  opcode: number | readonly number[],
  links: PatternLinks,
  read: (match: Match, fields: Slice, queryId: string) => Found | undefined,
): Rule {
  const kind: ActionKind<CocoonFacts> = {
    block: `cocoon_${type}`,
    fields: ({ source, sourceSecondary, destination, destinationSecondary, amount, data }) => ({
      source: source ?? null,
      source_secondary: sourceSecondary ?? null,
      destination,
      destination_secondary: destinationSecondary ?? null,
      amount: amount ?? null,
      [`cocoon_${type}_data` as const]: data,
    }),
  }
  return {
    name: `cocoon ${type.replaceAll('_', ' ')}`,
    pattern: call(opcode, links),
    build(match) {
      const fields = fieldsOf(match.anchor.ownMessage)
      const found = read(match, fields, fields.loadUintBig(64).toString())
      if (!found) return undefined
      const { failed = isAborted(match.anchor), ...facts } = found
      return built(kind, facts, { failed })
    },
  }
}

/** Unlike `failed`, true also for a message without TON. */
const isAborted = (block: Block | undefined) => block?.nodes[0]?.aborted ?? true

const destinationOf = (block: Block | undefined) => block?.message?.destination ?? null

/**
 * Reads a signed message as if its fields were those of the signed cell, as the reference does: the numbers are the
 * first bits of the address for excesses, and the address is read from the bits after them.
 */
function readEnvelope(fields: Slice) {
  return { tokens: fields.loadUintBig(64).toString(), expectedAddress: lenientAddress(fields) }
}

function lenientAddress(fields: Slice): string | null {
  if (fields.preloadUint(2) !== ADDR_EXTERN) return readAddress(fields)
  const bits = fields.skip(2).loadUint(9)
  return `${bits};${fields.loadUintBig(bits).toString(16)}`
}

/** Tag of addr_extern (block.tlb). */
const ADDR_EXTERN = 0b01

const workerPayout = cocoonRule(
  'worker_payout',
  [REGULAR_PAYOUT, op('last_payout_payload')],
  {
    child: call(op('worker_proxy_request'), {
      name: 'request',
      children: [payout, excesses({ optional: true })],
    }),
  },
  (match, fields, queryId) => {
    const message = match.anchor.ownMessage
    const request = match.get('request')
    const paid = match.get('payout')
    if (!request || !paid) return undefined
    const requestFields = fieldsOf(request.ownMessage).skip(64)
    return {
      source: message.source,
      sourceSecondary: message.destination,
      destination: readAddress(requestFields),
      amount: paid.ownMessage.value ?? 0n,
      failed: isAborted(paid),
      data: {
        payout_type: message.opcode === REGULAR_PAYOUT ? 'regular' : 'last',
        query_id: queryId,
        new_tokens: readEnvelope(fields).tokens,
        worker_state: requestFields.loadUint(2).toString(),
        worker_tokens: requestFields.loadUintBig(64).toString(),
      },
    }
  },
)

const proxyPayout = cocoonRule(
  'proxy_payout',
  op('ext_proxy_payout_request'),
  { children: [payout, excesses()] },
  (match, fields, query_id) => ({
    source: destinationOf(match.anchor),
    destination: destinationOf(match.get('payout')),
    destinationSecondary: readAddress(fields),
    failed: isAborted(match.get('payout')),
    data: { query_id },
  }),
)

const proxyCharge = cocoonRule(
  'proxy_charge',
  op('charge_payload'),
  { children: [excesses(), clientRequest()] },
  (match, fields, query_id) => ({
    source: destinationOf(match.anchor),
    destination: destinationOf(match.get('request')),
    amount: 0n,
    data: { query_id, ...envelopeData(fields) },
  }),
)

function envelopeData(fields: Slice) {
  const { tokens, expectedAddress } = readEnvelope(fields)
  return { new_tokens_used: tokens, expected_address: expectedAddress }
}

const clientTopUp = cocoonRule(
  'client_top_up',
  op('ext_client_top_up'),
  { child: clientRequest({ child: excesses() }) },
  (match, fields, query_id) => {
    const amount = fields.loadCoins()
    return {
      source: readAddress(fields),
      destination: destinationOf(match.anchor),
      destinationSecondary: destinationOf(match.get('request')),
      amount,
      data: { query_id },
    }
  },
)

const registerProxy = cocoonRule(
  'register_proxy',
  op('register_proxy'),
  { child: excesses() },
  ({ anchor }, _fields, query_id) => ({ destination: destinationOf(anchor), data: { query_id } }),
)

const unregisterProxy = cocoonRule(
  'unregister_proxy',
  op('unregister_proxy'),
  { child: excesses() },
  ({ anchor }, fields, query_id) => ({
    destination: destinationOf(anchor),
    data: { query_id, seqno: fields.loadUint(32).toString() },
  }),
)

const answered: PatternLinks = { children: [excesses(), clientRequest()] }

const clientRegister = cocoonRule(
  'client_register',
  op('owner_client_register'),
  answered,
  ({ anchor }, fields, query_id) => {
    const nonce = fields.loadUintBig(64).toString()
    return {
      source: readAddress(fields),
      destination: destinationOf(anchor),
      data: { query_id, nonce },
    }
  },
)

const clientChangeSecretHash = cocoonRule(
  'client_change_secret_hash',
  op('owner_client_change_secret_hash'),
  answered,
  ({ anchor }, fields, query_id) => {
    const hash = fields.loadBuffer(32).toString('hex')
    return {
      source: readAddress(fields),
      destination: destinationOf(anchor),
      data: { query_id, new_secret_hash: hash },
    }
  },
)

const clientRequestRefund = cocoonRule(
  'client_request_refund',
  op('owner_client_request_refund'),
  { ...answered, parent: call(op('wallet_request'), { name: 'wallet', optional: true }) },
  (match, fields, query_id) => ({
    source: readAddress(fields),
    destination: destinationOf(match.anchor),
    data: { query_id, via_wallet: match.get('wallet') !== undefined },
  }),
)

const grantRefund = cocoonRule(
  'grant_refund',
  op('grant_refund_payload'),
  { child: clientRequest({ children: [payout, excesses()] }) },
  (match, fields, query_id) => {
    const paid = match.get('payout')
    return {
      source: destinationOf(match.anchor),
      sourceSecondary: destinationOf(match.get('request')),
      destination: destinationOf(paid),
      amount: paid?.ownMessage.value ?? 0n,
      failed: isAborted(paid),
      data: { query_id, ...envelopeData(fields) },
    }
  },
)

const clientIncreaseStake = cocoonRule(
  'client_increase_stake',
  op('owner_client_increase_stake'),
  answered,
  ({ anchor }, fields, query_id) => {
    const amount = fields.loadCoins()
    return {
      source: readAddress(fields),
      destination: destinationOf(anchor),
      amount,
      data: { query_id, new_stake: amount.toString() },
    }
  },
)

const clientWithdraw = cocoonRule(
  'client_withdraw',
  op('owner_client_withdraw'),
  { child: clientRequest({ children: [excesses({ optional: true }), payout] }) },
  (match, fields, query_id) => {
    const request = match.get('request')
    if (!request) return undefined
    const amount = grantedAmount(request)
    return {
      source: readAddress(fields),
      destination: destinationOf(match.anchor),
      amount,
      data: { query_id, withdraw_amount: amount.toString() },
    }
  },
)

/** Returns the nanoton that a client's request gets back; 0 if the request does not state it. */
function grantedAmount(request: Block): bigint {
  const slice = fieldsOf(request.ownMessage).skip(64)
  readAddress(slice)
  slice.loadRef()
  const payload = slice.loadMaybeRef()
  return payload && opcodeIn(payload) === REFUND_GRANTED ? payload.beginParse().skip(32).loadCoins() : 0n
}

export const cocoonRules: readonly Rule[] = [
  workerPayout,
  proxyPayout,
  proxyCharge,
  clientTopUp,
  registerProxy,
  unregisterProxy,
  clientRegister,
  clientChangeSecretHash,
  clientRequestRefund,
  grantRefund,
  clientIncreaseStake,
  clientWithdraw,
]
