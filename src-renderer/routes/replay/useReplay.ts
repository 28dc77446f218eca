import { useQueries, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ReplayJson, StepJson } from '#shared/schema/replay.ts'
import { useNetwork } from '../../api/network.tsx'
import { PAGE, type ReplayTarget, replayQuery, stepsQuery } from '../../api/replay.ts'

const route = getRouteApi('/replay/$account')

/** A step with the values of its stack, bottom first; undefined if the log does not have them. */
export type ShownStep = Omit<StepJson, 'stack'> & { readonly stack: readonly string[] | undefined }

/** Reads what the URL names; undefined if it names nothing. */
export function useReplayTarget(): ReplayTarget | undefined {
  const { account } = route.useParams()
  const { lt, method, stack, seqno } = route.useSearch()
  return useMemo(() => {
    if (lt !== undefined) return { account, lt }
    return method === undefined ? undefined : { account, method, stack: stack ?? '[]', seqno }
  }, [account, lt, method, stack, seqno])
}

/** Runs the target again. */
export function useReplay(target: ReplayTarget) {
  return useQuery(replayQuery(useNetwork(), target))
}

/** The steps of the pages that are shown. */
export type Steps = {
  /** Returns a step; undefined while its page is being read, and beyond the end. */
  at(index: number): ShownStep | undefined
  /** The error of a page that could not be read. */
  readonly error: Error | null
}

/**
 * Reads the pages that contain `first` to `last`, and `selected` with the step after it.
 */
export function useSteps(
  target: ReplayTarget,
  replay: ReplayJson,
  { first, last, selected }: { readonly first: number; readonly last: number; readonly selected: number },
): Steps {
  const network = useNetwork()
  const lastPage = Math.max(0, Math.ceil(replay.steps.total / PAGE) - 1)
  const wanted = [first, last, selected, selected + 1].map((step) =>
    Math.min(lastPage, Math.floor(step / PAGE)),
  )
  const pages = [...new Set(wanted)].filter((page) => page > 0)
  const read = useQueries({ queries: pages.map((page) => stepsQuery(network, target, page)) })
  const found = new Map(pages.map((page, index) => [page, read[index]?.data] as const))
  return {
    error: read.find(({ error }) => error)?.error ?? null,
    at(index) {
      const page = Math.floor(index / PAGE)
      const part = page === 0 ? replay.steps : found.get(page)
      const step = part?.steps[index - page * PAGE]
      return step && { ...step, stack: step.stack?.map((value) => part?.values[value] ?? '') }
    },
  }
}
