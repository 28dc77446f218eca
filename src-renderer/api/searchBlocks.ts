import { useCallback, useEffect, useRef, useState } from 'react'
import { messageOf } from '#shared/messageOf.ts'
import type { INDEX_PREFIX, SearchLine } from '#shared/schema/indexer.ts'
import { streamLines } from './request.ts'

/** Checked against the schema by the compiler. An import of the value would add zod to the script. */
const PREFIX: typeof INDEX_PREFIX = '/api/tonscope/index'

/** State of a search of the newest blocks; numbers of masterchain blocks. */
export type BlockSearchState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'searching'; readonly searched: number; readonly total: number | undefined }
  | { readonly kind: 'stopped'; readonly searched: number; readonly total: number | undefined }
  | { readonly kind: 'absent'; readonly total: number }
  | { readonly kind: 'found' }
  | { readonly kind: 'failed'; readonly reason: string }

/** A search of the newest blocks that the user starts and can stop. */
export type BlockSearch = {
  readonly state: BlockSearchState
  readonly start: () => void
  readonly stop: () => void
}

/** Returns the state after a line of the gateway's answer. */
function nextState(before: BlockSearchState, line: SearchLine): BlockSearchState {
  if ('error' in line) return { kind: 'failed', reason: line.error }
  if ('searched' in line) return { kind: 'searching', searched: line.searched, total: line.total }
  if (line.found) return { kind: 'found' }
  const total = before.kind === 'searching' ? (before.total ?? before.searched) : 0
  return { kind: 'absent', total }
}

/**
 * Searches the newest blocks for a transaction, which the index then has. Leaving the page ends the search.
 * @param hash in hexadecimal
 */
export function useBlockSearch(hash: string, onFound: () => void): BlockSearch {
  const [state, setState] = useState<BlockSearchState>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const start = useCallback(() => {
    running.current?.abort()
    const search = new AbortController()
    running.current = search
    let now: BlockSearchState = { kind: 'searching', searched: 0, total: undefined }
    const show = (next: BlockSearchState) => {
      now = next
      if (!search.signal.aborted) setState(next)
    }
    const run = async () => {
      show(now)
      try {
        const lines = streamLines<SearchLine>(`${PREFIX}/search`, { hash }, search.signal)
        for await (const line of lines) show(nextState(now, line))
        if (now.kind === 'searching') show({ kind: 'failed', reason: 'the answer ended early' })
      } catch (error) {
        show({ kind: 'failed', reason: messageOf(error) })
      }
      if (now.kind === 'found' && !search.signal.aborted) onFound()
    }
    void run()
  }, [hash, onFound])
  const stop = useCallback(() => {
    running.current?.abort()
    setState((before) => (before.kind === 'searching' ? { ...before, kind: 'stopped' } : before))
  }, [])
  return { state, start, stop }
}
