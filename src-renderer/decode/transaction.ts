import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader } from '#shared/ton/cells/cellReader.ts'

/** `AccountStatus` of block.tlb */
export type AccountStatus = 'uninitialized' | 'frozen' | 'active' | 'nonexistent'

/** The change of an account's status by a phase (`AccStatusChange`). */
export type StatusChange = 'unchanged' | 'frozen' | 'deleted'

/** The storage phase. Amounts in this file are in nanounits. */
export type StoragePhase = {
  readonly collected: bigint
  /** Debt after the phase. */
  readonly due: bigint | undefined
  readonly change: StatusChange
}

export type CreditPhase = { readonly dueCollected: bigint | undefined; readonly credit: bigint }

export type ComputePhase =
  | { readonly kind: 'skipped'; readonly reason: 'no state' | 'bad state' | 'no gas' | 'suspended' }
  | {
      readonly kind: 'vm'
      readonly success: boolean
      /** True if the state was that of the message. */
      readonly stateFromMessage: boolean
      readonly activated: boolean
      readonly gasFees: bigint
      readonly gasUsed: bigint
      readonly gasLimit: bigint
      readonly gasCredit: number | undefined
      readonly exitCode: number
      readonly exitArgument: number | undefined
      readonly steps: number
    }

export type ActionPhase = {
  readonly success: boolean
  readonly valid: boolean
  readonly noFunds: boolean
  readonly change: StatusChange
  readonly forwardFees: bigint | undefined
  readonly actionFees: bigint | undefined
  readonly resultCode: number
  /** The index of a failed action, in most cases. */
  readonly resultArgument: number | undefined
  readonly actions: number
  readonly special: number
  readonly skipped: number
  readonly messages: number
}

export type BouncePhase =
  | { readonly kind: 'negative funds' }
  | { readonly kind: 'no funds'; readonly required: bigint }
  | { readonly kind: 'bounced'; readonly messageFees: bigint; readonly forwardFees: bigint }

/** The phases of an ordinary or tick-tock transaction, in the order of execution. */
export type Phases = {
  readonly storage: StoragePhase | undefined
  readonly credit: CreditPhase | undefined
  readonly compute: ComputePhase | undefined
  readonly action: ActionPhase | undefined
  readonly bounce: BouncePhase | undefined
  readonly aborted: boolean
  readonly destroyed: boolean
}

export type TransactionKind =
  | 'ordinary'
  | 'storage'
  | 'tick'
  | 'tock'
  | 'split prepare'
  | 'split install'
  | 'merge prepare'
  | 'merge install'

export type DecodedTransaction = {
  readonly kind: TransactionKind
  /** Undefined for kinds that do not occur on any network. */
  readonly phases: Phases | undefined
  readonly before: AccountStatus
  readonly after: AccountStatus
  /** Hash of the account's state cell. */
  readonly stateBefore: Uint8Array
  readonly stateAfter: Uint8Array
  readonly previousLt: bigint
  readonly previousHash: Uint8Array
  readonly messagesOut: number
  readonly totalFees: bigint
}

/** The error for a cell that does not match the scheme of transactions. */
export class TransactionFormatError extends Error {
  constructor(what: string) {
    super(`not a transaction: ${what}`)
    this.name = 'TransactionFormatError'
  }
}

const STATUSES: readonly AccountStatus[] = ['uninitialized', 'frozen', 'active', 'nonexistent']

function readStatus(reader: CellReader): AccountStatus {
  return STATUSES[reader.uint(2)] ?? 'nonexistent'
}

/** Reads `acst_unchanged$0`, `acst_frozen$10` or `acst_deleted$11`. */
function readStatusChange(reader: CellReader): StatusChange {
  if (!reader.bit()) return 'unchanged'
  return reader.bit() ? 'deleted' : 'frozen'
}

/** Reads `currencies$_ grams:Grams other:ExtraCurrencyCollection` and returns the grams. */
function readCurrencies(reader: CellReader): bigint {
  const grams = reader.grams()
  reader.maybe(() => reader.ref())
  return grams
}

/**
 * `tr_phase_storage$_ storage_fees_collected:Grams storage_fees_due:(Maybe Grams)
 *  status_change:AccStatusChange`
 */
