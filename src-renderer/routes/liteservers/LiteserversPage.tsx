import { useQuery } from '@tanstack/react-query'
import type { Liteservers } from '#shared/schema/liteservers.ts'
import { masterchainBlockId } from '../../api/blockId.ts'
import { liteserversQuery } from '../../api/liteservers.ts'
import { useHead, useNetwork, useNetworkState } from '../../api/network.tsx'
import { Age } from '../../components/Age.tsx'
import { BlockLink } from '../../components/BlockLink.tsx'
import { useNow } from '../../components/clock.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState, ErrorState, LoadingText, Skeleton } from '../../components/states.tsx'
import { formatAge } from '../../format/age.ts'
import { formatProving } from '../../format/proving.ts'
import { ForkNotice } from './ForkNotice.tsx'
import styles from './LiteserversPage.module.css'
import { ServerTable } from './ServerTable.tsx'
import { formatPerSecond } from './serverWords.ts'

function HeadValue({ verified }: { readonly verified: boolean }) {
  const head = useHead()
  const { status } = useNetworkState()
  if (!head) {
    const proving = status?.verification.proving
    return proving ? formatProving(proving) : 'no block yet'
  }
  return (
    <>
      <BlockLink blockId={masterchainBlockId(head.seqno)} />
      {!verified && <span className={styles.quiet}>not verified</span>}
    </>
  )
}

function HeadAge() {
  const head = useHead()
  return head ? <Age utime={head.utime} long /> : 'not known'
}

type PoolProps = { readonly pool: Liteservers; readonly verified: boolean }

/** The network, its head, and how much its servers are used. */
function PoolPanel({ pool: { alive, servers, per_second }, verified }: PoolProps) {
  const { name, recorded } = useNetwork()
  return (
    <Panel title="Pool" className={styles.pool}>
      <DescriptionList
        items={[
          { name: 'Network', value: name },
          {
            name: verified ? 'Verified head' : 'Head',
            value: <HeadValue verified={verified} />,
            hint: 'The newest masterchain block',
          },
          { name: recorded ? 'Time of head' : 'Age of head', value: <HeadAge /> },
          { name: 'Alive', value: `${alive} of ${servers.length}` },
          {
            name: 'Queries a second',
            value: formatPerSecond(per_second),
            hint: 'To all servers, average of the last minute',
          },
        ]}
      />
    </Panel>
  )
}

/** Where the one server of an embedded network is. */
function EmbeddedNote() {
  const { recorded } = useNetwork()
  return (
    <p className={styles.note}>
      {recorded
        ? 'This network is a recording. Its liteserver is a part of Tonscope and serves the recorded blocks: nothing is sent to other machines.'
        : 'The liteserver of the devnet is a part of Tonscope: nothing is sent to other machines.'}
    </p>
  )
}

function StaleNotice({ readAt }: { readonly readAt: number }) {
  const now = useNow()
  return (
    <Notice tone="warn" title="Tonscope is not responding">
      <p>This was the state of the liteservers {formatAge((now - readAt) / 1_000)} ago.</p>
    </Notice>
  )
}

/** The liteservers of the network: which are used, why others are not, and what is known of each. */
export function LiteserversPage() {
  const network = useNetwork()
  const { status } = useNetworkState()
  const { data, error, isError, refetch, dataUpdatedAt } = useQuery(liteserversQuery(network))
  const verified = status?.verification.enabled ?? true
  return (
    <>
      <title>Liteservers · Tonscope</title>
      <PageHeader title="Liteservers" note="The servers from which the chain is read" />
      {data ? (
        <div className={styles.parts}>
          {isError && <StaleNotice readAt={dataUpdatedAt} />}
          {data.fork && <ForkNotice fork={data.fork} />}
          <PoolPanel pool={data} verified={verified} />
          <Panel title="Servers" note={data.servers.length} flush>
            {data.embedded && <EmbeddedNote />}
            {data.servers.length === 0 ? (
              <EmptyState>The global config of this network names no liteserver.</EmptyState>
            ) : (
              <ServerTable servers={data.servers} readAt={dataUpdatedAt} verified={verified} />
            )}
          </Panel>
        </div>
      ) : isError ? (
        <Panel title="Servers" flush>
          <ErrorState error={error} what="the state of the liteservers" onRetry={() => refetch()} />
        </Panel>
      ) : (
        <>
          <LoadingText what="the state of the liteservers" />
          <Skeleton width="100%" height={480} />
        </>
      )}
    </>
  )
}
