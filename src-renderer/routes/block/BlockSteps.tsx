import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { shardChild } from '#shared/ton/shard.ts'
import { type BlockPlace, isMaster, placeOf } from '../../api/blockPlace.ts'
import { blockOfSeqnoQuery } from '../../api/blocks.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { blockParams } from '../../components/BlockLink.tsx'
import { isTyping } from '../../components/isTyping.ts'
import type { HeaderJson } from './BlockFacts.tsx'
import styles from './BlockSteps.module.css'

/** Where the next block is looked for: one place, or two after a split. */
function nextPlaces(place: BlockPlace, header: HeaderJson): BlockPlace[] {
  const seqno = place.seqno + 1
  return header.before_split
    ? (['left', 'right'] as const).map((side) => ({ ...place, shard: shardChild(place.shard, side), seqno }))
    : [{ ...place, seqno }]
}

function useNeighbours(place: BlockPlace, header: HeaderJson | undefined) {
  const network = useNetwork()
  const head = useHead()
  const candidates = header ? nextPlaces(place, header) : []
  const isOver = isMaster(place) && place.seqno >= (head?.seqno ?? 0)
  const found = useQueries({
    queries: candidates.map((candidate) => ({
      ...blockOfSeqnoQuery(network, candidate),
      enabled: !isMaster(place),
    })),
  })
  const next = isMaster(place)
    ? isOver
      ? []
      : candidates
    : found.flatMap(({ data }) => (data ? [placeOf(data.result)] : []))
  const previous = header?.prev_blocks.map(placeOf).filter(({ seqno }) => seqno > 0) ?? []
  return { previous: previous[0], next: next[0] }
}

/** To the block before and after, by link and by ← →. */
export function BlockSteps({
  place,
  header,
}: {
  readonly place: BlockPlace
  readonly header: HeaderJson | undefined
}) {
  const navigate = useNavigate()
  const { previous, next } = useNeighbours(place, header)
  useEffect(() => {
    const step = (event: KeyboardEvent) => {
      const target = event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined
      if (!target || isTyping(event)) return
      void navigate({ to: '/block/$workchain/$shard/$seqno', params: blockParams(target) })
    }
    document.addEventListener('keydown', step)
    return () => document.removeEventListener('keydown', step)
  }, [navigate, previous, next])
  return (
    <nav className={styles.steps} aria-label="Neighbouring blocks">
      <Step place={previous} label="Previous block" />
      <Step place={next} label="Next block" />
    </nav>
  )
}

function Step({ place, label }: { readonly place: BlockPlace | undefined; readonly label: string }) {
  const Icon = label.startsWith('Previous') ? ChevronLeft : ChevronRight
  const icon = <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
  return place ? (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(place)}
      className={styles.step}
      aria-label={label}
      title={`${label} (${label.startsWith('Previous') ? '←' : '→'})`}
    >
      {icon}
    </Link>
  ) : (
    <span className={styles.step} data-absent="" aria-hidden="true">
      {icon}
    </span>
  )
}
