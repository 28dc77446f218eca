import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { EXECUTOR_HEADER } from '#shared/schema/executor.ts'
import type { AppContext } from '../appContext.ts'
import { NOTHING_LOADED } from './securityHeaders.ts'

const gzipBytes = promisify(gzip)
const brotliBytes = promisify(brotliCompress)

/** Brotli quality: 3 of 11 takes less time than gzip's fastest level and makes answers of v3 a fifth smaller. */
const BROTLI_QUALITY = 3

/** Minimum size of a compressed body: smaller ones cost more to compress than to send. */
const MIN_COMPRESSED_BYTES = 1024

export const JSON_TYPE = 'application/json; charset=utf-8'
const JSON_HEADERS = { 'Content-Type': JSON_TYPE, 'Content-Security-Policy': NOTHING_LOADED }

export type AnswerHeaders = Readonly<Record<string, string>>

/** Sets a header of the response, also of an error response. Names are written as in HTTP (`X-Request-Id`). */
export function setHeader(c: AppContext, name: string, value: string): void {
  c.env.request.headers[name] = value
}

/** Sets X-Executor-Version if it has a value: see EXECUTOR_HEADER. */
export function setExecutorHeader(c: AppContext, value: (() => string | undefined) | undefined): void {
  const text = value?.()
  if (text !== undefined) setHeader(c, EXECUTOR_HEADER, text)
}

/** Adds a request header on which the answer depends to `Vary`. */
export function varyBy(c: AppContext, name: string): void {
  const headers = c.env.request.headers
  headers.Vary = headers.Vary === undefined ? name : `${headers.Vary}, ${name}`
}

/** Creates every answer, with the headers of the context and its own. */
export function send(
  c: AppContext,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers?: AnswerHeaders,
): Response {
  // The plain record is passed to Node unchanged.
  return new Response(body, { status, headers: { ...c.env.request.headers, ...headers } })
}

export function redirect(c: AppContext, status: 301 | 302, location: string): Response {
  return send(c, status, null, { Location: location })
}

export function acceptsGzip(c: AppContext): boolean {
  return accepts(c, GZIP)
}

/** Returns whether the client accepts brotli: browsers do on loopback and over TLS. */
export function acceptsBrotli(c: AppContext): boolean {
  return accepts(c, BROTLI)
}

const GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

function accepts(c: AppContext, coding: RegExp): boolean {
  return coding.test(c.req.header('accept-encoding') ?? '')
}

/** Sends a text or its bytes, compressed if the client accepts that and the size warrants it. */
export function sendText(
  c: AppContext,
  status: number,
  text: string | Uint8Array<ArrayBuffer>,
  headers: AnswerHeaders,
): Response | Promise<Response> {
  if (text.length < MIN_COMPRESSED_BYTES) return send(c, status, text, headers)
  varyBy(c, 'Accept-Encoding')
  if (acceptsBrotli(c)) return sendPacked(c, status, brotli(text), { ...headers, 'Content-Encoding': 'br' })
  if (acceptsGzip(c)) return sendPacked(c, status, gzipped(text), { ...headers, 'Content-Encoding': 'gzip' })
  return send(c, status, text, headers)
}

function brotli(text: string | Uint8Array<ArrayBuffer>): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  }
  return brotliBytes(text, { params })
}

function gzipped(text: string | Uint8Array<ArrayBuffer>): Promise<Buffer> {
  return gzipBytes(text, { level: constants.Z_BEST_SPEED })
}

async function sendPacked(
  c: AppContext,
  status: number,
  bytes: Promise<Buffer>,
  headers: AnswerHeaders,
): Promise<Response> {
  return send(c, status, new Uint8Array(await bytes), headers)
}

/** Sends a text or its bytes as JSON. */
export function sendJsonText(
  c: AppContext,
  status: number,
  json: string | Uint8Array<ArrayBuffer>,
): Response | Promise<Response> {
  return sendText(c, status, json, JSON_HEADERS)
}

/** Sends a value as JSON. */
export function sendJson(c: AppContext, status: number, value: unknown): Response | Promise<Response> {
  return sendJsonText(c, status, JSON.stringify(value))
}
