import type { Cell } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { EVAA } from '#shared/contracts/evaa.ts'
import { EVAA_TON_ID } from '#shared/contracts/evaaCoin.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, opcodeIn, readAddress, shortHex } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { blockWhere, call, either, type Match, made, type Pattern, type PatternLinks } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import type { TraceMessage } from '../trace.ts'
import { tonTransfer } from './basic.ts'
import { type JettonTransfer, jettonTransfer } from './jettons.ts'

/** Supplies to EVAA's lending pools and withdrawals from them (docs/actions §12.6). */

const op = (name: string) => opcodeOf(EVAA, `evaa_${name}`)

export const TON_ID = BigInt(`0x${EVAA_TON_ID}`)

/** Reads a message of the master to a user's contract: a header precedes the opcode. */
function readFromMaster({ body }: TraceMessage) {
  const fields = body.beginParse()
  fields.loadCoins()
  fields.loadMaybeRef()
  const opcode = fields.skip(2).loadUint(32)
  return { opcode, fields }
}

/** Matches a message of the master to a user's contract. */
export function fromMaster(name: string, links: PatternLinks = {}): Pattern {
  const wanted = op(name)
  return blockWhere((block) => block.message !== undefined && masterOpcode(block.message) === wanted, links)
}

function masterOpcode(message: TraceMessage): number | undefined {
  try {
    return readFromMaster(message).opcode
  } catch {
    // Another layout: not a message of the master.
    return undefined
  }
}

/** Matches jettons that a user sends to the master with such a payload. */
export function jettonsFor(name: string, links: PatternLinks): Pattern {
  const wanted = op(name)
  return made(jettonTransfer, links, ({ request }) => opcodeIn(request.forwardPayload) === wanted)
}

/** Returns the fields of a transfer's payload after the opcode. Throws an Error without a payload. */
export function payloadOf({ request: { forwardPayload } }: JettonTransfer) {
  return (forwardPayload as Cell).beginParse().skip(32)
}

type Supply = {
  readonly sender: string | null
  readonly senderWallet: string | null
  readonly recipient: string | null
  readonly recipientContract: string | null
  readonly recipientWallet: string | null
  readonly master: string | null
  readonly masterWallet: string | null
  readonly isTon: boolean
  /** Jetton master. */
  readonly asset: string | null
  readonly assetId: bigint
  readonly amount: bigint
}

const evaaSupply: ActionKind<Supply> = {
  block: 'evaa_supply',
  fields: (supply) => ({
    source: supply.sender,
    source_secondary: supply.senderWallet,
    destination: supply.recipient,
    destination_secondary: supply.recipientContract,
    asset: supply.asset,
    amount: supply.amount,
    evaa_supply_data: {
      recipient_jetton_wallet: supply.recipientWallet,
      master_jetton_wallet: supply.masterWallet,
      master: supply.master,
      asset_id: shortHex(supply.assetId),
      is_ton: supply.isTon,
    },
  }),
}

const supplied: PatternLinks = {
  child: fromMaster('supply_user', {
    name: 'user',
    child: either([
      call(op('supply_success'), { name: 'success', child: made(tonTransfer, { optional: true }) }),
      call(op('supply_fail')),
      made(jettonTransfer, { name: 'returned' }),
    ]),
  }),
}

function supplyRule(name: string, pattern: Pattern): Rule {
  return {
    name,
    pattern,
    build(match) {
      const user = match.get('user')?.ownMessage
      if (!user) return undefined
      const paid = paidFor(match.anchor)
      const { fields } = readFromMaster(user)
      const assetId = fields.skip(64).loadUintBig(256)
      const success = match.get('success')
      const amount = success ? suppliedAmount(success.ownMessage) : fields.loadUintBig(64)
      const returned = factsOf(match.get('returned'), jettonTransfer)
      const recipientWallet =
        paid.recipient === paid.sender ? paid.senderWallet : (returned?.receiverWallet ?? null)
      return built(
        evaaSupply,
        { ...paid, recipientContract: user.destination, recipientWallet, assetId, amount },
        { failed: !success },
      )
    },
  }
}

function suppliedAmount(success: TraceMessage): bigint {
  const fields = fieldsOf(success).skip(64)
  readAddress(fields)
  return fields.skip(256).loadUintBig(64)
}

/** Reads the supplier, the receiver and the supplied amount. */
function paidFor(anchor: Block) {
  const transfer = factsOf(anchor, jettonTransfer)
  if (transfer) {
    return {
      sender: transfer.sender,
      senderWallet: transfer.senderWallet,
      recipient: readAddress(payloadOf(transfer).skip(2)),
      master: transfer.receiver,
      masterWallet: transfer.receiverWallet,
      isTon: false,
      asset: transfer.asset,
    }
  }
  const message = anchor.ownMessage
  return {
    sender: message.source,
    senderWallet: null,
    recipient: readAddress(fieldsOf(message).skip(64 + 2 + 64)),
    master: message.destination,
    masterWallet: null,
    isTon: true,
    asset: null,
  }
}

const supplyRules: readonly Rule[] = [
  supplyRule('EVAA supply of TON', call(op('supply_master'), supplied)),
  supplyRule('EVAA supply of jettons', jettonsFor('supply_master', supplied)),
]

