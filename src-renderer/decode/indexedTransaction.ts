import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { AddressBookJson } from '#shared/schema/v3/common.ts'
import type {
  ActionPhaseJson,
  BouncePhaseJson,
  ComputePhaseJson,
  TransactionDescriptionJson,
} from '#shared/schema/v3/description.ts'
import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { base64ToBytes } from '#shared/ton/base64.ts'
import { friendlyAddress } from '../format/friendlyAddress.ts'
import { distinctiveInterfaces } from './accountKinds.ts'
import { isDistinctive } from './opcodeHex.ts'
import type {
  AccountStatus,
  ActionPhase,
  BouncePhase,
  ComputePhase,
  DecodedTransaction,
  Phases,
  TransactionKind,
} from './transaction.ts'
import { type MessageBody, type MessageView, type TransactionView, viewBody } from './transactionView.ts'

/** Returns the friendly form of a raw address of v3, with the flags in its address book. */
export function bookAddress(book: AddressBookJson, raw: string): string {
  return book[raw]?.user_friendly ?? friendlyAddress(raw)
}

function maybeBig(text: string | undefined | null): bigint | undefined {
  return text === undefined || text === null ? undefined : BigInt(text)
}

const SKIP_REASONS = {
  no_state: 'no-state',
  bad_state: 'bad-state',
  no_gas: 'no-gas',
  suspended: 'suspended',
} as const

function computeOf(phase: ComputePhaseJson | undefined): ComputePhase | undefined {
  if (!phase) return undefined
  if (phase.skipped) {
    return { type: 'skipped', reason: SKIP_REASONS[phase.reason] }
  }
  return {
    type: 'vm',
    success: phase.success,
    msgStateUsed: phase.msg_state_used,
    accountActivated: phase.account_activated,
    gasFees: BigInt(phase.gas_fees),
    gasUsed: BigInt(phase.gas_used),
    gasLimit: BigInt(phase.gas_limit),
    gasCredit: maybeBig(phase.gas_credit),
    exitCode: phase.exit_code,
    exitArg: phase.exit_arg,
    vmSteps: phase.vm_steps,
  }
}

function actionOf(phase: ActionPhaseJson | undefined): ActionPhase | undefined {
  return (
    phase && {
      success: phase.success,
      valid: phase.valid,
      noFunds: phase.no_funds,
      statusChange: phase.status_change,
      totalFwdFees: maybeBig(phase.total_fwd_fees),
      totalActionFees: maybeBig(phase.total_action_fees),
      resultCode: phase.result_code,
      resultArg: phase.result_arg,
      totActions: phase.tot_actions,
      specActions: phase.spec_actions,
      skippedActions: phase.skipped_actions,
      msgsCreated: phase.msgs_created,
    }
  )
}

function bounceOf(phase: BouncePhaseJson | undefined): BouncePhase | undefined {
  switch (phase?.type) {
    case undefined:
      return undefined
    case 'negfunds':
      return { type: 'negative-funds' }
    case 'nofunds':
      return { type: 'no-funds', reqFwdFees: BigInt(phase.req_fwd_fees) }
    case 'ok':
      return {
        type: 'ok',
        msgFees: BigInt(phase.msg_fees),
        fwdFees: BigInt(phase.fwd_fees),
      }
  }
}

function phasesOf(description: TransactionDescriptionJson): Phases | undefined {
  if (!['ord', 'tick_tock', 'storage'].includes(description.type)) return undefined
  const { storage_ph: storage, credit_ph: credit } = description
  return {
    storage: storage && {
      storageFeesCollected: BigInt(storage.storage_fees_collected),
      storageFeesDue: maybeBig(storage.storage_fees_due),
      statusChange: storage.status_change,
    },
    credit: credit && {
      credit: BigInt(credit.credit),
      dueFeesCollected: maybeBig(credit.due_fees_collected),
    },
    compute: computeOf(description.compute_ph),
    action: actionOf(description.action),
    bounce: bounceOf(description.bounce),
    aborted: description.aborted ?? false,
    destroyed: description.destroyed ?? false,
  }
}

function kindOf(description: TransactionDescriptionJson): TransactionKind {
  const { type } = description
  if (type === 'tick_tock') return description.is_tock ? 'tock' : 'tick'
  return type === 'ord' ? 'ordinary' : (type.replaceAll('_', ' ') as TransactionKind)
}

const STATUSES: Readonly<Record<string, AccountStatus>> = {
  uninit: 'uninitialized',
  frozen: 'frozen',
  active: 'active',
  nonexist: 'nonexistent',
}

function hashBytes(base64: string): Uint8Array {
  return base64ToBytes(base64, 'standard') ?? new Uint8Array(32)
}

