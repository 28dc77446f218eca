import { BOUNCE } from '#shared/contracts/receiptOpcodes.ts'
import type {
  ExtTransactionJson,
  MessageDataJson,
  RawTransactionExtJson,
} from '#shared/schema/v2/transactions.ts'
import { base64ToBytes } from '#shared/ton/base64.ts'
import { PhaseFormatError } from '#shared/ton/block/transactionPhases.ts'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { type Cell, readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { visibleText } from '#shared/untrustedText.ts'
import { type DecodedTransaction, decodeTransaction, TransactionFormatError } from './transaction.ts'

/** The content of a message, according to v2 and its first 32 bits. */
export type MessageBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'comment'; readonly text: string }
  | { readonly kind: 'encrypted'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'call'
      /** The first 32 bits; undefined if the body is shorter. */
      readonly opcode: number | undefined
      readonly boc: string
      /**
       * The name of the layout that the whole body matches; null if it matches none, undefined if that was not
       * checked.
       */
      readonly name?: string | null | undefined
      /** True if a layout fits that the receiver is not known to use: its fields say nothing. */
      readonly isUnproven?: boolean
    }
  /** A bounced body: `0xffffffff`, then the start of the original body. */
  | { readonly kind: 'bounced'; readonly opcode: number | undefined; readonly boc: string }

export type MessageView = {
  /** Hash of the stored message cell, in base64. */
  readonly hash: string
  /** Friendly address; undefined outside of the blockchain. */
  readonly source: string | undefined
  readonly destination: string | undefined
  /** Nanounits. */
  readonly value: bigint
  readonly currencies: readonly { readonly id: number; readonly amount: string }[]
  readonly forwardFee: bigint
  readonly createdLt: string
  readonly bodyHash: string
  readonly body: MessageBody
  readonly hasInitState: boolean
}

/** A transaction of v2's getTransactions or getTransactionsStd, with its phases if `data` could be read. */
export type TransactionView = {
  readonly address: string
  readonly lt: string
  /** Base64. */
  readonly hash: string
  /** Unix seconds. */
  readonly utime: number
  /** Nanounits. */
  readonly fee: bigint
  readonly storageFee: bigint
  readonly otherFee: bigint
  readonly inMessage: MessageView | undefined
  readonly outMessages: readonly MessageView[]
  readonly boc: string
  readonly cell: Cell | undefined
  readonly decoded: DecodedTransaction | undefined
}

type MessageJson = NonNullable<ExtTransactionJson['in_msg']> | NonNullable<RawTransactionExtJson['in_msg']>
export type AnyTransactionJson = ExtTransactionJson | RawTransactionExtJson

/** Reads a bag of cells in base64. Returns undefined if it is malformed. */
export function readBoc(base64: string): Cell | undefined {
  const bytes = base64ToBytes(base64, 'standard')
  if (!bytes || bytes.length === 0) return undefined
  try {
    return readBagOfCells(bytes)
  } catch (error) {
    if (error instanceof BocError) return undefined
    throw error
  }
}

const FORMAT_ERRORS = [TransactionFormatError, PhaseFormatError, CellUnderflowError]

function readDecoded(cell: Cell | undefined): DecodedTransaction | undefined {
  if (!cell) return undefined
  try {
    return decodeTransaction(cell)
  } catch (error) {
    if (FORMAT_ERRORS.some((type) => error instanceof type)) return undefined
    throw error
  }
}

function readOpcode(reader: CellReader): number | undefined {
  return reader.remainingBits >= 32 ? reader.loadUint(32) : undefined
}

function readBody(data: MessageDataJson): MessageBody {
  if (data['@type'] === 'msg.dataText') {
    const bytes = base64ToBytes(data.text, 'standard') ?? new Uint8Array()
    return { kind: 'comment', text: visibleText(new TextDecoder().decode(bytes)) }
  }
  if (data['@type'] === 'msg.dataEncryptedText') {
    return { kind: 'encrypted', bytes: base64ToBytes(data.text, 'standard') ?? new Uint8Array() }
  }
  return viewBody(data.body)
}

/**
 * Reads the kind of a body from its first bits: empty, bounced, or a call.
 * @param boc base64
 */
export function viewBody(boc: string): Extract<MessageBody, { kind: 'empty' | 'bounced' | 'call' }> {
  const cell = readBoc(boc)
  if (!cell) return { kind: 'call', opcode: undefined, boc }
  if (cell.bits === 0 && cell.refs.length === 0) return { kind: 'empty' }
  const reader = new CellReader(cell)
  const opcode = readOpcode(reader)
  return opcode === BOUNCE
    ? { kind: 'bounced', opcode: readOpcode(reader), boc }
    : { kind: 'call', opcode, boc }
}

function addressText(address: MessageJson['source']): string | undefined {
  const text = typeof address === 'string' ? address : address.account_address
  return text === '' ? undefined : text
}

function viewMessage(message: MessageJson): MessageView {
  return {
    hash: message.hash,
    source: addressText(message.source),
    destination: addressText(message.destination),
    value: BigInt(message.value),
    currencies: message.extra_currencies.map(({ id, amount }) => ({ id, amount })),
    forwardFee: BigInt(message.fwd_fee),
    createdLt: message.created_lt,
    bodyHash: message.body_hash,
    body: readBody(message.msg_data),
    hasInitState: message.msg_data['@type'] === 'msg.dataRaw' && message.msg_data.init_state !== '',
  }
}

export function viewTransaction(json: AnyTransactionJson): TransactionView {
  const cell = readBoc(json.data)
  return {
    address: json.address.account_address,
    lt: json.transaction_id.lt,
    hash: json.transaction_id.hash,
    utime: json.utime,
    fee: BigInt(json.fee),
    storageFee: BigInt(json.storage_fee),
    otherFee: BigInt(json.other_fee),
    inMessage: json.in_msg && viewMessage(json.in_msg),
    outMessages: json.out_msgs.map(viewMessage),
    boc: json.data,
    cell,
    decoded: readDecoded(cell),
  }
}
