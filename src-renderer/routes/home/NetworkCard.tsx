import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { masterchainInfoQuery } from '../../api/blocks.ts'
import { useNetwork, useNetworkState } from '../../api/network.tsx'
import { Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { HashText } from '../../components/HashText.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Skeleton } from '../../components/states.tsx'
import styles from './NetworkCard.module.css'

function SdkAddress({ name, url }: { readonly name: string; readonly url: string }) {
  return (
    <p className={styles.sdk}>
      <span className={styles.sdkName}>{name}</span>
      <code className={styles.url}>{url}</code>
      <CopyButton text={url} what={`${name} address`} />
    </p>
  )
}

/**
 * Name, source and API address of the network.
 * @param globalId undefined until a block is loaded
 */
export function NetworkCard({ globalId }: { readonly globalId: number | undefined }) {
  const network = useNetwork()
  const { status } = useNetworkState()
  const id = status?.network.id ?? undefined
  const info = useQuery({
    ...masterchainInfoQuery(network),
    enabled: status !== undefined && id === undefined,
  })
  const zeroState = id ?? info.data?.result.init.root_hash
  if (!status) return null
  const { servers, verification } = status
  const latencies = servers.list.flatMap(({ latency_ms }) => (latency_ms === null ? [] : [latency_ms]))
  const fastest = latencies.length > 0 ? `${Math.min(...latencies).toFixed(1)} ms` : undefined
  return (
    <Panel title="Network" note={network.name}>
      <DescriptionList
        stacked
        items={[
          {
            name: 'Zero state',
            hint: 'Root hash of the initial state of the chain, which identifies it',
            value:
              zeroState === undefined ? (
                <Skeleton width={120} />
              ) : (
                <HashText hash={zeroState} what="zero state hash" />
              ),
          },
          { name: 'Global id', value: globalId === undefined ? <Skeleton width={32} /> : globalId },
          {
            name: 'Liteservers',
            value: (
              <>
                <Link to="/liteservers">
                  {servers.alive} of {servers.total}
                </Link>
                {fastest !== undefined && <span className={styles.quiet}>{fastest}</span>}
              </>
            ),
          },
          {
            name: 'Proofs',
            hint: 'Answers of liteservers that were checked against the validators’ signatures',
            value: verification.enabled ? (
              <>
                <Figure value={verification.accepted} />
                {verification.refused > 0 ? (
                  <Chip tone="warn">✕ {verification.refused} rejected</Chip>
                ) : (
                  <Chip tone="good">✓ all valid</Chip>
                )}
              </>
            ) : (
              <Chip tone="warn">switched off</Chip>
            ),
          },
        ]}
      />
      <div className={styles.point}>
        <h3>
          <Link to="/sdk">Point your SDK here</Link>
        </h3>
        <SdkAddress name="v2" url={status.api.v2} />
      </div>
    </Panel>
  )
}
