import type { ReactNode } from 'react'
import { Button } from '../../../components/Button.tsx'
import { HintOffer } from '../../../components/HintOffer.tsx'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { EmptyState, SkeletonRows } from '../../../components/states.tsx'
import { WholeListNote } from '../../../components/WholeListNote.tsx'
import type { Parts } from '../../../hooks/useParts.ts'
import type { SeenTokens } from './useSeenTokens.ts'

type SeenListProps = {
  readonly address: string
  readonly seen: SeenTokens
  /** What is listed: "the tokens of this account". */
  readonly what: string
  /** What is read of each that was seen: "jetton". */
  readonly part: string
  readonly parts: Parts<unknown>
  readonly places: string
  /** Number of rows so far. */
  readonly count: number
  readonly none: string
  readonly children: ReactNode
}

function isReading({ values, errors, total }: Parts<unknown>): boolean {
  return values.size + errors.size < total
}

/** A list that grows while an account's history is read, with a note about what it has. */
export function SeenList({ address, seen, what, part, parts, places, count, none, children }: SeenListProps) {
  const { error, onRetry, isStarted, traces, onMore } = seen
  if (error && !isStarted) {
    const target = { kind: 'account', address } as const
    return <Unread error={error} what={what} target={target} onRetry={onRetry} />
  }
  if (!isStarted) return <SkeletonRows rows={3} columns={4} />
  const failed = traces.errors.size + parts.errors.size
  const isBusy = isReading(traces) || isReading(parts)
  return (
    <>
      {count > 0 ? (
        children
      ) : isBusy ? (
        <SkeletonRows rows={3} columns={4} />
      ) : (
        <EmptyState>{none}</EmptyState>
      )}
      <WholeListNote>
        Looked for in {places}. Only an index of all blocks has the whole list.
        {failed > 0 && ` ${failed} could not be read.`}
        {error && ` Older transactions could not be read: ${error.message}`}{' '}
        <Reading parts={traces} what="trace" /> <Reading parts={parts} what={part} />
        {!isBusy && (error ? onRetry : onMore) && (
          <Button onClick={error ? onRetry : onMore}>{error ? 'Try again' : 'Look further back'}</Button>
        )}
      </WholeListNote>
      <HintOffer sent="this address" asked={`for ${what}`} />
    </>
  )
}
