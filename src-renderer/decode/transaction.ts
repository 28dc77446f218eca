import {
  type ActionPhase as AnyActionPhase,
  type BouncePhase as AnyBouncePhase,
  type CreditPhase as AnyCreditPhase,
  loadActionPhase,
  loadBouncePhase,
  loadComputePhase,
  loadCreditPhase,
  loadMaybe,
  loadStoragePhase,
  type SkippedComputePhase,
  type StoragePhase,
  type VmComputePhase,
} from '#shared/ton/block/transactionPhases.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader } from '#shared/ton/cells/cellReader.ts'
import { TypedError } from '#shared/typedError.ts'

/** `AccountStatus` of block.tlb */
export type AccountStatus = 'uninitialized' | 'frozen' | 'active' | 'nonexistent'

/** The credit phase with the coins of the value. */
export type CreditPhase = AnyCreditPhase<bigint>

/** A compute phase without the fields that the explorer does not show. */
export type ComputePhase =
  | SkippedComputePhase
  | Omit<VmComputePhase<unknown>, 'mode' | 'vmInitStateHash' | 'vmFinalStateHash'>

/** An action phase without the fields that the explorer does not show. */
export type ActionPhase = Omit<AnyActionPhase<unknown>, 'actionListHash' | 'totMsgSize'>

type WithoutSize<Phase> = Phase extends unknown ? Omit<Phase, 'msgSize'> : never
/** A bounce phase without the size of the message. */
export type BouncePhase = WithoutSize<AnyBouncePhase>

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
  /** True if the inbound message is a bounced one. */
  readonly isReturn: boolean
}

/** The error for a cell that does not match the scheme of transactions. */
export class TransactionFormatError extends TypedError {
  constructor(what: string) {
    super('transaction-format', `not a transaction: ${what}`)
  }
}

const STATUSES: readonly AccountStatus[] = ['uninitialized', 'frozen', 'active', 'nonexistent']

function readStatus(reader: CellReader): AccountStatus {
  return STATUSES[reader.loadUint(2)] ?? 'nonexistent'
}

/** Reads the flag of `int_msg_info$0 ihr_disabled:Bool bounce:Bool bounced:Bool`; other messages have none. */
function readBounced(message: CellReader): boolean {
  const isInternal = !message.loadBit()
  message.loadUint(2)
  return isInternal && message.loadBit()
}

/** Reads `^[ in_msg:(Maybe ^(Message Any)) … ]` and returns whether the message is a bounced one. */
function readIsReturn(reader: CellReader): boolean {
  return readBelow(reader, (messages) => messages.maybe(() => readBelow(messages, readBounced)) ?? false)
}

/** Reads `currencies$_ grams:Grams other:ExtraCurrencyCollection` and returns the grams. */
function readCurrencies(reader: CellReader): bigint {
  const grams = reader.loadCoins()
  reader.maybe(() => reader.loadRef())
  return grams
}

function readBelow<Value>(reader: CellReader, load: (below: CellReader) => Value): Value {
  return load(new CellReader(reader.loadRef()))
}

function readCredit(reader: CellReader): CreditPhase {
  return loadCreditPhase(reader, readCurrencies)
}

function readCompute(reader: CellReader): ComputePhase {
  return loadComputePhase(reader, readBelow)
}

function readAction(reader: CellReader): ActionPhase {
  return readBelow(reader, loadActionPhase)
}

/**
 * `trans_ord$0000 credit_first:Bool storage_ph:(Maybe TrStoragePhase) credit_ph:(Maybe TrCreditPhase)
 *  compute_ph:TrComputePhase action:(Maybe ^TrActionPhase) aborted:Bool bounce:(Maybe TrBouncePhase)
 *  destroyed:Bool`
 */
function readOrdinary(reader: CellReader): Phases {
  reader.loadBit()
  const storage = loadMaybe(reader, loadStoragePhase)
  const credit = loadMaybe(reader, readCredit)
  const compute = readCompute(reader)
  const action = loadMaybe(reader, readAction)
  const aborted = reader.loadBit()
  const bounce = loadMaybe(reader, loadBouncePhase)
  return { storage, credit, compute, action, bounce, aborted, destroyed: reader.loadBit() }
}

/**
 * `trans_tick_tock$001 is_tock:Bool storage_ph:TrStoragePhase compute_ph:TrComputePhase
 *  action:(Maybe ^TrActionPhase) aborted:Bool destroyed:Bool` (the tag and is_tock are read already)
 */
function readTickTock(reader: CellReader): Phases {
  const storage = loadStoragePhase(reader)
  const compute = readCompute(reader)
  const action = loadMaybe(reader, readAction)
  const aborted = reader.loadBit()
  return {
    storage,
    credit: undefined,
    compute,
    action,
    bounce: undefined,
    aborted,
    destroyed: reader.loadBit(),
  }
}

/** Returns the phases of `trans_storage$0001 storage_ph:TrStoragePhase`. */
function storageOnly(reader: CellReader): Phases {
  return {
    storage: loadStoragePhase(reader),
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
  const tag = reader.loadUint(4)
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
 * without the content of its messages, which the API's JSON has.
 * @throws {TransactionFormatError}, PhaseFormatError or CellUnderflowError
 */
export function decodeTransaction(cell: Cell): DecodedTransaction {
  const reader = new CellReader(cell)
  if (reader.loadUint(4) !== 0b0111) throw new TransactionFormatError('wrong tag')
  reader.loadBuffer(32)
  reader.loadUintBig(64)
  const previousHash = reader.loadBuffer(32)
  const previousLt = reader.loadUintBig(64)
  reader.loadUint(32)
  const messagesOut = reader.loadUint(15)
  const before = readStatus(reader)
  const after = readStatus(reader)
  const isReturn = readIsReturn(reader)
  const totalFees = readCurrencies(reader)
  const update = new CellReader(reader.loadRef())
  if (update.loadUint(8) !== 0x72) throw new TransactionFormatError('no state update')
  const stateBefore = update.loadBuffer(32)
  const stateAfter = update.loadBuffer(32)
  return {
    ...readDescription(reader.loadRef()),
    before,
    after,
    stateBefore,
    stateAfter,
    previousLt,
    previousHash,
    messagesOut,
    totalFees,
    isReturn,
  }
}
