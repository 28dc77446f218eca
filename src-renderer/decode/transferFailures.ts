import { messageOf } from './assetFlow.ts'
import { isFailure, type Outcome } from './outcome.ts'
import type { TraceModel, TraceStep } from './traceModel.ts'

const TRANSFERS: ReadonlySet<string> = new Set(['transfer', 'burn', 'NFT transfer'])

/** Returns the step that received the tokens, which another jetton wallet or the master must accept. */
function takerOf({ children }: TraceStep): TraceStep | undefined {
  return children.find((child) => {
    const message = messageOf(child)
    return message?.kind === 'internal transfer' || message?.kind === 'burn notification'
  })
}

function failureOf(step: TraceStep): Outcome | undefined {
  if (isFailure(step.outcome)) return step.outcome
  const taker = takerOf(step)
  return taker && isFailure(taker.outcome) ? taker.outcome : undefined
}

/**
 * Returns the outcomes of token transfers that failed, also in part, by the hash (base64) of the transaction that
 * received the request: that transaction failed, or the tokens were not accepted.
 */
export function transferFailures({ steps }: TraceModel): ReadonlyMap<string, Outcome> {
  return new Map(
    steps.flatMap((step): [string, Outcome][] => {
      const message = messageOf(step)
      const isTransfer = message !== undefined && !message.isBounced && TRANSFERS.has(message.kind)
      const failure = isTransfer ? failureOf(step) : undefined
      return failure ? [[step.json.hash, failure]] : []
    }),
  )
}
