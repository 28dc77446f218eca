import { LiteServerError } from '../errors.ts'
import type { TlConstructor, TlFields, TlRecord } from './combinator.ts'
import { tlConstructor, unknownConstructor } from './combinator.ts'
import { liteServerError } from './liteServerError.ts'
import { TlReader } from './reader.ts'
import { TlWriter } from './writer.ts'

/** A function of the scheme: both ends of it. All methods throw TlError. */
export type TlFunction<Q, R> = {
  /** `liteServer.getBlock`. */
  readonly name: string
  readonly id: number
  encodeRequest(request: Q): Buffer
  decodeRequest(data: Uint8Array): Q
  encodeResponse(response: R): Buffer
  /** Throws LiteServerError when the answer is `liteServer.error`. */
  decodeResponse(data: Uint8Array): R
  /** The request's fields without the function's id: for who reads the id first. */
  readRequest(reader: TlReader): Q
}

export type TlRequest<F> = F extends { decodeRequest(data: Uint8Array): infer Q } ? Q : never
export type TlResponse<F> = F extends { decodeResponse(data: Uint8Array): infer R } ? R : never

/** A function by its scheme line, the fields of its request and the constructor of its answer. */
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

/** A constructor's id and fields as the whole of a buffer. */
export function encodeBoxed<T>(codec: TlConstructor<T>, value: T): Buffer {
  const writer = new TlWriter()
  writer.uint32(codec.id)
  codec.write(writer, value)
  return writer.build()
}

/** The inverse of `encodeBoxed`; trailing bytes are refused. */
export function decodeBoxed<T>(codec: TlConstructor<T>, data: Uint8Array): T {
  const reader = new TlReader(data)
  const id = reader.uint32()
  if (id !== codec.id) throw unknownConstructor(id, reader.offset)
  const value = codec.read(reader)
  reader.end()
  return value
}

/** A server's answer of failure. */
export function encodeLiteServerError(error: { readonly code: number; readonly message: string }): Buffer {
  return encodeBoxed(liteServerError, error)
}

export function decodeLiteServerError(data: Uint8Array): LiteServerError {
  const { code, message } = decodeBoxed(liteServerError, data)
  return new LiteServerError(code, message)
}
