import { useQuery } from '@tanstack/react-query'
import { ELECTOR_ADDRESS } from '#shared/contracts/standardAccounts.ts'
import { devnetQuery } from '../../api/devnet.ts'
import { useNetwork, useNetworkState } from '../../api/network.tsx'
import { useShownAddress } from '../../api/useAddress.ts'
import { Code } from '../../components/Code.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { Skeleton } from '../../components/states.tsx'
import styles from './SdkPage.module.css'
import { sdkSnippets } from './sdkSnippets.ts'

function Place({
  name,
  value,
  hint,
}: {
  readonly name: string
  readonly value: string
  readonly hint: string
}) {
  return (
    <div className={styles.place}>
      <dt>
        {name} <span className={styles.hint}>{hint}</span>
      </dt>
      <dd>
        <code>{value}</code>
        <CopyButton text={value} what={name} />
      </dd>
    </div>
  )
}

/** The API addresses of this network, with examples for clients. */
export function SdkPage() {
  const network = useNetwork()
  const { status } = useNetworkState()
  const devnet = useQuery(devnetQuery(network))
  const { text: account, isSettled } = useShownAddress(devnet.data?.scenario[0]?.address ?? ELECTOR_ADDRESS)
  const globalConfig = status?.api.global_config ?? undefined
  return (
    <>
      <title>Point your SDK here · Tonscope</title>
      <PageHeader title="Point your SDK here" note={`This network is ${network.name}`} />
      {!status || devnet.isLoading || !isSettled ? (
        <Skeleton width="100%" height={400} />
      ) : (
        <div className={styles.parts}>
          <Panel title="Addresses">
            <dl className={styles.places}>
              <Place name="HTTP API v2" value={status.api.v2} hint="toncenter’s, without a key" />
              {globalConfig !== undefined && (
                <Place
                  name="Global config"
                  value={globalConfig}
                  hint="for lite clients: liteserver and zero state"
                />
              )}
            </dl>
          </Panel>
          {sdkSnippets({ v2: status.api.v2, globalConfig, account }).map(
            ({ name, install, language, code }) => (
              <Panel key={name} title={name} note={language}>
                <div className={styles.snippet}>
                  {install !== undefined && <Code text={install} what={`install ${name}`} />}
                  <Code text={code} what={`${name} example`} />
                </div>
              </Panel>
            ),
          )}
        </div>
      )}
    </>
  )
}
