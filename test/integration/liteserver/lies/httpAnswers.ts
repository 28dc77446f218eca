import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../../../src-main/chain/cells/parseBoc.ts'
import { openMerkleProof } from '../../../../src-main/chain/merkle/merkleProof.ts'

/** One request over HTTP: path and query, and a body for POST. */
export type HttpQuestion = { readonly path: string; readonly body?: string }

export type HttpAnswer = {
  readonly status: number
  readonly body: string
  readonly retryAfter: string | null
  /** Number of transactions of a v3 answer whose trace is unknown, from its header. */
  readonly unknownTraces: number
}

const DEADLINE_MS = 60_000
/** Of every bag of cells in base64. */
const BOC_START = 'te6cc'

/** Leaves out `@extra`, which has the time and the server, and fields without a proof (docs/compatibility.md). */
function proved(text: string): string {
  return text.replace(/,?"@extra":"[^"]*"/, '').replace(/,?"ext_msg_queue_size_limit":\d+/g, '')
}

function unknownTraces(coverage: string): number {
  return Number(/trace_id of (\d+) transactions? not known/.exec(coverage)?.[1] ?? 0)
}

export async function ask(url: string, { path, body }: HttpQuestion): Promise<HttpAnswer> {
  const init = body === undefined ? {} : { method: 'POST', body }
  const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
  const text = await response.text()
  return {
    status: response.status,
    body: proved(text),
    retryAfter: response.headers.get('retry-after'),
    unknownTraces: unknownTraces(response.headers.get('x-index-coverage') ?? ''),
  }
}

/** Parts of v3's answers that depend on other data that a gateway has read. */
const NAMES = new Set(['address_book', 'metadata'])
/** A state before or after a transaction, and its fields, are null where the neighbouring block was not read. */
const IN_STATE = /\.account_state_(before|after)\b/

/** Fields that are left out if the root of a transaction's trace is unknown, which the answer reports. */
const OF_TRACE = /\.transactions\.\d+\.trace_(id|external_hash|external_hash_norm)$/

/**
 * Returns the meaning of a bag of cells: a proof can lack a leaf that is not on its path, and the same cells have several
 * serializations.
 */
function meaningOfBoc(text: string): string {
  let root: Cell
  try {
    root = parseBocRoot(Buffer.from(text, 'base64'))
  } catch {
    return text
  }
  try {
    return openMerkleProof(root).hash(0).toString('hex')
  } catch {
    return root.hash().toString('hex')
  }
}

/** Returns whether an answer lacks a field that its headers declare unknown. */
function isUnknown(path: string, one: unknown, other: unknown, unknown: UnknownTraces): boolean {
  if (!OF_TRACE.test(path)) return false
  return (one === undefined && unknown.ofOne) || (other === undefined && unknown.ofOther)
}

/** Whether each of two answers declares traces unknown. */
type UnknownTraces = { readonly ofOne: boolean; readonly ofOther: boolean }

/** Returns the path of the first difference between two answers, or undefined if their common fields are equal. */
function difference(one: unknown, other: unknown, unknown: UnknownTraces, path = ''): string | undefined {
  const key = path.slice(path.lastIndexOf('.') + 1)
  const isAbsent = one === null || other === null || one === undefined || other === undefined
  if (one === other || NAMES.has(key) || (IN_STATE.test(path) && isAbsent)) return undefined
  if (isUnknown(path, one, other, unknown)) return undefined
  const areObjects = typeof one === 'object' && typeof other === 'object' && !isAbsent
  if (areObjects) {
    const keys = new Set([...Object.keys(one as object), ...Object.keys(other as object)])
    const [left, right] = [one, other] as Record<string, unknown>[]
    return [...keys]
      .map((name) => difference(left?.[name], right?.[name], unknown, `${path}.${name}`))
      .find(Boolean)
  }
  const texts = [one, other].map(String)
  const areBocs = texts.every((text) => text.startsWith(BOC_START))
  if (areBocs && meaningOfBoc(texts[0] ?? '') === meaningOfBoc(texts[1] ?? '')) return undefined
  return `${path}: ${texts.map((text) => text.slice(0, 100)).join(' for ')}`
}

/** Returns how an answer differs from the true one, undefined if it does not. */
export function differenceOf(one: HttpAnswer, other: HttpAnswer): string | undefined {
  if (one.status !== other.status) return `${one.status} for ${other.status}: ${one.body.slice(0, 300)}`
  if (one.body === other.body) return undefined
  const wrong = [one, other].find((answer) => tracelessRows(answer) !== answer.unknownTraces)
  if (wrong) return `${wrong.unknownTraces} unknown traces stated for ${tracelessRows(wrong)}`
  const unknown = { ofOne: one.unknownTraces > 0, ofOther: other.unknownTraces > 0 }
  return difference(JSON.parse(one.body), JSON.parse(other.body), unknown)
}

/** Counts the transactions of a v3 answer that have no trace. */
function tracelessRows({ body }: HttpAnswer): number {
  const { transactions } = JSON.parse(body) as { readonly transactions?: readonly { trace_id?: string }[] }
  return transactions?.filter(({ trace_id }) => trace_id === undefined).length ?? 0
}
