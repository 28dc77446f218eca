import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiFailure } from '../../api/apiFailure.ts'
import { liveIndexQuery } from '../../api/indexStatus.ts'
import { useHead } from '../../api/network.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, NotAvailable, Skeleton } from '../../components/states.tsx'
import { BackfillPanel } from './BackfillPanel.tsx'
import { CoverageBar } from './CoverageBar.tsx'
import { DiskPanel } from './DiskPanel.tsx'
import { FollowerPanel } from './FollowerPanel.tsx'
import styles from './IndexPage.module.css'
import { JobTable } from './JobTable.tsx'
import { useIndexControl } from './useIndexControl.ts'

const route = getRouteApi('/index')

/** The coverage of the index and its jobs. */
export function IndexPage() {
  const head = useHead()?.seqno
  const { account } = route.useSearch()
  const { data, error, isError, refetch } = useQuery(liveIndexQuery)
  const control = useIndexControl()
  return (
    <>
      <title>Index · Tonscope</title>
      <PageHeader title="Index" note="Blocks that are stored on this machine" />
      {isError && !data ? (
        error instanceof ApiFailure && error.status === 404 ? (
          <NotAvailable>This network is served without an index.</NotAvailable>
        ) : (
          <Panel title="Coverage" flush>
            <ErrorState error={error} what="the index" onRetry={() => refetch()} />
          </Panel>
        )
      ) : !data ? (
        <Skeleton width="100%" height={480} />
      ) : (
        <div className={styles.parts}>
          {data.state === 'stopped' && (
            <Notice tone="bad" title="Indexing has stopped">
              <p>{data.detail ?? 'No reason was given.'} Indexed data is still served.</p>
            </Notice>
          )}
          <Panel title="Coverage">
            <CoverageBar status={data} head={head} />
          </Panel>
          <LastAction brief state={control.state} />
          <div className={styles.columns}>
            <FollowerPanel status={data} control={control} />
            <DiskPanel status={data} control={control} />
          </div>
          {data.mode !== 'readonly' && <BackfillPanel key={account} control={control} account={account} />}
          <JobTable jobs={data.jobs} control={control} />
        </div>
      )}
    </>
  )
}
