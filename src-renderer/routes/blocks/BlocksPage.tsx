import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { seqnosUpTo, withoutLoadingTop } from '../../api/masterSummary.ts'
import { useHead } from '../../api/network.tsx'
import { useMasterSummaries } from '../../api/useMasterSummaries.ts'
import filters from '../../components/Filters.module.css'
import { ListLinks } from '../../components/ListLinks.tsx'
import { MasterTable } from '../../components/MasterTable.tsx'
import { NewItems } from '../../components/NewItems.tsx'
import { NoHead } from '../../components/NoHead.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Pager } from '../../components/Pager.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { workchainName } from '../../format/shardText.ts'
import { useStableList } from '../../hooks/useStableList.ts'
import type { BlocksChain } from '../searchParams.ts'
import { BlockList } from './BlockList.tsx'

const PAGE = 25
/** Number of additional blocks of a live page: the newest ones can still be loading. */
const SPARE = 2
/** The first choice groups blocks by masterchain block; the others list single blocks. */
const CHAINS: readonly { readonly value: BlocksChain | 'together'; readonly label: string }[] = [
  { value: 'together', label: 'Overview' },
  { value: 'all', label: 'All chains' },
  { value: '-1', label: 'Masterchain' },
  { value: '0', label: 'Basechain' },
]
const route = getRouteApi('/blocks')

export function BlocksPage() {
  const { before, chain } = route.useSearch()
  const navigate = useNavigate()
  const head = useHead()
  if (!head) return <NoHead />
  const newest = before === undefined ? head.seqno : Math.min(Number(before) - 1, head.seqno)
  return (
    <>
      <title>Blocks · Tonscope</title>
      <PageHeader
        title="Blocks"
        note={
          chain === undefined ? 'Masterchain blocks with their shard blocks' : 'One by one, from any chain'
        }
        actions={<ListLinks />}
      />
      <div className={filters.above}>
        <SegmentedControl
          label="Chain"
          options={CHAINS}
          current={chain ?? 'together'}
          onChange={(next) =>
            navigate({
              to: '.',
              search: { chain: next === 'together' ? undefined : next },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {chain === undefined ? (
        <BlocksTable key={before} newest={newest} head={head.seqno} live={before === undefined} />
      ) : (
        <Panel
          title={chain === 'all' ? 'Blocks of all chains' : `Blocks of the ${workchainName(Number(chain))}`}
          flush
        >
          <BlockList />
        </Panel>
      )}
    </>
  )
}

type BlocksTableProps = { readonly newest: number; readonly head: number; readonly live: boolean }

function BlocksTable({ newest, head, live }: BlocksTableProps) {
  const { shown, handlers, release } = useStableList(newest)
  const all = useMasterSummaries(seqnosUpTo(shown, live ? PAGE + SPARE : PAGE))
  const rows = (live ? withoutLoadingTop(all) : all).slice(0, PAGE)
  const oldest = rows.at(-1)?.seqno ?? 1
  const newer = Math.min(shown + PAGE, head)
  return (
    <Panel
      title={live ? 'Latest blocks' : `Blocks ${oldest}–${shown}`}
      note={<NewItems count={newest - shown} what="block" onShow={release} />}
      handlers={handlers}
      flush
      actions={
        <Pager
          newest={live ? undefined : <Link to="/blocks">Newest</Link>}
          newer={
            live ? undefined : (
              <Link to="/blocks" search={newer >= head ? {} : { before: String(newer + 1) }}>
                Newer
              </Link>
            )
          }
          older={
            oldest > 1 ? (
              <Link to="/blocks" search={{ before: String(oldest) }}>
                Older
              </Link>
            ) : undefined
          }
        />
      }
    >
      <MasterTable rows={rows} newest={newest} />
    </Panel>
  )
}
