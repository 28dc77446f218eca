import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { MULTISIG } from '#shared/contracts/multisig.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { bocTextPlain, fieldsOf } from '../bodyReader.ts'
import { dataOf } from '../details.ts'
import { call, type Match, made, type Pattern, type RuleContext, where } from '../pattern.ts'
import { type Built, built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'

/** Orders of multisig wallets v2 (docs/actions §11). */

const NEW_ORDER = opcodeOf(MULTISIG, 'mulisig_new_order')
const ORDER_INIT = opcodeOf(MULTISIG, 'multisig_order_init')
const APPROVE = opcodeOf(MULTISIG, 'multisig_approve')
const ACCEPTED = opcodeOf(MULTISIG, 'multisig_approve_accepted')
const REJECTED = opcodeOf(MULTISIG, 'multisig_approve_rejected')
const EXECUTE = opcodeOf(MULTISIG, 'multisig_execute')

/** Served for a signer that votes by comment. */
const UNKNOWN_SIGNER = -1

const signersOf = (order: string | null, { facts }: RuleContext) =>
  order === null ? undefined : facts.multisigOrder(order)?.signers

type NewOrder = {
  readonly source: string | null
  readonly multisig: string | null
  readonly order: string | null
  readonly signers: readonly (string | null)[]
  readonly queryId: bigint
  readonly seqno: bigint
  readonly isBySigner: boolean
  readonly isApproved: boolean
  readonly creator: number
  /** Unix seconds. */
  readonly expiration: number
  readonly boc: string | null
}

const createOrder: ActionKind<NewOrder> = {
  block: 'multisig_create_order',
  fields: ({
    source,
    multisig,
    order,
    queryId,
    seqno,
    isBySigner,
    isApproved,
    creator,
    expiration,
    boc,
  }) => ({
    source,
    destination: multisig,
    destination_secondary: order,
    multisig_create_order_data: {
      query_id: queryId.toString(),
      order_seqno: seqno.toString(),
      is_created_by_signer: isBySigner,
      is_signed_by_creator: isApproved,
      creator_index: creator,
      expiration_date: expiration,
      order_boc: boc,
    },
  }),
  accounts: ({ signers }) => signers,
}

export const multisigCreateRule: Rule = {
  name: 'multisig order',
  pattern: call(NEW_ORDER, { child: call(ORDER_INIT, { name: 'init' }) }),
  build(match, context) {
    const init = match.get('init')?.ownMessage
    const signers = init && signersOf(init.destination, context)
    if (!init || !signers) return undefined
    const message = match.anchor.ownMessage
    const slice = fieldsOf(message)
    // Read as the reference does, although multisig v2 has the signers in a reference without a bit before it: the
    // signers are served as the order, and an order without its creator's approval is not an action (docs/actions
    // §11).
    const started = fieldsOf(init).skip(64 + 8)
    started.loadMaybeRef()
    const boc = bocTextPlain(started.skip(48).loadRef())
    return built(createOrder, {
      source: message.source,
      multisig: message.destination,
      order: init.destination,
      signers,
      queryId: slice.loadUintBig(64),
      seqno: slice.loadUintBig(256),
      isBySigner: slice.loadBit(),
      creator: slice.loadUint(8),
      expiration: slice.loadUint(48),
      boc,
      isApproved: started.loadBit(),
    })
  },
}

type Approval = {
  readonly source: string | null
  readonly order: string | null
  readonly signers: readonly (string | null)[]
  readonly signer: number
  readonly exitCode: number
}

const approve: ActionKind<Approval> = {
  block: 'multisig_approve',
  fields: ({ source, order, signer, exitCode }) => ({
    source,
    destination: order,
    multisig_approve_data: { signer_index: signer, exit_code: exitCode },
  }),
  accounts: ({ signers }) => signers,
}

/**
 * Builds a rule for votes by message or by comment. The rule for messages is skipped in traces without such a
 * message.
 */
function approveRule(name: string, vote: (links: { readonly child: Pattern }) => Pattern): Rule {
  return {
    name,
    pattern: vote({ child: call([ACCEPTED, REJECTED], { name: 'answer' }) }),
    build: buildApproval,
  }
}

export const multisigApproveRules: readonly Rule[] = [
  approveRule('multisig approval', (links) => call(APPROVE, links)),
  approveRule('multisig approval by comment', (links) =>
    where(made(tonTransfer, links), (block) => commentOf(block) === 'approve'),
  ),
]

function buildApproval(match: Match, context: RuleContext): Built | undefined {
  const message = match.anchor.ownMessage
  const answer = match.get('answer')?.ownMessage
  const signers = signersOf(message.destination, context)
  if (!answer || !signers) return undefined
  const isAccepted = answer.opcode === ACCEPTED
  return built(
    approve,
    {
      source: message.source,
      order: message.destination,
      signers,
      signer: message.opcode === APPROVE ? fieldsOf(message).skip(64).loadUint(8) : UNKNOWN_SIGNER,
      exitCode: isAccepted ? 0 : fieldsOf(answer).skip(64).loadUint(32),
    },
    { failed: !isAccepted },
  )
}

type Execution = {
  readonly order: string | null
  readonly multisig: string | null
  readonly signers: readonly (string | null)[]
  readonly queryId: bigint
  readonly seqno: bigint
  /** Unix seconds. */
  readonly expiration: number
  readonly approvals: number
  readonly signersHash: string
  readonly boc: string | null
}

const execute: ActionKind<Execution> = {
  block: 'multisig_execute',
  fields: ({ order, multisig, queryId, seqno, expiration, approvals, signersHash, boc }) => ({
    source: order,
    destination: multisig,
    multisig_execute_data: {
      query_id: queryId.toString(),
      order_seqno: seqno.toString(),
      expiration_date: expiration,
      approvals_num: approvals,
      signers_hash: signersHash,
      order_boc: boc,
    },
  }),
  accounts: ({ signers }) => signers,
}

/** Messages that the wallet sends for the order stay separate actions. */
export const multisigExecuteRule: Rule = {
  name: 'multisig execution',
  pattern: call(EXECUTE),
  build({ anchor }, context) {
    const message = anchor.ownMessage
    const signers = signersOf(message.source, context)
    if (!signers) return undefined
    const slice = fieldsOf(message)
    return built(
      execute,
      {
        order: message.source,
        multisig: message.destination,
        signers,
        queryId: slice.loadUintBig(64),
        seqno: slice.loadUintBig(256),
        expiration: slice.loadUint(48),
        approvals: slice.loadUint(8),
        signersHash: slice.loadBuffer(32).toString('base64'),
        boc: bocTextPlain(slice.loadRef()),
      },
      { failed: anchor.failed },
    )
  },
}

export const MULTISIG_TYPES: readonly ActionType[] = [
  {
    name: 'multisig_create_order',
    since: 'v2',
    groups: ['multisig'],
    details(row) {
      const data = dataOf(row.multisig_create_order_data)
      return {
        query_id: data.query_id ?? null,
        order_seqno: data.order_seqno ?? null,
        is_created_by_signer: data.is_created_by_signer ?? null,
        is_signed_by_creator: data.is_signed_by_creator ?? null,
        creator_index: data.creator_index ?? null,
        expiration_date: data.expiration_date ?? null,
        order_boc: data.order_boc ?? null,
        source: row.source ?? null,
        destination: row.destination ?? null,
        destination_order: row.destination_secondary ?? null,
      }
    },
  },
  {
    name: 'multisig_approve',
    since: 'v2',
    groups: ['multisig'],
    details(row) {
      const { signer_index, exit_code } = dataOf(row.multisig_approve_data)
      return {
        signer_index: signer_index ?? null,
        exit_code: exit_code ?? null,
        source: row.source ?? null,
        destination: row.destination ?? null,
      }
    },
  },
  {
    name: 'multisig_execute',
    since: 'v2',
    groups: ['multisig'],
    details(row) {
      const data = dataOf(row.multisig_execute_data)
      return {
        query_id: data.query_id ?? null,
        order_seqno: data.order_seqno ?? null,
        expiration_date: data.expiration_date ?? null,
        approvals_num: data.approvals_num ?? null,
        signers_hash: data.signers_hash ?? null,
        order_boc: data.order_boc ?? null,
        source: row.source ?? null,
        destination: row.destination ?? null,
      }
    },
  },
]
