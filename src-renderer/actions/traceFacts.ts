import type { TraceJson } from '#shared/schema/v3/traces.ts'
import { type AccountChanges, accountChanges } from '../decode/accountChanges.ts'
import { assetFlow, tokenAccounts } from '../decode/assetFlow.ts'
import { type Identity, identitiesOf, type Names } from '../decode/identity.ts'
import type { Outcome } from '../decode/outcome.ts'
import { failuresOf, type TraceModel, traceModel } from '../decode/traceModel.ts'
import { transferFailures } from '../decode/transferFailures.ts'
import { valueFlow } from '../decode/valueFlow.ts'
import { actionFault, type Fault } from './actionResult.ts'
import { foldTraces, type TraceFold } from './foldTraces.ts'
import { actionsFailure, type TraceResult, traceResult } from './traceResult.ts'

/** What lists show about a whole trace. It does not keep the trace, which can be large. */
export type TraceFacts = {
  readonly result: TraceResult
  /** Outcomes of transactions that failed, also in part, by hash (base64). */
  readonly failures: ReadonlyMap<string, Outcome>
  /** Outcomes of token transfers that failed, also in part, by the hash (base64) of the first transaction of each. */
  readonly transferFailures: ReadonlyMap<string, Outcome>
  /** Of the account of the list. */
  readonly changes: AccountChanges
  /** Why the amounts can be incomplete. */
  readonly note: string | undefined
  /** True if a later answer is the same: the trace is finished, and the kinds of its contracts are known. */
  readonly isFinal: boolean
}

/** Why an answer has no facts about a trace. */
export type UnreadTrace = { readonly unread: string }

function noteOf({ trace_info, warning }: TraceJson): string | undefined {
  if (trace_info.trace_state === 'broken')
    return 'Of the indexed part of the trace: its beginning is not indexed'
  if (warning !== undefined) return `Of the indexed part of the trace: ${warning}`
  return trace_info.trace_state === 'pending' ? 'So far: the trace is not finished' : undefined
}

/** Returns whether all contracts that received messages about tokens are known to be tokens. */
function isVerified(model: TraceModel, identities: ReadonlyMap<string, Identity>): boolean {
  return tokenAccounts(model).every((account) => (identities.get(account)?.tokens.length ?? 0) > 0)
}

/**
 * Derives the facts about a trace, by the same rules as its page.
 * @param names of an answer with the metadata of all its accounts
 * @param here key of the account of the list
 */
export function traceFacts(trace: TraceJson, names: Names, here: string): TraceFacts | UnreadTrace {
  const model = traceModel(trace, names.address_book ?? {})
  if (model.steps.length === 0) {
    return { unread: trace.warning ?? 'the index has this trace without its transactions' }
  }
  const identities = identitiesOf(names, true)
  const [folded] = foldTraces(trace.actions ?? [])
  return {
    result: traceResult(model, folded),
    failures: failuresOf(model),
    transferFailures: transferFailures(model),
    changes: accountChanges(valueFlow(model), assetFlow(model, identities), here),
    note: noteOf(trace),
    isFinal: trace.trace_info.trace_state === 'complete' && isVerified(model, identities),
  }
}

/**
 * Decides what the row of a trace says about failures: what the trace's page says. The failure of a transaction that
 * is not of the row's main action is named as one of the trace.
 * @param facts undefined until the trace is read: then by the actions of the row only
 */
export function traceFault(trace: TraceFold, facts: TraceFacts | undefined): Fault | undefined {
  const { failures, result } = facts ?? {}
  const known = result?.kind === 'bad' || result?.kind === 'partly' ? result : undefined
  const failure = known ?? actionsFailure(trace, failures)
  if (!failure) return undefined
  const { kind, at, brief } = failure
  const own = actionFault(trace.lead, failures)
  if (own) return { kind, words: own.words ?? brief }
  return { kind, words: at === undefined ? brief : `elsewhere in the trace: ${brief}` }
}
