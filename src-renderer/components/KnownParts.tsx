import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { seenTokens } from '../api/identityContext.tsx'
import { useNetwork } from '../api/network.tsx'
import type { TokenType } from '../decode/tokenInfo.ts'
import type { Parts } from '../hooks/useParts.ts'
import { Reading } from './Reading.tsx'
import { SkeletonRows } from './states.tsx'
import { WholeIndexOnly, WholeListNote } from './WholeListNote.tsx'

/** Maximum number of contracts of a list that are read. */
const MAX_KNOWN = 60

/**
 * Returns accounts (keys) for a list of tokens where no index has all: well-known ones, then those that pages of this
 * window have shown.
 */
export function useKnownTokens(type: TokenType, wellKnown: readonly string[]): readonly string[] {
  const client = useQueryClient()
  const { id } = useNetwork()
  // The list stays while its own answers bring other names.
  const [known] = useState(() => [...new Set([...wellKnown, ...seenTokens(client, id, type)])])
  return known.slice(0, MAX_KNOWN)
}

type KnownPartsProps = {
  readonly parts: Parts<unknown>
  /** What is listed: "jetton". */
  readonly what: string
  /** Whether the list has well-known ones. */
  readonly isWellKnown: boolean
  readonly isEmpty: boolean
  readonly children: ReactNode
}

/** A list of the tokens that are known without an index, with a line that says what only an index has. */
export function KnownParts({ parts, what, isWellKnown, isEmpty, children }: KnownPartsProps) {
  const { values, errors, total } = parts
  if (total === 0) {
    return (
      <WholeIndexOnly
        what={`the ${what}s of this network`}
        instead={`${what.replace(/^[a-z]/, (first) => first.toUpperCase())}s of pages that you open are listed here. To open one, or the tokens of an account, search for its address.`}
      />
    )
  }
  const source = isWellKnown ? `The best known ${what}s, and those` : `The ${what}s`
  return (
    <>
      {isEmpty && values.size + errors.size < total ? (
        <SkeletonRows rows={6} columns={4} />
      ) : (
        !isEmpty && children
      )}
      <WholeListNote>
        {source} of pages that you opened. Only an index of all blocks has the others.{' '}
        {errors.size > 0 && `${errors.size} could not be read. `}
        <Reading parts={parts} what={what} />
      </WholeListNote>
    </>
  )
}
