import type { IndexStatus } from '../../../src-shared/schema/indexer.ts'
import { STATUS_PATH, type Status } from '../../../src-shared/schema/status.ts'
import { v3Path } from '../../../src-shared/schema/v3/client.ts'
import type { V3Name, V3Request, V3Result } from '../../../src-shared/schema/v3/operations.ts'
import type { TraceJson } from '../../../src-shared/schema/v3/traces.ts'
import { type DevnetApi, expect, test } from './devnetFixtures.ts'
import { hexOf } from './fixtures.ts'

export { expect, test }

/** Sends a v3 request as a client does. */
export async function askV3<Name extends V3Name>(
  { url }: DevnetApi,
  name: Name,
  request: V3Request<Name>,
): Promise<V3Result<Name>> {
  const response = await fetch(`${url}${v3Path(name, request)}`)
  expect(response.status).toBe(200)
  return (await response.json()) as V3Result<Name>
}

/** Waits until the index has the newest block. */
export async function indexed(devnet: DevnetApi): Promise<void> {
  await expect(async () => {
    const { seqno } = await devnet.status()
    const { last } = await askV3(devnet, 'masterchainInfo', {})
    expect(last.seqno).toBeGreaterThanOrEqual(seqno - 1)
  }).toPass({ timeout: 60_000 })
}

/**
 * Stops the blocks of the devnet, and waits until the index has every block, with its contracts verified and its traces
 * classified: a page that is opened then has nothing to request again.
 */
export async function stopBlocks(devnet: DevnetApi): Promise<void> {
  await devnet.call('settings', { block_interval: 0 })
  await indexedFully(devnet)
}

/**
 * Waits until the index has everything of a devnet whose blocks are stopped, and the gateway answers with its head: it can
 * still have the block before, so that a page would see a new head after it was drawn.
 */
export async function indexedFully(devnet: DevnetApi): Promise<void> {
  await expect(async () => {
    const { seqno } = await devnet.status()
    const response = await fetch(`${devnet.url}/api/tonscope/index`)
    const { result } = (await response.json()) as { result: IndexStatus }
    expect(result.coverage.at(-1)?.last).toBe(seqno)
    expect([result.detection.pending, result.classification.pending]).toEqual([0, 0])
    const { head } = (await (await fetch(`${devnet.url}${STATUS_PATH}`)).json()) as Status
    expect(head?.seqno).toBe(seqno)
  }).toPass({ timeout: 60_000 })
}

/** The newest complete trace of the scenario that passes. */
export async function someTrace(
  devnet: DevnetApi,
  passes: (trace: TraceJson) => boolean,
): Promise<TraceJson> {
  await indexed(devnet)
  const limit = 200
  for (let offset = 0; ; offset += limit) {
    const { traces } = await askV3(devnet, 'traces', { limit, offset })
    const found = traces.find(passes)
    if (found) return found
    if (traces.length < limit) throw new Error('the scenario has no such trace')
  }
}

function transactionsOf({ transactions = {} }: TraceJson) {
  return Object.values(transactions)
}

export function hasFailure(trace: TraceJson): boolean {
  return transactionsOf(trace).some(
    ({ description: { compute_ph } }) => compute_ph?.skipped === false && !compute_ph.success,
  )
}

export function hasReturn(trace: TraceJson): boolean {
  return transactionsOf(trace).some(({ in_msg }) => in_msg?.bounced === true)
}

export function tracePath({ trace_id }: TraceJson): string {
  return `/trace/${hexOf(trace_id ?? '')}`
}
