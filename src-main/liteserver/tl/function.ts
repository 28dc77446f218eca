import { crc32 } from 'node:zlib'
import { LiteServerError } from '../errors.ts'
import type { TlConstructor, TlFields, TlRecord } from './combinator.ts'
import { tlConstructor, unknownConstructor } from './combinator.ts'
import { normaliseSchemeLine } from './constructorId.ts'
import { liteServerError } from './liteServerError.ts'
import { TlReader } from './reader.ts'
import { TlWriter } from './writer.ts'

/** A function of the scheme, for client and server. All methods throw TlError. */
export type TlFunction<Q, R> = {
  /** `liteServer.getBlock`. */
  readonly name: string
  readonly id: number
  /**
   * CRC-32 of the scheme line. It differs from `id` where the line states an id (getValidatorStats); clients made by
   * generators that ignore the stated one, ton-lite-client's among them, send this.
   */
  readonly lineChecksum: number
  encodeRequest(request: Q): Buffer
  decodeRequest(data: Uint8Array): Q
  encodeResponse(response: R): Buffer
  /** Throws LiteServerError if the answer is `liteServer.error`. */
  decodeResponse(data: Uint8Array): R
  /** Reads the request's fields after the function's id. */
  readRequest(reader: TlReader): Q
}

/** The request type of a function. */
export type TlRequest<F> = F extends { decodeRequest(data: Uint8Array): infer Q } ? Q : never
/** The answer type of a function. */
export type TlResponse<F> = F extends { decodeResponse(data: Uint8Array): infer R } ? R : never

/** Returns a function from its scheme line, the fields of its request and the constructor of its answer. */
export function tlFunction<F extends TlFields, R>(
  line: string,
  fields: F,
  response: TlConstructor<R>,
): TlFunction<TlRecord<F>, R> {
  const request = tlConstructor(line, fields)
  if (request.result !== response.result) {
    throw new Error(`${request.type} answers ${request.result}, not ${response.result}`)
  }

  return {
    name: request.type,
    id: request.id,
    lineChecksum: crc32(normaliseSchemeLine(line)),
    encodeRequest: (value) => encodeBoxed(request, value),
    decodeRequest: (data) => decodeBoxed(request, data),
    encodeResponse: (value) => encodeBoxed(response, value),
    decodeResponse: (data) => {
      const id = new TlReader(data).peekUint32()
      if (id === liteServerError.id) throw decodeLiteServerError(data)
      return decodeBoxed(response, data)
    },
    readRequest: (reader) => request.read(reader),
  }
}

/** Encodes a constructor's id and fields. */
export function encodeBoxed<T>(codec: TlConstructor<T>, value: T): Buffer {
  const writer = new TlWriter()
  writer.uint32(codec.id)
  codec.write(writer, value)
  return writer.build()
}

/**
 * Decodes a whole buffer that encodeBoxed wrote.
 * @throws TlError for another constructor, malformed data or trailing bytes
 */
export function decodeBoxed<T>(codec: TlConstructor<T>, data: Uint8Array): T {
  const reader = new TlReader(data)
  const id = reader.uint32()
  if (id !== codec.id) throw unknownConstructor(id, reader.offset)
  const value = codec.read(reader)
  reader.end()
  return value
}

/** Encodes `liteServer.error`, which a server sends instead of a result. */
export function encodeLiteServerError(error: { readonly code: number; readonly message: string }): Buffer {
  return encodeBoxed(liteServerError, error)
}

/**
 * Decodes `liteServer.error`.
 * @throws TlError for anything else
 */
export function decodeLiteServerError(data: Uint8Array): LiteServerError {
  const { code, message } = decodeBoxed(liteServerError, data)
  return new LiteServerError(code, message)
}
