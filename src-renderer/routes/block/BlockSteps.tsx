import { useQueries } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { shardChild } from '#shared/ton/shard.ts'
import { type BlockId, blockIdOf, isMasterchain } from '../../api/blockId.ts'
import { blockOfSeqnoQuery } from '../../api/blocks.ts'
import { useHead, useNetwork } from '../../api/network.tsx'
import { blockParams } from '../../components/BlockLink.tsx'
import { isTyping } from '../../components/isTyping.ts'
import type { HeaderJson } from './BlockDetails.tsx'
import styles from './BlockSteps.module.css'

/** Returns the id of the next block, or two after a split. */
function nextBlockIds(blockId: BlockId, header: HeaderJson): BlockId[] {
  const seqno = blockId.seqno + 1
  return header.before_split
    ? (['left', 'right'] as const).map((side) => ({
        ...blockId,
        shard: shardChild(blockId.shard, side),
        seqno,
      }))
    : [{ ...blockId, seqno }]
}

function useNeighbours(blockId: BlockId, header: HeaderJson | undefined) {
  const network = useNetwork()
  const head = useHead()
  const candidates = header ? nextBlockIds(blockId, header) : []
  const isOver = isMasterchain(blockId) && blockId.seqno >= (head?.seqno ?? 0)
  const found = useQueries({
    queries: candidates.map((candidate) => ({
      ...blockOfSeqnoQuery(network, candidate),
      enabled: !isMasterchain(blockId),
    })),
  })
  const next = isMasterchain(blockId)
    ? isOver
      ? []
      : candidates
    : found.flatMap(({ data }) => (data ? [blockIdOf(data.result)] : []))
  const previous = header?.prev_blocks.map(blockIdOf).filter(({ seqno }) => seqno > 0) ?? []
  return { previous: previous[0], next: next[0] }
}

/** Links to the previous and the next block, also with ← and →. */
export function BlockSteps({
  blockId,
  header,
}: {
  readonly blockId: BlockId
  readonly header: HeaderJson | undefined
}) {
  const navigate = useNavigate()
  const { previous, next } = useNeighbours(blockId, header)
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
      <Step blockId={previous} label="Previous block" />
      <Step blockId={next} label="Next block" />
    </nav>
  )
}

function Step({ blockId, label }: { readonly blockId: BlockId | undefined; readonly label: string }) {
  const Icon = label.startsWith('Previous') ? ChevronLeft : ChevronRight
  const icon = <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
  return blockId ? (
    <Link
      to="/block/$workchain/$shard/$seqno"
      params={blockParams(blockId)}
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
