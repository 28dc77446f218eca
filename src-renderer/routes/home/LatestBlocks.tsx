import { Link } from '@tanstack/react-router'
import type { MasterRow } from '../../api/masterSummary.ts'
import { MasterTable } from '../../components/MasterTable.tsx'
import { NewItems } from '../../components/NewItems.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useStableList } from '../../hooks/useStableList.ts'

const SHOWN = 15

type LatestBlocksProps = {
  /** Newest first. */
  readonly rows: readonly MasterRow[]
  /** Number of newer blocks that are not read. */
  readonly behind: number
  /** Called to read them. */
  readonly onShow: () => void
}

export function LatestBlocks({ rows, behind, onShow }: LatestBlocksProps) {
  const { shown, handlers, release } = useStableList(rows)
  const missed = (rows[0]?.seqno ?? 0) - (shown[0]?.seqno ?? 0) + behind
  const show = () => {
    release()
    if (behind > 0) onShow()
  }
  return (
    <Panel
      title="Latest blocks"
      note={<NewItems count={missed} what="block" onShow={show} />}
      actions={<Link to="/blocks">All blocks</Link>}
      handlers={handlers}
      flush
    >
      <MasterTable rows={shown.slice(0, SHOWN)} dense newest={rows[0]?.seqno ?? 0} />
    </Panel>
  )
}