function readStorage(reader: CellReader): StoragePhase {
  return {
    collected: reader.grams(),
    due: reader.maybe(() => reader.grams()),
    change: readStatusChange(reader),
  }
}

/** `tr_phase_credit$_ due_fees_collected:(Maybe Grams) credit:CurrencyCollection` */
function readCredit(reader: CellReader): CreditPhase {
  return { dueCollected: reader.maybe(() => reader.grams()), credit: readCurrencies(reader) }
}

/** `cskip_no_state$00 cskip_bad_state$01 cskip_no_gas$10 cskip_suspended$110` */
function readSkipReason(reader: CellReader): 'no state' | 'bad state' | 'no gas' | 'suspended' {
  if (!reader.bit()) return reader.bit() ? 'bad state' : 'no state'
  if (!reader.bit()) return 'no gas'
  reader.bit()
  return 'suspended'
}

/**
 * `tr_phase_compute_skipped$0 reason:ComputeSkipReason`, or
 * `tr_phase_compute_vm$1 success:Bool msg_state_used:Bool account_activated:Bool gas_fees:Grams
 *  ^[ gas_used:(VarUInteger 7) gas_limit:(VarUInteger 7) gas_credit:(Maybe (VarUInteger 3)) mode:int8
 *     exit_code:int32 exit_arg:(Maybe int32) vm_steps:uint32 vm_init_state_hash:bits256
 *     vm_final_state_hash:bits256 ]`
 */
function readCompute(reader: CellReader): ComputePhase {
  if (!reader.bit()) return { kind: 'skipped', reason: readSkipReason(reader) }
  const success = reader.bit()
  const stateFromMessage = reader.bit()
  const activated = reader.bit()
  const gasFees = reader.grams()
  const inner = new CellReader(reader.ref())
  const gasUsed = inner.varUint(3)
  const gasLimit = inner.varUint(3)
  const gasCredit = inner.maybe(() => Number(inner.varUint(2)))
  inner.int(8)
  return {
    kind: 'vm',
    success,
    stateFromMessage,
    activated,
    gasFees,
    gasUsed,
    gasLimit,
    gasCredit,
    exitCode: inner.int(32),
    exitArgument: inner.maybe(() => inner.int(32)),
    steps: inner.uint(32),
  }
}

/**
 * `tr_phase_action$_ success:Bool valid:Bool no_funds:Bool status_change:AccStatusChange
 *  total_fwd_fees:(Maybe Grams) total_action_fees:(Maybe Grams) result_code:int32 result_arg:(Maybe int32)
 *  tot_actions:uint16 spec_actions:uint16 skipped_actions:uint16 msgs_created:uint16 action_list_hash:bits256
 *  tot_msg_size:StorageUsed`
 */
function readAction(reader: CellReader): ActionPhase {
  return {
    success: reader.bit(),
    valid: reader.bit(),
    noFunds: reader.bit(),
    change: readStatusChange(reader),
    forwardFees: reader.maybe(() => reader.grams()),
    actionFees: reader.maybe(() => reader.grams()),
    resultCode: reader.int(32),
    resultArgument: reader.maybe(() => reader.int(32)),
    actions: reader.uint(16),
    special: reader.uint(16),
    skipped: reader.uint(16),
    messages: reader.uint(16),
  }
}

/** `storage_used$_ cells:(VarUInteger 7) bits:(VarUInteger 7)` */
function skipStorageUsed(reader: CellReader): void {
  reader.varUint(3)
  reader.varUint(3)
}

/**
 * `tr_phase_bounce_negfunds$00`,
 * `tr_phase_bounce_nofunds$01 msg_size:StorageUsed req_fwd_fees:Grams`,
 * `tr_phase_bounce_ok$1 msg_size:StorageUsed msg_fees:Grams fwd_fees:Grams`
 */
function readBounce(reader: CellReader): BouncePhase {
  if (reader.bit()) {
    skipStorageUsed(reader)
    return { kind: 'bounced', messageFees: reader.grams(), forwardFees: reader.grams() }
  }
  if (!reader.bit()) return { kind: 'negative funds' }
  skipStorageUsed(reader)
  return { kind: 'no funds', required: reader.grams() }
}

