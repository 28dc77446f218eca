import type { Action } from '../actions/action.ts'
import { ACTIONS_PER_PAGE, type CompleteTraces, completeTraces } from '../actions/completeTraces.ts'
import { allActions, foldTraces, type TraceFold, traceKey } from '../actions/foldTraces.ts'
import type { Names } from '../decode/identity.ts'
import type { PageKey } from './pageKey.ts'

/** All types that the explorer can describe. Those of tgBTC are in no version (docs/actions §6). */
export const SUPPORTED_TYPES: readonly string[] = ['latest', 'tgbtc']

/** The API's largest page. */
export const MAX_LIMIT = 1_000

/** An answer of `/api/v3/actions`. */
type ActionsAnswer = { readonly result: Names & { readonly actions: readonly Action[] } }

/** A page of actions in whole traces, newest first. */
type ActionsPage<A extends ActionsAnswer> = CompleteTraces & {
  readonly answer: A
  /** True if the page has a part of one large trace. */
  readonly isCut: boolean
}

type ActionsWanted = {
  readonly account?: string
  readonly action_type?: string[]
  readonly exclude_action_type?: string[]
}

/** Parameters of a request for a page. */
export type PageRequest = ActionsWanted & {
  readonly end_lt?: string
  readonly offset?: number
  readonly supported_action_types: string[]
  readonly limit: number
  readonly sort: 'desc'
}

type Ask<A extends ActionsAnswer> = (request: PageRequest, signal: AbortSignal) => Promise<A>

async function askPage<A extends ActionsAnswer>(
  ask: Ask<A>,
  wanted: ActionsWanted,
  key: PageKey | undefined,
  signal: AbortSignal,
  limit = ACTIONS_PER_PAGE,
): Promise<ActionsPage<A>> {
  const window = key && { end_lt: key.at, offset: key.skip }
  const supported_action_types = [...SUPPORTED_TYPES]
  const request = {
    ...wanted,
    ...window,
    supported_action_types,
    limit,
    sort: 'desc',
  } as const
  const answer = await ask(request, signal)
  const { actions } = answer.result
  const page = completeTraces(actions, key, limit)
  return { ...page, answer, isCut: page.next !== undefined && page.actions.length === actions.length }
}

/** Asks for a page, and for a larger one if it has only a part of a trace: its actions are counted. */
export async function askWholePage<A extends ActionsAnswer>(
  ask: Ask<A>,
  wanted: ActionsWanted,
  key: PageKey | undefined,
  signal: AbortSignal,
): Promise<ActionsPage<A>> {
  const page = await askPage(ask, wanted, key, signal)
  return page.isCut ? askPage(ask, wanted, key, signal, MAX_LIMIT) : page
}

/** Limit of the first request, which is usually enough for a dozen traces. */
const FIRST_LIMIT = 60

/** Minimum limit of the other requests. */
const MIN_LIMIT = 20

/** Returns the limit of a request for `missing` traces, given that `read` actions resulted in `kept` traces. */
function limitFor(missing: number, read: number, kept: number): number {
  const pace = read / Math.max(1, kept)
  return Math.min(ACTIONS_PER_PAGE, Math.max(MIN_LIMIT, Math.ceil(missing * pace)))
}

/** Leaves out the transactions that the network itself starts. */
const OF_ACCOUNTS: ActionsWanted = { exclude_action_type: ['tick_tock'] }

/** Maximum number of requests while pages have only the network's own actions. */
const MAX_PAGES = 10

/** The newest actions of all accounts that pass a filter, in whole traces. */
export type LatestActions = {
  readonly actions: readonly Action[]
  /** Number of actions read, before the filter. */
  readonly read: number
  readonly isAll: boolean
  /** Names of the accounts of all pages read; `IdentityProvider` finds them under `result`. */
  readonly result: Names
}

/** Identifies an action in one state of its trace, which can grow. */
function versionOf({ action_id, trace_end_lt }: Action): string {
  return `${action_id} ${trace_end_lt}`
}

/** Returns actions and those of an earlier list that they do not replace. */
function withEarlier(found: readonly Action[], earlier: readonly Action[]): readonly Action[] {
  const ids = new Set(found.map(({ action_id }) => action_id))
  const ends = new Map(found.map((action) => [traceKey(action), action.trace_end_lt]))
  const isCurrent = (action: Action) =>
    (ends.get(traceKey(action)) ?? action.trace_end_lt) === action.trace_end_lt
  return [...found, ...earlier.filter((action) => !ids.has(action.action_id) && isCurrent(action))]
}

/** Numbers of traces: a list with `min` is complete, and more than `max` are dropped. */
export type TraceCount = { readonly min: number; readonly max: number }

/**
 * Reads the newest actions of all accounts until they result in enough traces after the filter `keep`. Reads only
 * actions that are newer than an earlier list.
 */
export async function readLatest(
  ask: Ask<ActionsAnswer>,
  earlier: readonly Action[],
  wanted: TraceCount,
  keep: (traces: readonly TraceFold[]) => readonly TraceFold[],
  signal: AbortSignal,
): Promise<LatestActions> {
  const known = new Set(earlier.map(versionOf))
  const isKnown = (action: Action) => known.has(versionOf(action))
  let found: readonly Action[] = []
  let read = 0
  let key: PageKey | undefined
  let kept: readonly TraceFold[] = []
  const names = { address_book: {}, metadata: {} }
  for (let i = 0; i < MAX_PAGES; i++) {
    const limit = i === 0 ? FIRST_LIMIT : limitFor(wanted.max - kept.length, read, kept.length)
    let page = await askPage(ask, OF_ACCOUNTS, key, signal, limit)
    if (page.isCut && !page.actions.every(isKnown))
      page = await askPage(ask, OF_ACCOUNTS, key, signal, MAX_LIMIT)
    read += page.actions.length
    Object.assign(names.address_book, page.answer.result.address_book)
    Object.assign(names.metadata, page.answer.result.metadata)
    key = page.next
    found = [...found, ...page.actions]
    if (page.actions.some(isKnown)) found = withEarlier(found, earlier)
    kept = keep(foldTraces(found)).slice(0, wanted.max)
    found = kept.flatMap(allActions)
    if (!key || kept.length >= wanted.min) break
  }
  return { actions: found, read, isAll: key === undefined, result: names }
}
