import { useQuery } from '@tanstack/react-query'
import { base } from '../../api/base.ts'
import { networksQuery } from '../../api/networks.ts'
import { LastAction } from '../../components/LastAction.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, LoadingText, Skeleton } from '../../components/states.tsx'
import { useAction } from '../../hooks/useAction.ts'
import { presentNetwork } from '../../layout/networks/otherNetwork.ts'
import { AddNetwork } from './AddNetwork.tsx'
import { NetworkRow } from './NetworkRow.tsx'
import { NetworkSettings } from './NetworkSettings.tsx'
import styles from './NetworksPage.module.css'

/** The networks of the program, and the settings of the page's network. */
export function NetworksPage() {
  const { data, error, refetch } = useQuery(networksQuery)
  const action = useAction()
  const present = data && presentNetwork(data.networks, base.path)
  return (
    <>
      <title>Networks · Tonscope</title>
      <PageHeader title="Networks" note="Each has its own address, index and settings" />
      <div className={styles.parts}>
        <Panel title="All networks" note={data?.networks.length} flush>
          {data ? (
            <ul className={styles.networks}>
              {data.networks.map((entry) => (
                <NetworkRow
                  key={entry.name}
                  entry={entry}
                  isDefault={entry.name === data.default}
                  isPresent={entry === present}
                  action={action}
                />
              ))}
            </ul>
          ) : error ? (
            <ErrorState error={error} what="the networks" onRetry={() => refetch()} />
          ) : (
            <>
              <LoadingText what="the networks" />
              <Skeleton width="100%" height={200} />
            </>
          )}
        </Panel>
        <LastAction state={action.state} />
        {present && (
          <NetworkSettings entry={present} isDefault={present.name === data.default} action={action} />
        )}
        {data && <AddNetwork networks={data.networks} />}
      </div>
    </>
  )
}
