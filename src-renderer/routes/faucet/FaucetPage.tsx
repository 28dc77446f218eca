import { useQuery } from '@tanstack/react-query'
import { devnetQuery } from '../../api/devnet.ts'
import { useNetwork } from '../../api/network.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { ErrorState, NotAvailable, Skeleton } from '../../components/states.tsx'
import { FaucetForm } from './FaucetForm.tsx'
import styles from './FaucetPage.module.css'

/** The faucet of the devnet. */
export function FaucetPage() {
  const network = useNetwork()
  const { data, error, isError, refetch } = useQuery(devnetQuery(network))
  return (
    <>
      <title>Faucet · Tonscope</title>
      <PageHeader title="Faucet" note="Coins of this devnet, from the giver of its zero state" />
      {network.kind !== 'devnet' ? (
        <NotAvailable>Only a devnet has a faucet. This network is {network.name}.</NotAvailable>
      ) : isError && !data ? (
        <Panel title="Get coins" flush>
          <ErrorState error={error} what="the devnet" onRetry={() => refetch()} />
        </Panel>
      ) : !data ? (
        <Skeleton width="100%" height={320} />
      ) : (
        <div className={styles.columns}>
          <Panel title="Get coins">
            <FaucetForm devnet={data} />
          </Panel>
        </div>
      )}
    </>
  )
}
