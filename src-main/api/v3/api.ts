import { ApiError } from '#shared/apiError.ts'
import type { V3Name, V3Result, V3Values } from '#shared/schema/v3/operations.ts'
import { CoverageError, type ReadThrough } from '../../index/indexer.ts'
import type { SeqnoRange } from '../../store/indexStore.ts'
import type { V2Api } from '../v2/api.ts'
import type { V3Answer, V3CallOptions, V3Context, V3Handler } from './context.ts'
import { coverageText } from './coverageText.ts'
import { FETCH_MS, fetchNeeds, keyOf, OPTIONAL_MS } from './fetchNeeds.ts'
import { legacyHandlers } from './legacy.ts'
import type { ReadAnswer, ReadOptions } from './reading.ts'
import type { ReadPool } from './readPool.ts'
import { jsonBytes } from './render/jsonBytes.ts'

/** What is indexed, and who finds what is not. */
export type V3Index = {
  readonly reader: Pick<ReadPool, 'ask'>
  /** Absent where nothing can be written: an imported index. */
  readonly readThrough: ReadThrough | undefined
  coverage(): readonly SeqnoRange[]
  /** Seqno of the network's newest masterchain block, as far as anybody here has heard. */
  head(): number | undefined
  /** Nobody is there who would have told of a newer one. */
  isHeadOld(): boolean
}

export type V3ApiOptions = {
  /** Of the chain that is served; a text says why there is none. */
  readonly index: V3Index | { readonly unavailable: string }
  readonly v2: V2Api
  /** Addresses are printed for a test network. */
  readonly testOnly: boolean
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

/** What is fetched may show what else is missing: of an account's history, the traces. */
const MAX_ROUNDS = 4
/** So many masterchain blocks may one liteserver be behind another. */
const SERVERS_APART = 16

type AnyHandler = (values: object, context: V3Context) => Promise<object>

export function createV3Api({ index, v2, testOnly, handlers = {} }: V3ApiOptions): V3Api {
  const own: { readonly [name: string]: unknown } = { ...legacyHandlers, ...handlers }
  const coverage = () => ('reader' in index ? coverageText(index.coverage()) : 'none')

  async function readIndex(name: V3Name, values: object, options: V3CallOptions): Promise<V3Answer> {
    if (!('reader' in index)) throw new CoverageError(index.unavailable)
    const { addressBook, metadata, timeout: timeoutMs, signal } = options
    const { reader, readThrough } = index
    const ask = (how: Pick<ReadOptions, 'mayMiss' | 'offline' | 'readSince'>) =>
      reader.ask(
        { operation: name, values, options: { addressBook, metadata, testOnly, ...headOf(index), ...how } },
        { timeoutMs, signal },
      )
    const fetched = new Set<string>()
    const deadline = AbortSignal.timeout(FETCH_MS)
    let optionalDeadline: AbortSignal | undefined
    const since = (index.head() ?? 0) - SERVERS_APART
    let mayMiss = true
    for (let round = 1; ; round++) {
      const answer = await ask({ mayMiss, ...(round > 1 && { readSince: since }) })
      if (answer.kind !== 'missing') return answerOf(answer)
      if (!mayMiss || answer.needs.length === 0) throw notCovered(answer)
      // What was fetched and is missing still, the network does not have.
      const needs = answer.needs.filter((need) => !fetched.has(keyOf(need)))
      for (const need of needs) fetched.add(keyOf(need))
      optionalDeadline ??= AbortSignal.timeout(OPTIONAL_MS)
      try {
        await fetchNeeds(readThrough, { ...answer, needs }, { client: signal, deadline, optionalDeadline })
      } catch (error) {
        if (!(error instanceof CoverageError) || deadline.aborted) throw error
        const known = await ask({ mayMiss, offline: true, readSince: 0 })
        if (known.kind === 'missing') throw error
        return answerOf(known)
      }
      mayMiss = needs.length > 0 && round < MAX_ROUNDS
    }
  }

  return {
    coverage,
    async call(name, values, options) {
      const asked = withActionsVersion(values, options)
      const handle = own[name] as AnyHandler | undefined
      if (!handle) return readIndex(name, asked, options)
      const context: V3Context = {
        v2,
        options,
        async read<Name extends V3Name>(other: Name, otherValues: V3Values<Name>): Promise<V3Result<Name>> {
          const { json } = await readIndex(other, otherValues, options)
          return JSON.parse(Buffer.from(json).toString()) as V3Result<Name>
        },
      }
      const result = await handle(asked, context)
      return { status: 200, json: jsonBytes(result), coverage: coverage() }
    },
  }
}

function headOf(index: V3Index): Pick<ReadOptions, 'head' | 'isHeadOld'> {
  return { head: index.head(), isHeadOld: index.isHeadOld() }
}

function notCovered({ covered }: Extract<ReadAnswer, { kind: 'missing' }>): CoverageError {
  return new CoverageError(`the index does not have this; it covers ${covered}`)
}

function answerOf(answer: Exclude<ReadAnswer, { kind: 'missing' }>): V3Answer {
  if (answer.kind === 'refused') throw new ApiError(answer.status, answer.text)
  const { status, json, coverage } = answer
  return { status, json, coverage }
}

/** X-Actions-Version replaces the list wherever there is one (v3-contract §2.2). */
function withActionsVersion(values: object, { actionsVersion }: V3CallOptions): object {
  if (actionsVersion === undefined || !('supported_action_types' in values)) return values
  return { ...values, supported_action_types: [actionsVersion] }
}
