import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import type { BlockJson } from '#shared/schema/v3/blocks.ts'
import { shardToHex } from '#shared/ton/shard.ts'
import { blockIdKey, blockIdOf, indexedBlockId, masterchainBlockId } from './blockId.ts'
import { masterSummaryQuery, shardsQuery } from './blocks.ts'
import { deriveSummaries, newestMaster, shardsAfter } from './deriveSummaries.ts'
import type { MasterSummary } from './masterSummary.ts'
import type { Network } from './network.tsx'
import { getV3 } from './v3.ts'

/** Maximum limit of v3. */
const MAX_LIMIT = 1_000
/** Maximum number of requests for a list. The first one estimates the number of shard blocks. */
const MAX_REQUESTS = 4
/** Assumed number of blocks for each masterchain block in the first request. */
const FIRST_RATIO = 2
/** Number of additional masterchain blocks: shard blocks can be older than the block that commits them. */
const SPARE = 2
/** A follower that is behind by at most this many masterchain blocks will have them soon. */
const NEAR = 256
/** Maximum number of answers without the newest block before it is read over v2. */
const MAX_LATE = 5
const LATE_INTERVAL_MS = 1_000
/** Time for which the lists of earlier heads are kept, ms: a new one begins with the last one's data. */
const FORGET_MS = 15_000

/** The source of a masterchain block's summary; `wait` until the state of the index is known. */
export type SummarySource = 'index' | 'chain' | 'wait'

/**
 * Returns the source of a masterchain block's summary.
 * @param index undefined until it is known, null without an index
 */
export function sourceOf(seqno: number, index: IndexStatus | null | undefined): SummarySource {
  if (index === undefined) return 'wait'
  if (index === null) return 'chain'
  if (index.coverage.some(({ first, last }) => seqno >= first && seqno <= last)) return 'index'
  const newest = index.coverage.at(-1)?.last
  const isFollowing = index.state === 'following' || index.state === 'catching_up'
  if (!isFollowing) return 'chain'
  // A new index will have its first blocks soon.
  if (newest === undefined) return index.behind !== null && index.behind <= NEAR ? 'wait' : 'chain'
  return seqno > newest && seqno <= newest + NEAR ? 'index' : 'chain'
}

/** Summaries of masterchain blocks from one answer of the index. */
export type SummaryWindow = {
  /** Newest first, without gaps. */
  readonly summaries: readonly MasterSummary[]
  /** The blocks from which the summaries were derived. The next list reuses them. */
  readonly blocks: readonly BlockJson[]
  /** Number of answers without the newest block. */
  readonly late: number
}

function windowKey(network: Network) {
  return [network.id, 'summaryWindow'] as const
}

/** Returns the latest list of any head. */
function earlierWindow(client: QueryClient, network: Network): SummaryWindow | undefined {
  const all = client.getQueryCache().findAll({ queryKey: windowKey(network) })
  const latest = all.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt).at(-1)
  return latest?.state.data as SummaryWindow | undefined
}

function merge(older: readonly BlockJson[], newer: readonly BlockJson[]): BlockJson[] {
  const all = [...older, ...newer]
  return [...new Map(all.map((block) => [blockIdKey(indexedBlockId(block)), block])).values()]
}

/** Returns the time of an older masterchain block from the index. */
async function timeOf(seqno: number, signal: AbortSignal): Promise<string | undefined> {
  const { workchain, shard } = masterchainBlockId(seqno)
  const { result } = await getV3('blocks', { workchain, shard: shardToHex(shard), seqno, limit: 1 }, signal)
  return result.blocks[0]?.gen_utime
}

type Wanted = {
  /** Masterchain seqnos, both inclusive. */
  readonly from: number
  readonly to: number
  /**
   * True for the newest blocks, which are read up to the newest one in the index; others are read up to the
   * time of `to`.
   */
  readonly isNewest: boolean
}

