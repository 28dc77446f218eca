import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useIdentityState } from '../../../api/identityContext.tsx'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import type { HistoryView } from '../../searchParams.ts'
import { AccountHistory } from '../AccountHistory.tsx'
import { AccountActions } from './AccountActions.tsx'
import { ActionFilters } from './ActionFilters.tsx'
import styles from './HistoryTab.module.css'
import { ReadActions } from './ReadActions.tsx'

const route = getRouteApi('/account/$address')

type HistoryTabProps = {
  readonly address: string
  /**
   * The account's last transaction; lt 0 if the account has no state because it was never used or is deleted.
   */
  readonly last: TransactionIdJson
}

/** The history of an account as actions or transactions. Where v3 does not answer there are only transactions. */
export function HistoryTab({ address, last }: HistoryTabProps) {
  const navigate = useNavigate()
  const { tab, view: chosen, lt, kind, at, skip } = route.useSearch()
  const { hasIndex, isFollowed } = useIdentityState()
  // Older links to a page of transactions have no `view`.
  const view =
    hasIndex === false ? 'transactions' : (chosen ?? (lt === undefined ? 'actions' : 'transactions'))
  const show = (next: HistoryView) =>
    navigate({
      to: '.',
      search: { tab, view: next === 'actions' ? undefined : next },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <div className={styles.bar}>
        {hasIndex !== false && (
          <SegmentedControl
            label="View of the history"
            options={[
              { value: 'actions', label: 'Actions' },
              { value: 'transactions', label: 'Transactions' },
            ]}
            current={view}
            onChange={show}
          />
        )}
        {view === 'actions' && <ActionFilters address={address} />}
      </div>
      {view !== 'actions' ? (
        <AccountHistory address={address} last={last} />
      ) : isFollowed === false ? (
        <ReadActions key={lt} address={address} last={last} />
      ) : (
        // A new key for another page or kind, so that no row of the previous list is kept.
        <AccountActions key={`${kind} ${at} ${skip}`} address={address} last={last} />
      )}
    </>
  )
}
