import {
  formatFriendlyAddress,
  formatRawAddress,
  hasFriendlyForm,
  type TonAddress,
} from '#shared/ton/address.ts'
import type { Cell } from '#shared/ton/cells/cell.ts'
import { CellReader, CellUnderflowError } from '#shared/ton/cells/cellReader.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { loadStdAddress } from '#shared/ton/cells/loadStdAddress.ts'
import { TypedError } from '#shared/typedError.ts'
import { readStateInit } from './readStateInit.ts'

/** A parsed inbound external message. */
export type ExternalMessage = {
  readonly cell: Cell
  readonly destination: TonAddress
  /** Friendly form, or raw form if the workchain has no friendly one. */
  readonly address: string
  /** Nanounits. */
  readonly importFee: bigint
  readonly init: { readonly code: Cell | undefined; readonly data: Cell | undefined } | undefined
  readonly body: Cell
  readonly hash: Uint8Array
  /** The hash of the message in its normal form (TEP-467), which a node cannot change. */
  readonly normalHash: Uint8Array
  readonly bodyHash: Uint8Array
}

/** The error for a cell that is not an external message. The text names the first difference. */
export class MessageFormatError extends TypedError {
  constructor(message: string) {
    super('message-format', message)
  }
}

/** Skips `addr_none$00`, or `addr_extern$01 len:(## 9) external_address:(bits len)`. */
function skipExternalAddress(reader: CellReader): void {
  const tag = reader.loadUint(2)
  if (tag === 1) reader.loadUintBig(reader.loadUint(9))
  else if (tag !== 0) throw new MessageFormatError('The source must be none or an external address')
}

function readDestination(reader: CellReader): TonAddress {
  const tag = reader.loadUint(2)
  if (tag !== 2) {
    const kinds = ['none', 'an external address', '', 'a variable-length address']
    throw new MessageFormatError(`The destination is ${kinds[tag]}; it must be an account`)
  }
  const address = loadStdAddress(reader)
  if (!address) throw new MessageFormatError('The anycast prefix of the destination must have 1 to 30 bits')
  return address
}

/** `address` has the destination's bits as the message has them, with an anycast prefix. */
function normalForm(address: { readonly value: bigint; readonly bits: number }, body: Cell): Cell {
  const writer = new CellWriter().int(0b1000, 4).int(address.value, address.bits)
  return writer.int(0, 4).bit(false).bit(true).ref(body).cell()
}

/** Returns the bits that `reader` has read of the cell since `from` bits remained. */
function bitsRead(cell: Cell, from: number, reader: CellReader) {
  const again = new CellReader(cell)
  again.loadUintBig(again.remainingBits - from)
  const bits = from - reader.remainingBits
  return { value: again.loadUintBig(bits), bits }
}

function readParts(cell: Cell): ExternalMessage {
  const reader = new CellReader(cell)
  if (!reader.loadBit()) {
    throw new MessageFormatError(
      'This is an internal message (it begins with bit 0): only contracts send those. An external one begins with 10',
    )
  }
  if (reader.loadBit())
    throw new MessageFormatError('This is an outbound external message: contracts emit those')
  skipExternalAddress(reader)
  const from = reader.remainingBits
  const destination = readDestination(reader)
  const destinationBits = bitsRead(cell, from, reader)
  const importFee = reader.loadCoins()
  const init = reader.maybe(() =>
    reader.loadBit() ? readStateInit(new CellReader(reader.loadRef())) : readStateInit(reader),
  )
  const body = reader.loadBit() ? reader.loadRef() : reader.rest()
  if (reader.remainingBits > 0 || reader.remainingRefs > 0) {
    throw new MessageFormatError('Bits or references follow the body, which is in a reference')
  }
  return {
    cell,
    destination,
    address: hasFriendlyForm(destination)
      ? formatFriendlyAddress(destination)
      : formatRawAddress(destination),
    importFee,
    init,
    body,
    hash: cell.hash(),
    normalHash: normalForm(destinationBits, body).hash(),
    bodyHash: body.hash(),
  }
}

/**
 * Reads `ext_in_msg_info$10 src:MsgAddressExt dest:MsgAddressInt import_fee:Grams`, then `init:(Maybe (Either
 * StateInit ^StateInit)) body:(Either X ^X)`. Throws MessageFormatError.
 */
export function readExternalMessage(cell: Cell): ExternalMessage {
  try {
    return readParts(cell)
  } catch (error) {
    if (!(error instanceof CellUnderflowError)) throw error
    throw new MessageFormatError(
      `The root cell has ${cell.bits} bits and ${cell.refs.length} references: too few for an external message`,
    )
  }
}