/**
 * `trans_ord$0000 credit_first:Bool storage_ph:(Maybe TrStoragePhase) credit_ph:(Maybe TrCreditPhase)
 *  compute_ph:TrComputePhase action:(Maybe ^TrActionPhase) aborted:Bool bounce:(Maybe TrBouncePhase)
 *  destroyed:Bool`
 */
function readOrdinary(reader: CellReader): Phases {
  reader.bit()
  const storage = reader.maybe(() => readStorage(reader))
  const credit = reader.maybe(() => readCredit(reader))
  const compute = readCompute(reader)
  const action = reader.maybe(() => readAction(new CellReader(reader.ref())))
  const aborted = reader.bit()
  const bounce = reader.maybe(() => readBounce(reader))
  return { storage, credit, compute, action, bounce, aborted, destroyed: reader.bit() }
}

/**
 * `trans_tick_tock$001 is_tock:Bool storage_ph:TrStoragePhase compute_ph:TrComputePhase
 *  action:(Maybe ^TrActionPhase) aborted:Bool destroyed:Bool` (the tag and is_tock are read already)
 */
function readTickTock(reader: CellReader): Phases {
  const storage = readStorage(reader)
  const compute = readCompute(reader)
  const action = reader.maybe(() => readAction(new CellReader(reader.ref())))
  const aborted = reader.bit()
  return { storage, credit: undefined, compute, action, bounce: undefined, aborted, destroyed: reader.bit() }
}

/** Returns the phases of `trans_storage$0001 storage_ph:TrStoragePhase`. */
function storageOnly(reader: CellReader): Phases {
  return {
    storage: readStorage(reader),
    credit: undefined,
    compute: undefined,
    action: undefined,
    bounce: undefined,
    aborted: false,
    destroyed: false,
  }
}

function readDescription(cell: Cell): Pick<DecodedTransaction, 'kind' | 'phases'> {
  const reader = new CellReader(cell)
  const tag = reader.uint(4)
  switch (tag) {
    case 0b0000:
      return { kind: 'ordinary', phases: readOrdinary(reader) }
    case 0b0001:
      return { kind: 'storage', phases: storageOnly(reader) }
    case 0b0010:
      return { kind: 'tick', phases: readTickTock(reader) }
    case 0b0011:
      return { kind: 'tock', phases: readTickTock(reader) }
    case 0b0100:
      return { kind: 'split prepare', phases: undefined }
    case 0b0101:
      return { kind: 'split install', phases: undefined }
    case 0b0110:
      return { kind: 'merge prepare', phases: undefined }
    case 0b0111:
      return { kind: 'merge install', phases: undefined }
    default:
      throw new TransactionFormatError(`description tag ${tag}`)
  }
}

/**
 * Reads
 * `transaction$0111 account_addr:bits256 lt:uint64 prev_trans_hash:bits256 prev_trans_lt:uint64 now:uint32
 *  outmsg_cnt:uint15 orig_status:AccountStatus end_status:AccountStatus ^[ in_msg:(Maybe ^(Message Any))
 *  out_msgs:(HashmapE 15 ^(Message Any)) ] total_fees:CurrencyCollection
 *  state_update:^(HASH_UPDATE Account) description:^TransactionDescr`
 * without its messages, which the API's JSON has. Throws TransactionFormatError or CellUnderflowError.
 */
export function decodeTransaction(cell: Cell): DecodedTransaction {
  const reader = new CellReader(cell)
  if (reader.uint(4) !== 0b0111) throw new TransactionFormatError('wrong tag')
  reader.bytes(32)
  reader.big(64)
  const previousHash = reader.bytes(32)
  const previousLt = reader.big(64)
  reader.uint(32)
  const messagesOut = reader.uint(15)
  const before = readStatus(reader)
  const after = readStatus(reader)
  reader.ref()
  const totalFees = readCurrencies(reader)
  const update = new CellReader(reader.ref())
  if (update.uint(8) !== 0x72) throw new TransactionFormatError('no state update')
  const stateBefore = update.bytes(32)
  const stateAfter = update.bytes(32)
  return {
    ...readDescription(reader.ref()),
    before,
    after,
    stateBefore,
    stateAfter,
    previousLt,
    previousHash,
    messagesOut,
    totalFees,
  }
}
