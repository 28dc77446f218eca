import type {
  ActionPhase,
  ComputePhase,
  DecodedTransaction,
  Phases,
} from '../../../../src-renderer/decode/transaction.ts'
import type { MessageView, TransactionView } from '../../../../src-renderer/decode/transactionView.ts'

const SELF = 'EQself'
export const OTHER = 'EQother'

/** An outgoing message of 5 nanotons. */
export function madeMessageView(fields: Partial<MessageView> = {}): MessageView {
  return {
    hash: '',
    source: SELF,
    destination: OTHER,
    value: 5n,
    currencies: [],
    forwardFee: 0n,
    createdLt: '1',
    bodyHash: '',
    body: { kind: 'empty' },
    hasInitState: false,
    ...fields,
  }
}

/** A message from outside. */
export const EXTERNAL = madeMessageView({ source: undefined, destination: SELF, value: 0n })

/** A message to the account of the transaction. */
export function incoming(fields: Partial<MessageView> = {}): MessageView {
  return madeMessageView({ source: OTHER, destination: SELF, ...fields })
}

/** A compute phase that ran. */
export function ranWith(exitCode: number, success = exitCode === 0 || exitCode === 1): ComputePhase {
  return {
    type: 'vm',
    success,
    msgStateUsed: false,
    accountActivated: false,
    gasFees: 0n,
    gasUsed: 0n,
    gasLimit: 0n,
    gasCredit: undefined,
    exitCode,
    exitArg: undefined,
    vmSteps: 0,
  }
}

/** An action phase that succeeded, without actions. */
export function madeActionPhase(fields: Partial<ActionPhase> = {}): ActionPhase {
  return {
    success: true,
    valid: true,
    noFunds: false,
    statusChange: 'unchanged',
    totalFwdFees: undefined,
    totalActionFees: undefined,
    resultCode: 0,
    resultArg: undefined,
    totActions: 0,
    specActions: 0,
    skippedActions: 0,
    msgsCreated: 0,
    ...fields,
  }
}

/** The phases of code that ran without an error. */
export const RAN: Phases = {
  storage: undefined,
  credit: undefined,
  compute: ranWith(0),
  action: madeActionPhase(),
  bounce: undefined,
  aborted: false,
  destroyed: false,
}

export const BOUNCED = { type: 'ok', msgFees: 0n, fwdFees: 0n } as const

/** A transaction of an active account whose code ran without an error. */
export function madeView(
  fields: Partial<TransactionView> = {},
  decoded: Partial<DecodedTransaction> = {},
): TransactionView {
  return {
    address: SELF,
    lt: '1',
    hash: '',
    utime: 0,
    fee: 0n,
    storageFee: 0n,
    otherFee: 0n,
    inMessage: undefined,
    outMessages: [],
    boc: '',
    cell: undefined,
    decoded: {
      kind: 'ordinary',
      phases: RAN,
      before: 'active',
      after: 'active',
      stateBefore: new Uint8Array(32),
      stateAfter: new Uint8Array(32),
      previousLt: 0n,
      previousHash: new Uint8Array(32),
      messagesOut: 0,
      totalFees: 0n,
      isReturn: false,
      ...decoded,
    },
    ...fields,
  }
}
