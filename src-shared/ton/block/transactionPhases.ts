import { TypedError } from '../../typedError.ts'
// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// acst_unchanged$0 = AccStatusChange; acst_frozen$10 = AccStatusChange; acst_deleted$11 = AccStatusChange;
// tr_phase_storage$_ storage_fees_collected:Grams storage_fees_due:(Maybe Grams)
//   status_change:AccStatusChange = TrStoragePhase;
// tr_phase_credit$_ due_fees_collected:(Maybe Grams) credit:CurrencyCollection = TrCreditPhase;
// tr_phase_compute_skipped$0 reason:ComputeSkipReason = TrComputePhase;
// tr_phase_compute_vm$1 success:Bool msg_state_used:Bool account_activated:Bool gas_fees:Grams
//   ^[ gas_used:(VarUInteger 7) gas_limit:(VarUInteger 7) gas_credit:(Maybe (VarUInteger 3))
//   mode:int8 exit_code:int32 exit_arg:(Maybe int32) vm_steps:uint32
//   vm_init_state_hash:bits256 vm_final_state_hash:bits256 ] = TrComputePhase;
// cskip_no_state$00 cskip_bad_state$01 cskip_no_gas$10 cskip_suspended$110 = ComputeSkipReason;
// tr_phase_action$_ success:Bool valid:Bool no_funds:Bool status_change:AccStatusChange
//   total_fwd_fees:(Maybe Grams) total_action_fees:(Maybe Grams)
//   result_code:int32 result_arg:(Maybe int32) tot_actions:uint16
//   spec_actions:uint16 skipped_actions:uint16 msgs_created:uint16
//   action_list_hash:bits256 tot_msg_size:StorageUsed = TrActionPhase;
// storage_used$_ cells:(VarUInteger 7) bits:(VarUInteger 7) = StorageUsed;
// tr_phase_bounce_negfunds$00 = TrBouncePhase;
// tr_phase_bounce_nofunds$01 msg_size:StorageUsed req_fwd_fees:Grams = TrBouncePhase;
// tr_phase_bounce_ok$1 msg_size:StorageUsed msg_fees:Grams fwd_fees:Grams = TrBouncePhase;

/** The methods that the readers use of a cell's slice: @ton/core's Slice and CellReader have them. */
export type PhaseSlice<Bytes> = {
  loadBit(): boolean
  loadUint(bits: number): number
  loadInt(bits: number): number
  loadBuffer(bytes: number): Bytes
  /** Reads `VarUInteger n`, whose length has `lengthBits` bits. */
  loadVarUintBig(lengthBits: number): bigint
  loadCoins(): bigint
}

/** The error for data that is not a phase. */
export class PhaseFormatError extends TypedError {
  constructor(problem: string) {
    super('phase-format', problem)
  }
}

/** The change of an account's status by a phase (`AccStatusChange`). */
export type StatusChange = 'unchanged' | 'frozen' | 'deleted'

/** The size of messages (`StorageUsed`). */
export type MessageSize = { readonly cells: bigint; readonly bits: bigint }

/** The storage phase (`tr_phase_storage$_`). Amounts in this file are in nanotons. */
export type StoragePhase = {
  readonly storageFeesCollected: bigint
  readonly storageFeesDue: bigint | undefined
  readonly statusChange: StatusChange
}

/** The credit phase (`tr_phase_credit$_`): the message's value, and the storage debt that it paid. */
export type CreditPhase<Currencies> = {
  readonly dueFeesCollected: bigint | undefined
  readonly credit: Currencies
}

/**
 * The reason why the compute phase was skipped, in @ton/core's names and `suspended` (`cskip_suspended$110`).
 */
export type ComputeSkipReason = 'no-state' | 'bad-state' | 'no-gas' | 'suspended'

/** The compute phase (`TrComputePhase`): skipped, or run in the TVM. */
export type ComputePhase<Bytes> = SkippedComputePhase | VmComputePhase<Bytes>

/** A compute phase that did not run (`tr_phase_compute_skipped$0`). */
export type SkippedComputePhase = { readonly type: 'skipped'; readonly reason: ComputeSkipReason }

/** A compute phase that ran in the TVM (`tr_phase_compute_vm$1`). Gas is in gas units, fees in nanotons. */
export type VmComputePhase<Bytes> = {
  readonly type: 'vm'
  readonly success: boolean
  readonly msgStateUsed: boolean
  readonly accountActivated: boolean
  readonly gasFees: bigint
  readonly gasUsed: bigint
  readonly gasLimit: bigint
  readonly gasCredit: bigint | undefined
  readonly mode: number
  readonly exitCode: number
  readonly exitArg: number | undefined
  readonly vmSteps: number
  readonly vmInitStateHash: Bytes
  readonly vmFinalStateHash: Bytes
}

/** The action phase (`tr_phase_action$_`). `resultArg` is the index of the action that failed. */
export type ActionPhase<Bytes> = {
  readonly success: boolean
  readonly valid: boolean
  readonly noFunds: boolean
  readonly statusChange: StatusChange
  readonly totalFwdFees: bigint | undefined
  readonly totalActionFees: bigint | undefined
  readonly resultCode: number
  readonly resultArg: number | undefined
  readonly totActions: number
  readonly specActions: number
  readonly skippedActions: number
  readonly msgsCreated: number
  readonly actionListHash: Bytes
  readonly totMsgSize: MessageSize
}

