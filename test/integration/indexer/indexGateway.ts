import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import {
  INDEX_PREFIX,
  type IndexCommand,
  type IndexStatus,
  indexStatusSchema,
} from '#shared/schema/indexer.ts'
import { until } from '../../fixtures/until.ts'

/** Long enough for a loaded machine. */
const DEADLINE_MS = 60_000

/** Sends a request to a gateway; rejects with the text of an error response. */
export async function ask<T>(url: string, path: string, body?: object): Promise<T> {
  const init: RequestInit = body
    ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    : {}
  const response = await fetch(`${url}${path}`, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
  const answer = (await response.json()) as { ok: boolean; result: T; error: string }
  if (!answer.ok) throw new Error(`${response.status}: ${answer.error}`)
  return answer.result
}

export const step = (url: string, blocks: number) =>
  ask<{ seqno: number }>(url, `${DEVNET_PREFIX}/step`, { blocks })

export const command = <T = IndexStatus>(url: string, name: IndexCommand, body: object = {}) =>
  ask<T>(url, `${INDEX_PREFIX}/${name}`, body)

export async function indexStatus(url: string): Promise<IndexStatus> {
  return indexStatusSchema.parse(await ask(url, INDEX_PREFIX))
}

export async function headSeqno(url: string): Promise<number> {
  return (await ask<{ last: { seqno: number } }>(url, '/api/v2/getMasterchainInfo')).last.seqno
}

/** Waits until the index's status meets a condition. */
export function indexUntil(url: string, isMet: (status: IndexStatus) => boolean): Promise<IndexStatus> {
  return statusUntil(() => indexStatus(url), isMet)
}

/** Reads an index's status repeatedly until it meets a condition. */
export function statusUntil(
  read: () => IndexStatus | Promise<IndexStatus>,
  isMet: (status: IndexStatus) => boolean,
  timeoutMs = DEADLINE_MS,
): Promise<IndexStatus> {
  let last: IndexStatus | undefined
  return until(
    () => `the index changes: ${JSON.stringify(last)}`,
    async () => {
      last = await read()
      return isMet(last) ? last : undefined
    },
    { timeoutMs },
  )
}

/**
 * Waits until the index covers every block up to the head; returns the head's seqno. A gateway that follows another
 * gateway's devnet sees a new block later than that one: `atLeast` is the seqno it must have.
 */
export async function indexedToHead(url: string, atLeast = 1): Promise<number> {
  const head = Math.max(await headSeqno(url), atLeast)
  await indexUntil(
    url,
    ({ coverage }) => coverage.length === 1 && coverage[0]?.first === 1 && (coverage[0]?.last ?? 0) >= head,
  )
  return head
}
