import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNetwork } from '../../api/network.tsx'
import { replayQuery } from '../../api/replay.ts'
import { ErrorState, SkeletonRows } from '../../components/states.tsx'
import type { TransactionView } from '../../decode/transactionView.ts'
import { StorageDifference } from '../replay/RunStorage.tsx'
import styles from './StorageChange.module.css'

type StorageChangeProps = { readonly view: Pick<TransactionView, 'address' | 'lt'> }

function Difference({ view: { address, lt } }: StorageChangeProps) {
  const target = { account: address, lt: String(lt) }
  const { data, error, refetch } = useQuery(replayQuery(useNetwork(), target))
  if (error) return <ErrorState error={error} what="the storage" onRetry={() => refetch()} />
  return data ? <StorageDifference storage={data.storage} /> : <SkeletonRows rows={3} columns={1} />
}

/** The storage difference of a transaction, cell by cell. It is computed by a replay when it is opened. */
export function StorageChange({ view }: StorageChangeProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.change} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles.summary}>Storage difference</summary>
      {isOpen && <Difference view={view} />}
    </details>
  )
}