/** The bounce phase (`TrBouncePhase`): the message was returned (`ok`) or could not pay for its return. */
export type BouncePhase =
  | { readonly type: 'negative-funds' }
  | { readonly type: 'no-funds'; readonly msgSize: MessageSize; readonly reqFwdFees: bigint }
  | {
      readonly type: 'ok'
      readonly msgSize: MessageSize
      readonly msgFees: bigint
      readonly fwdFees: bigint
    }

/** Reasons by their tag. */
export const SKIP_REASONS = ['no-state', 'bad-state', 'no-gas'] as const

type AnySlice = PhaseSlice<unknown>

/** Reads `Maybe X`. */
export function loadMaybe<Slice extends AnySlice, Value>(
  slice: Slice,
  load: (slice: Slice) => Value,
): Value | undefined {
  return slice.loadBit() ? load(slice) : undefined
}

function loadMaybeCoins(slice: AnySlice): bigint | undefined {
  return slice.loadBit() ? slice.loadCoins() : undefined
}

function loadMaybeInt32(slice: AnySlice): number | undefined {
  return slice.loadBit() ? slice.loadInt(32) : undefined
}

function loadStatusChange(slice: AnySlice): StatusChange {
  if (!slice.loadBit()) return 'unchanged'
  return slice.loadBit() ? 'deleted' : 'frozen'
}

function loadMessageSize(slice: AnySlice): MessageSize {
  return { cells: slice.loadVarUintBig(3), bits: slice.loadVarUintBig(3) }
}

/** Reads `tr_phase_storage$_`. */
export function loadStoragePhase(slice: AnySlice): StoragePhase {
  return {
    storageFeesCollected: slice.loadCoins(),
    storageFeesDue: loadMaybeCoins(slice),
    statusChange: loadStatusChange(slice),
  }
}

/**
 * Reads `tr_phase_credit$_`.
 * @param loadCurrencies reads the value, whose extra currencies are a dictionary
 */
export function loadCreditPhase<Slice extends AnySlice, Currencies>(
  slice: Slice,
  loadCurrencies: (slice: Slice) => Currencies,
): CreditPhase<Currencies> {
  return { dueFeesCollected: loadMaybeCoins(slice), credit: loadCurrencies(slice) }
}

function loadComputeSkipReason(slice: AnySlice): ComputeSkipReason {
  const reason = SKIP_REASONS[slice.loadUint(2)]
  if (reason) return reason
  if (slice.loadBit()) throw new PhaseFormatError('ComputeSkipReason: unknown constructor')
  return 'suspended'
}

/**
 * Reads `tr_phase_compute_skipped$0` or `tr_phase_compute_vm$1`.
 * @param loadRef reads the cell in the next reference
 * @throws {PhaseFormatError} for an unknown skip reason
 */
export function loadComputePhase<Bytes, Slice extends PhaseSlice<Bytes>>(
  slice: Slice & PhaseSlice<Bytes>,
  loadRef: <Value>(slice: Slice, load: (below: PhaseSlice<Bytes>) => Value) => Value,
): ComputePhase<Bytes> {
  if (!slice.loadBit()) return { type: 'skipped', reason: loadComputeSkipReason(slice) }
  const success = slice.loadBit()
  const msgStateUsed = slice.loadBit()
  const accountActivated = slice.loadBit()
  const gasFees = slice.loadCoins()
  return loadRef(slice, (below) => ({
    type: 'vm',
    success,
    msgStateUsed,
    accountActivated,
    gasFees,
    gasUsed: below.loadVarUintBig(3),
    gasLimit: below.loadVarUintBig(3),
    gasCredit: below.loadBit() ? below.loadVarUintBig(2) : undefined,
    mode: below.loadInt(8),
    exitCode: below.loadInt(32),
    exitArg: loadMaybeInt32(below),
    vmSteps: below.loadUint(32),
    vmInitStateHash: below.loadBuffer(32),
    vmFinalStateHash: below.loadBuffer(32),
  }))
}

/** Reads `tr_phase_action$_`. */
export function loadActionPhase<Bytes>(slice: PhaseSlice<Bytes>): ActionPhase<Bytes> {
  return {
    success: slice.loadBit(),
    valid: slice.loadBit(),
    noFunds: slice.loadBit(),
    statusChange: loadStatusChange(slice),
    totalFwdFees: loadMaybeCoins(slice),
    totalActionFees: loadMaybeCoins(slice),
    resultCode: slice.loadInt(32),
    resultArg: loadMaybeInt32(slice),
    totActions: slice.loadUint(16),
    specActions: slice.loadUint(16),
    skippedActions: slice.loadUint(16),
    msgsCreated: slice.loadUint(16),
    actionListHash: slice.loadBuffer(32),
    totMsgSize: loadMessageSize(slice),
  }
}

/** Reads any constructor of TrBouncePhase. */
export function loadBouncePhase(slice: AnySlice): BouncePhase {
  if (slice.loadBit()) {
    return {
      type: 'ok',
      msgSize: loadMessageSize(slice),
      msgFees: slice.loadCoins(),
      fwdFees: slice.loadCoins(),
    }
  }
  if (!slice.loadBit()) return { type: 'negative-funds' }
  return { type: 'no-funds', msgSize: loadMessageSize(slice), reqFwdFees: slice.loadCoins() }
}
