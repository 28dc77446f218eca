import type { V3Name, V3Result, V3Values } from '#shared/schema/v3/operations.ts'
import { CoverageError, UnfinishedError } from '../../indexer/indexer.ts'
import { canonicalText } from '../../platform/canonicalText.ts'
import type { V2Api } from '../v2/api.ts'
import type { LegacyName, ReadName, V3Answer, V3CallOptions, V3Context, V3Handler } from './context.ts'
import { coverageText } from './coverageText.ts'
import { FETCH_MS, unreachableError } from './fetchMissing.ts'
import { IndexRequest, type V3Index } from './indexRequest.ts'
import { legacyHandlers } from './legacy.ts'
import { jsonBytes } from './render/jsonBytes.ts'
import { UnfinishedRequests } from './unfinishedRequests.ts'

export type V3ApiOptions = {
  /**
   * The index of the served chain, or the reason why it is unavailable and the seconds after which a request can
   * succeed.
   */
  readonly index: V3Index | { readonly unavailable: string; readonly retryAfter?: number | undefined }
  readonly v2: V2Api
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
  /**
   * Returns the URL of the gateway's images of tokens, before the escaped URL of the image; undefined if it serves
   * none.
   */
  readonly imagePrefix?: (() => string) | undefined
  /** Time limit of the fetches for a request, ms. Defaults to 15 s. */
  readonly fetchMs?: number
  /** Operations that other parts answer in the main thread. */
  readonly handlers?: { readonly [Name in V3Name]?: V3Handler<Name> }
}

/** The operations of `/api/v3` over one network and its index. */
export type V3Api = {
  /** Rejects with ApiError, CoverageError, StoreError, or as v2 and sessions do. */
  call(name: V3Name, values: object, options: V3CallOptions): Promise<V3Answer>
  /** Value of X-Index-Coverage. */
  coverage(): string
}

function isLegacyName(name: V3Name): name is LegacyName {
  return Object.hasOwn(legacyHandlers, name)
}

type AnyHandler = (values: object, context: V3Context) => Promise<object>

export function createV3Api({
  index,
  v2,
  testOnly,
  imagePrefix,
  fetchMs = FETCH_MS,
  handlers = {},
}: V3ApiOptions): V3Api {
  const unfinished = new UnfinishedRequests()
  const coverage = () => ('reader' in index ? coverageText(index.coverage()) : 'none')

  async function readIndex(name: ReadName, values: object, options: V3CallOptions): Promise<V3Answer> {
    if (!('reader' in index)) {
      const { unavailable, retryAfter } = index
      throw new CoverageError(unavailable, retryAfter === undefined ? {} : { retryAfter })
    }
    const shown = { testOnly, imagePrefix: imagePrefix?.() }
    const request = new IndexRequest(index, { name, values, options, shown })
    const { signal, ...controls } = options
    const key = `${name}${canonicalText(values)}${canonicalText(controls)}`
    const deadline = AbortSignal.timeout(fetchMs)
    try {
      await unfinished.settled(key, AbortSignal.any([signal, deadline]))
    } catch (error) {
      signal.throwIfAborted()
      throw unreachableError(error, coverage(), deadline.aborted)
    }
    try {
      return await request.answer(deadline)
    } catch (error) {
      if (error instanceof UnfinishedError && !signal.aborted)
        unfinished.goOn(key, (until) => request.continued(until).answer(until))
      throw error
    }
  }

  return {
    coverage,
    async call(name, values, options) {
      const versioned = withActionsVersion(values, options)
      let handle = handlers[name] as AnyHandler | undefined
      if (!handle) {
        if (!isLegacyName(name)) return readIndex(name, versioned, options)
        handle = legacyHandlers[name] as AnyHandler
      }
      let answered: string | undefined
      const context: V3Context = {
        v2,
        options,
        index: 'reader' in index ? (index.isHeadOld() ? 'alone' : 'connected') : 'none',
        async read<Name extends ReadName>(other: Name, otherValues: V3Values<Name>): Promise<V3Result<Name>> {
          const { json, coverage: read } = await readIndex(other, otherValues, options)
          answered = read
          return JSON.parse(Buffer.from(json).toString()) as V3Result<Name>
        },
      }
      const result = await handle(versioned, context)
      return { status: 200, json: jsonBytes(result), coverage: answered ?? coverage() }
    },
  }
}

/** X-Actions-Version replaces the parameter of every operation that has one (compatibility-v3 §1.2). */
function withActionsVersion(values: object, { actionsVersion }: V3CallOptions): object {
  if (actionsVersion === undefined || !('supported_action_types' in values)) return values
  return { ...values, supported_action_types: [actionsVersion] }
}
