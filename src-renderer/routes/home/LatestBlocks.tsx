import { Link } from '@tanstack/react-router'
import type { MasterRow } from '../../api/masterSummary.ts'
import { MasterTable } from '../../components/MasterTable.tsx'
import { NewItems } from '../../components/NewItems.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useStableList } from '../../hooks/useStableList.ts'

const SHOWN = 15

export function LatestBlocks({ rows }: { readonly rows: readonly MasterRow[] }) {
  const { shown, handlers, release } = useStableList(rows)
  const missed = (rows[0]?.seqno ?? 0) - (shown[0]?.seqno ?? 0)
  return (
    <Panel
      title="Latest blocks"
      note={<NewItems count={missed} what="block" onShow={release} />}
      actions={<Link to="/blocks">All blocks</Link>}
      handlers={handlers}
      flush
    >
      <MasterTable rows={shown.slice(0, SHOWN)} dense newest={rows[0]?.seqno ?? 0} />
    </Panel>
  )
}
