import type { Cell, Slice } from '@ton/core'
import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { shortHex } from '../bodyReader.ts'
import { dataOf, integer } from '../details.ts'
import type { TraceMessage } from '../trace.ts'

/** Records of LayerZero: packets between chains, and payments for them (docs/actions §12.9). */

/** Bits before the first field of every record: name, description of the fields, and ones. */
const HEADER_BITS = 350

/** Returns the fields of a record. Throws for a cell that is too short. */
export function recordFields(cell: Cell): Slice {
  return cell.beginParse().skip(HEADER_BITS)
}

/** Follows the first reference `depth` times from a body. Throws if one is missing. */
export function firstReference({ body }: TraceMessage, depth: number): Cell {
  let cell = body
  for (let i = 0; i < depth; i++) cell = cell.beginParse().loadRef()
  return cell
}

/** A message from an application on one chain to one on another; chains are endpoint ids (`eid`). */
export type LayerZeroPacket = {
  readonly srcOapp: bigint
  readonly dstOapp: bigint
  readonly srcEid: number
  readonly dstEid: number
  readonly nonce: bigint
  readonly guid: bigint
  readonly message: Buffer
}

/** Reads a packet. Throws for a cell of another layout. */
export function readPacket(cell: Cell): LayerZeroPacket {
  const fields = recordFields(cell)
  const path = recordFields(fields.loadRef())
  const message = fields.loadRef().beginParse()
  return {
    srcEid: path.loadUint(32),
    srcOapp: path.loadUintBig(256),
    dstEid: path.loadUint(32),
    dstOapp: path.loadUintBig(256),
    message: message.loadBuffer(message.remainingBits >> 3),
    nonce: fields.loadUintBig(64),
    guid: fields.loadUintBig(256),
  }
}

/** Returns the stored record of a packet: ids and numbers as decimal strings, addresses and the guid as hexadecimal. */
export function packetData(packet: LayerZeroPacket) {
  return {
    src_oapp: shortHex(packet.srcOapp),
    dst_oapp: shortHex(packet.dstOapp),
    src_eid: packet.srcEid.toString(),
    dst_eid: packet.dstEid.toString(),
    nonce: packet.nonce.toString(),
    guid: shortHex(packet.guid),
    message: `0x${packet.message.toString('hex')}`,
  }
}

/** Returns the `details` of a packet from its stored record. */
export function packetDetails(data: JsonValue | undefined) {
  const packet = dataOf(data)
  return {
    src_oapp: packet.src_oapp ?? null,
    dst_oapp: packet.dst_oapp ?? null,
    src_eid: integer(packet.src_eid),
    dst_eid: integer(packet.dst_eid),
    nonce: integer(packet.nonce),
    guid: packet.guid ?? null,
    message: packet.message ?? null,
  }
}

/** The options and fees of sending a packet; fees in nanoton and in the smallest unit of ZRO. */
export type LayerZeroSending = {
  readonly requestId: bigint
  readonly msglibManager: bigint
  readonly msglib: bigint
  readonly nativeFee: bigint
  readonly zroFee: bigint
  readonly packet: LayerZeroPacket
}

/** Reads a request to send. Throws for a cell of another layout. */
export function readSending(cell: Cell): LayerZeroSending {
  const fields = recordFields(cell)
  const packet = readPacket(fields.loadRef())
  fields.loadRef()
  const fees = fields.loadRef().beginParse().skip(256)
  return {
    requestId: fields.loadUintBig(64),
    msglibManager: fields.loadUintBig(256),
    msglib: fields.loadUintBig(256),
    nativeFee: fees.loadUintBig(128),
    zroFee: fees.loadUintBig(128),
    packet,
  }
}

/** Returns the `details` of a sending from its stored record. */
export function sendingDetails(data: JsonValue | undefined) {
  const sending = dataOf(data)
  return {
    send_request_id: integer(sending.send_request_id),
    msglib_manager: sending.msglib_manager ?? null,
    msglib: sending.msglib ?? null,
    uln: sending.uln ?? null,
    native_fee: integer(sending.native_fee),
    zro_fee: integer(sending.zro_fee),
    endpoint: sending.endpoint ?? null,
    channel: sending.channel ?? null,
  }
}
