import { useQuery } from '@tanstack/react-query'
import { domainExpiryQuery } from '../../../api/domainLease.ts'
import { useHead, useNetwork } from '../../../api/network.tsx'
import { domainQuery } from '../../../api/tokens.ts'
import { Chip } from '../../../components/Chip.tsx'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { HashText } from '../../../components/HashText.tsx'
import { Unread } from '../../../components/NotIndexed.tsx'
import table from '../../../components/Table.module.css'
import { UntrustedText } from '../../../components/UntrustedText.tsx'
import { formatDay, formatMoment } from '../../../format/age.ts'
import { AccountValue } from './AccountValue.tsx'
import styles from './ContractPanel.module.css'

function Expiry({ address }: { readonly address: string }) {
  const head = useHead()
  const { data, isPending } = useQuery(domainExpiryQuery(useNetwork(), address))
  if (isPending) return <span className={table.quiet}>…</span>
  if (data === null || data === undefined) return <span className={table.quiet}>not stated</span>
  const isExpired = head !== undefined && data <= head.utime
  return (
    <>
      <span title={formatMoment(data)}>{formatDay(data)}</span>
      {isExpired && <Chip tone="warn">expired</Chip>}
    </>
  )
}

type DomainFactsProps = {
  readonly domain: string
  /** The address of the item. */
  readonly address: string
}

/** The records of a domain and its expiry. */
export function DomainDetails({ domain, address }: DomainFactsProps) {
  const { data, error, isError, refetch } = useQuery(domainQuery(useNetwork(), domain))
  const record = data?.result.records[0]
  return (
    <section className={styles.stack} aria-label="Domain">
      <h2 className={styles.heading}>Domain records</h2>
      {isError && !data ? (
        <Unread
          error={error}
          what="the records of this domain"
          target={{ kind: 'account', address }}
          onRetry={() => refetch()}
        />
      ) : (
        <DescriptionList
          items={[
            { name: 'Domain', value: <UntrustedText text={domain} max={126} /> },
            { name: 'Wallet', value: <AccountValue raw={record?.dns_wallet} none="no record" /> },
            {
              name: 'Subdomains at',
              value: <AccountValue raw={record?.dns_next_resolver} none="no record" />,
            },
            {
              name: 'Site (ADNL)',
              value: record?.dns_site_adnl ? (
                <HashText hash={record.dns_site_adnl} what="ADNL address" />
              ) : (
                <span className={table.quiet}>no record</span>
              ),
            },
            {
              name: 'Storage',
              value: record?.dns_storage_bag_id ? (
                <HashText hash={record.dns_storage_bag_id} what="bag id" />
              ) : (
                <span className={table.quiet}>no record</span>
              ),
            },
            { name: 'Expires', value: <Expiry address={address} /> },
          ]}
        />
      )}
    </section>
  )
}