type Withdrawal = {
  readonly sender: string | null
  readonly recipient: string | null
  readonly ownerContract: string | null
  readonly recipientWallet: string | null
  readonly master: string | null
  readonly masterWallet: string | null
  /** Jetton master; null for TON, and without a payment. */
  readonly asset: string | null
  readonly assetId: bigint
  readonly amount: bigint
  readonly failReason: string | null
}

const evaaWithdraw: ActionKind<Withdrawal> = {
  block: 'evaa_withdraw',
  fields: (withdrawal) => ({
    source: withdrawal.sender,
    destination: withdrawal.recipient,
    destination_secondary: withdrawal.ownerContract,
    asset: withdrawal.asset,
    amount: withdrawal.amount,
    evaa_withdraw_data: {
      recipient_jetton_wallet: withdrawal.recipientWallet,
      master_jetton_wallet: withdrawal.masterWallet,
      master: withdrawal.master,
      fail_reason: withdrawal.failReason,
      asset_id: shortHex(withdrawal.assetId),
      is_ton: withdrawal.assetId === TON_ID,
    },
  }),
}

const COLLATERALIZED = op('withdraw_collateralized')
const SUCCESS = op('withdraw_success')

/** Messages of a user's contract that refuse the withdrawal. */
const REFUSALS: ReadonlyMap<number, string> = new Map(
  [
    'withdraw_locked_excess',
    'withdraw_not_collateralized_excess',
    'withdraw_missing_prices_excess',
    'withdraw_execution_crashed',
  ].map((name) => [op(name), name]),
)
const NO_FUNDS = 'withdraw_no_funds_excess'

const withdrawRule: Rule = {
  name: 'EVAA withdrawal',
  pattern: call(op('withdraw_master'), {
    child: fromMaster('withdraw_user', {
      name: 'user',
      child: either([
        call(COLLATERALIZED, {
          name: 'answer',
          children: [
            either([made(jettonTransfer, { name: 'payout' }), call(SUCCESS, { name: 'payout' })]),
            fromMaster('withdraw_success', { child: made(tonTransfer) }),
          ],
        }),
        call(COLLATERALIZED, {
          name: 'answer',
          child: fromMaster('withdraw_fail', { child: call(op(NO_FUNDS), { name: 'no funds' }) }),
        }),
        call([...REFUSALS.keys()], { name: 'answer' }),
      ]),
    }),
  }),
  build(match) {
    const message = match.anchor.ownMessage
    const [answer, ...others] = match.all('answer')
    const user = match.get('user')?.ownMessage
    if (!answer || others.length > 0 || !user || payouts(answer).length > 1) return undefined
    const request = fieldsOf(message).skip(64)
    const assetId = request.loadUintBig(256)
    const requested = request.loadUintBig(64)
    const failReason = failReasonOf(match, answer)
    const transfer = factsOf(match.get('payout'), jettonTransfer)
    return built(
      evaaWithdraw,
      {
        sender: message.source,
        recipient: readAddress(request),
        ownerContract: user.destination,
        recipientWallet: transfer?.receiverWallet ?? null,
        master: message.destination,
        masterWallet: transfer?.senderWallet ?? null,
        asset: transfer?.asset ?? null,
        assetId,
        amount: failReason === null ? suppliedAmount(answer.ownMessage) : requested,
        failReason,
      },
      { failed: failReason !== null },
    )
  },
}

function failReasonOf(match: Match, answer: Block): string | null {
  if (match.get('no funds')) return NO_FUNDS
  return REFUSALS.get(answer.opcode ?? 0) ?? null
}

function payouts({ children }: Block): readonly Block[] {
  return children.filter((child) => child.opcode === SUCCESS || factsOf(child, jettonTransfer))
}

export const evaaRules: readonly Rule[] = [...supplyRules, withdrawRule]

export const EVAA_TYPES: readonly ActionType[] = [
  {
    name: 'evaa_supply',
    since: 'v2',
    groups: ['evaa'],
    details(row) {
      const data = dataOf(row.evaa_supply_data)
      return {
        // The reference never sets this field.
        sender_jetton_wallet: null,
        recipient_jetton_wallet: data.recipient_jetton_wallet ?? null,
        master_jetton_wallet: data.master_jetton_wallet ?? null,
        master: data.master ?? null,
        asset_id: data.asset_id ?? null,
        is_ton: data.is_ton ?? null,
        source: row.source ?? null,
        source_wallet: row.source_secondary ?? null,
        recipient: row.destination ?? null,
        recipient_contract: row.destination_secondary ?? null,
        asset: row.asset ?? null,
        amount: decimal(row.amount),
      }
    },
  },
  {
    name: 'evaa_withdraw',
    since: 'v2',
    groups: ['evaa'],
    details(row) {
      const data = dataOf(row.evaa_withdraw_data)
      return {
        recipient_jetton_wallet: data.recipient_jetton_wallet ?? null,
        master_jetton_wallet: data.master_jetton_wallet ?? null,
        master: data.master ?? null,
        fail_reason: data.fail_reason ?? null,
        asset_id: data.asset_id ?? null,
        source: row.source ?? null,
        recipient: row.destination ?? null,
        owner_contract: row.destination_secondary ?? null,
        asset: row.asset ?? null,
        amount: decimal(row.amount),
      }
    },
  },
]