async function readWindow(
  client: QueryClient,
  network: Network,
  { from, to, isNewest }: Wanted,
  signal: AbortSignal,
): Promise<Omit<SummaryWindow, 'late'>> {
  const earlier = earlierWindow(client, network)
  const known = earlier?.summaries ?? []
  const reach = known[0]?.seqno ?? 0
  const isNext = reach >= from && reach <= to && (known.at(-1)?.seqno ?? to) <= from
  const ratio = known.length > 0 ? (earlier?.blocks.length ?? 0) / known.length : FIRST_RATIO
  const masters = (isNext ? to - reach : to - from + 1) + SPARE
  const end = isNewest ? undefined : await timeOf(to, signal)
  let limit = Math.min(MAX_LIMIT, Math.ceil(masters * ratio))
  for (let requests = 1; ; requests++) {
    const request = { limit, sort: 'desc', ...(end !== undefined && { end_utime: end }) } as const
    const { blocks: found } = (await getV3('blocks', request, signal)).result
    const blocks = merge(isNext ? (earlier?.blocks ?? []) : [], found)
    const seqno = newestMaster(blocks, to)
    if (seqno === 0 && (limit === MAX_LIMIT || found.length < limit)) return { summaries: [], blocks: [] }
    const shards = shardsAfter(blocks, seqno) ?? (seqno > 0 && (await shardsOf(client, network, seqno)))
    const summaries = shards ? deriveSummaries(blocks, { seqno, shards }) : []
    const reached = summaries.at(-1)?.seqno ?? seqno + 1
    if (reached <= from || found.length < limit || limit === MAX_LIMIT || requests === MAX_REQUESTS) {
      return cutBelow(from, summaries, blocks)
    }
    const perMaster = summaries.length > 0 ? blocks.length / summaries.length : 0
    limit = Math.min(MAX_LIMIT, Math.max(limit * 2, Math.ceil(masters * perMaster) + 4))
  }
}

/** Removes blocks that neither the list nor the next one needs. */
function cutBelow(
  from: number,
  summaries: readonly MasterSummary[],
  blocks: readonly BlockJson[],
): Omit<SummaryWindow, 'late'> {
  const shown = summaries.filter(({ seqno }) => seqno >= from)
  // A shard without recent blocks still has its newest block.
  const tops = new Set(shown.at(-1)?.shards.map(blockIdKey))
  const kept = blocks.filter(
    (block) =>
      block.masterchain_block_ref.seqno >= from - SPARE || tops.has(blockIdKey(indexedBlockId(block))),
  )
  return { summaries: shown, blocks: kept }
}

/** Reads the shards after a block over v2, which is needed if one of them has no block in the list. */
async function shardsOf(client: QueryClient, network: Network, seqno: number) {
  return (await client.fetchQuery(shardsQuery(network, seqno))).result.shards.map(blockIdOf)
}

/**
 * Returns the query for the summaries of masterchain blocks `from` to `to`: one request of v3, which reads only
 * new blocks after a new head. Each summary is also cached under its seqno.
 */
export function summaryWindowQuery(network: Network, target: Wanted) {
  const { from, to } = target
  const queryKey = [...windowKey(network), from, to]
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<SummaryWindow> => {
      const before = client.getQueryData<SummaryWindow>(queryKey)
      const { summaries, blocks } = await readWindow(client, network, target, signal)
      for (const summary of summaries) {
        client.setQueryData(masterSummaryQuery(network, summary.seqno).queryKey, summary)
      }
      const isLate = (summaries[0]?.seqno ?? 0) < to
      return { summaries, blocks, late: isLate ? (before?.late ?? 0) + 1 : 0 }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FORGET_MS,
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      data && data.late > 0 && data.late < MAX_LATE ? LATE_INTERVAL_MS : false,
  })
}

/** Returns whether the index will probably have the newest block of a list soon. */
export function isComing(window: SummaryWindow | undefined): boolean {
  return window === undefined || (window.late > 0 && window.late < MAX_LATE)
}
