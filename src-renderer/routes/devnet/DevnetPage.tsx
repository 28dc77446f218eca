import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { devnetQuery } from '../../api/devnet.ts'
import { useNetwork } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, NotAvailable, Skeleton } from '../../components/states.tsx'
import { formatMoment, isoTime } from '../../format/age.ts'
import { devnetClockText } from '../../format/chainClock.ts'
import { BlocksControl } from './BlocksControl.tsx'
import styles from './DevnetPage.module.css'
import { ResetControl } from './ResetControl.tsx'
import { ScenarioAccounts } from './ScenarioAccounts.tsx'
import { SettingsControl } from './SettingsControl.tsx'
import { Snapshots } from './Snapshots.tsx'
import { TimeControl } from './TimeControl.tsx'
import { useControl } from './useControl.ts'

type StateProps = {
  readonly devnet: DevnetStatus
  /** Time of reading, ms since 1970. */
  readonly readAt: number
}

/** The newest block, the clock and the seed of the devnet. */
function State({ devnet, readAt }: StateProps) {
  return (
    <dl className={styles.state}>
      <div>
        <dt>Latest block</dt>
        <dd>
          <BlockLink blockId={masterchainBlockId(devnet.seqno)} />
        </dd>
      </div>
      <div>
        <dt>The devnet's time</dt>
        <dd>
          <time dateTime={isoTime(devnet.now)}>{formatMoment(devnet.now)}</time>
        </dd>
      </div>
      <div>
        <dt>Clock</dt>
        <dd>{devnetClockText(devnet, readAt)}</dd>
      </div>
      <div>
        <dt>Pending messages</dt>
        <dd>
          <Figure value={devnet.waiting_messages} />
        </dd>
      </div>
      <div>
        <dt>Seed</dt>
        <dd>
          <code className={styles.seed} title={devnet.seed}>
            {devnet.seed}
          </code>
        </dd>
      </div>
    </dl>
  )
}

/** Controls of the embedded network: blocks, time, shards, snapshots and reset. */
export function DevnetPage() {
  const network = useNetwork()
  const control = useControl()
  const { data, dataUpdatedAt, error, isError, refetch } = useQuery({
    ...devnetQuery(network),
    // The devnet does not answer during a restore or reset.
    ...(control.working && { refetchInterval: false }),
  })
  return (
    <>
      <title>Devnet · Tonscope</title>
      <PageHeader title="Devnet" note="A TON network of your own, in this program" />
      {network.kind !== 'devnet' ? (
        <NotAvailable>
          These controls work only on the embedded devnet. This network is {network.name}.
        </NotAvailable>
      ) : isError && !data ? (
        <Panel title="State" flush>
          <ErrorState error={error} what="the devnet" onRetry={() => refetch()} />
        </Panel>
      ) : !data ? (
        <Skeleton width="100%" height={480} />
      ) : (
        <div className={styles.parts}>
          <Panel
            title="State"
            actions={
              <>
                <Link to="/faucet">Get coins</Link>
                <Link to="/sdk">Point your SDK here</Link>
              </>
            }
          >
            <State devnet={data} readAt={dataUpdatedAt} />
          </Panel>
          <LastAction state={control.state} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <BlocksControl devnet={data} control={control} />
              <TimeControl devnet={data} control={control} />
              <SettingsControl devnet={data} control={control} />
            </div>
            <div className={styles.column}>
              <Snapshots devnet={data} control={control} />
              <ResetControl control={control} />
            </div>
          </div>
          <ScenarioAccounts accounts={data.scenario} />
        </div>
      )}
    </>
  )
}