function decodedOf(json: TransactionJson): DecodedTransaction {
  return {
    kind: kindOf(json.description),
    phases: phasesOf(json.description),
    before: STATUSES[json.orig_status] ?? 'nonexistent',
    after: STATUSES[json.end_status] ?? 'nonexistent',
    stateBefore: hashBytes(json.account_state_before.hash),
    stateAfter: hashBytes(json.account_state_after.hash),
    previousLt: BigInt(json.prev_trans_lt),
    previousHash: hashBytes(json.prev_trans_hash),
    messagesOut: json.out_msgs.length,
    totalFees: BigInt(json.total_fees),
    isReturn: json.in_msg?.bounced === true,
  }
}

/** Returns the displayed name of an operation: `jetton transfer` for `jetton_transfer`. */
export function operationWords(name: string): string {
  return (SPELLED[name] ?? name).replaceAll('_', ' ')
}

/** Corrections of names that toncenter misspells. */
const SPELLED: Readonly<Record<string, string>> = { mulisig_new_order: 'multisig_new_order' }

/**
 * Returns whether a body can be named after the layout as which v3 parsed it. Small opcodes are numbered, and many
 * contracts use them: such a body has the name only if its receiver has an interface of the same protocol.
 */
function isProven(type: string, opcode: number, receiver: readonly string[]): boolean {
  if (isDistinctive(opcode)) return true
  const owners = CONTRACTS.interfacesOfMessages.get(type)
  return owners !== undefined && distinctiveInterfaces(receiver).some((name) => owners.has(name))
}

/**
 * Returns the name of a body: of the layout as which it was parsed, or of an opcode with unknown fields. Null
 * if the opcode has known layouts that the body does not match: other contracts use the same opcodes.
 */
function bodyName({ message_content: content, decoded_opcode: name, source }: MessageJson, opcode = 0) {
  const type = content?.decoded?.['@type']
  // An external message without a listed opcode begins with a signature.
  if (source === null && !name) return null
  if (typeof type === 'string') return operationWords(type)
  if (CONTRACTS.checkedOpcodes.has(opcode) || !isDistinctive(opcode)) return null
  return name ? operationWords(name) : undefined
}

function bodyOf(message: MessageJson, book: AddressBookJson): MessageBody {
  const { message_content: content, destination } = message
  const decoded = content?.decoded
  if (decoded?.['@type'] === 'text_comment') {
    const text = decoded.comment ?? decoded.text
    if (typeof text === 'string') return { kind: 'comment', text }
  }
  if (!content) return { kind: 'empty' }
  const body = viewBody(content.body)
  if (body.kind !== 'call') return body
  const type = decoded?.['@type']
  const receiver = destination === null ? [] : (book[destination]?.interfaces ?? [])
  const isSigned = message.source === null && !message.decoded_opcode
  if (typeof type === 'string' && !isSigned && !isProven(type, body.opcode ?? 0, receiver)) {
    return { ...body, name: null, isUnproven: true }
  }
  return { ...body, name: bodyName(message, body.opcode) }
}

export function viewIndexedMessage(json: MessageJson, book: AddressBookJson): MessageView {
  const address = (raw: string | null) => (raw === null ? undefined : bookAddress(book, raw))
  return {
    hash: json.hash,
    source: address(json.source),
    destination: address(json.destination),
    value: BigInt(json.value ?? 0),
    currencies: Object.entries(json.value_extra_currencies ?? {}).map(([id, amount]) => ({
      id: Number(id),
      amount,
    })),
    forwardFee: BigInt(json.fwd_fee ?? 0),
    createdLt: json.created_lt ?? '0',
    bodyHash: json.message_content?.hash ?? '',
    body: bodyOf(json, book),
    hasInitState: json.init_state !== null,
  }
}

/** Returns a transaction of v3 in the form of v2's. v3 does not return its bytes. */
export function viewIndexedTransaction(json: TransactionJson, book: AddressBookJson): TransactionView {
  const outMessages = json.out_msgs.map((message) => viewIndexedMessage(message, book))
  const forwarded = outMessages.reduce((sum, message) => sum + message.forwardFee, 0n)
  const storageFee = BigInt(json.description.storage_ph?.storage_fees_collected ?? 0)
  const fee = BigInt(json.total_fees) + forwarded
  return {
    address: bookAddress(book, json.account),
    lt: json.lt,
    hash: json.hash,
    utime: json.now,
    fee,
    storageFee,
    otherFee: fee - storageFee,
    inMessage: json.in_msg ? viewIndexedMessage(json.in_msg, book) : undefined,
    outMessages,
    boc: '',
    cell: undefined,
    decoded: decodedOf(json),
  }
}
