import { getRouteApi } from '@tanstack/react-router'
import { readAddress } from '#shared/ton/address.ts'
import type { ReplayTarget } from '../../api/replay.ts'
import { ErrorState, LoadingText, Skeleton, SkeletonRows } from '../../components/states.tsx'
import { shortAddress } from '../../format/shorten.ts'
import { NotReadable } from '../NotFoundPage.tsx'
import { Debugger } from './Debugger.tsx'
import { ReplayHeader } from './ReplayHeader.tsx'
import styles from './ReplayPage.module.css'
import { useReplay, useReplayTarget } from './useReplay.ts'

const route = getRouteApi('/replay/$account')

/** A transaction or a get-method, run again step by step. */
export function ReplayPage() {
  const { account } = route.useParams()
  const target = useReplayTarget()
  return target && readAddress(account).kind === 'address' ? (
    <Replay key={JSON.stringify(target)} target={target} />
  ) : (
    <NotReadable
      title="There is nothing to replay"
      sentence="A replay names an account with the logical time of one of its transactions, or with a get-method."
    />
  )
}

function Replay({ target }: { readonly target: ReplayTarget }) {
  const { data, error, refetch } = useReplay(target)
  const title = <title>{`Replay ${shortAddress(target.account)} · Tonscope`}</title>
  if (error) {
    return (
      <div className={styles.panel}>
        {title}
        <h1 className="visually-hidden">Replay</h1>
        <ErrorState error={error} what="the replay" onRetry={() => refetch()} />
      </div>
    )
  }
  if (!data) {
    return (
      <div className={styles.waiting}>
        {title}
        <h1 className="visually-hidden">Replay</h1>
        <LoadingText what="the replay" />
        <Skeleton width="50%" height={22} />
        <div className={styles.panel}>
          <SkeletonRows rows={12} columns={3} />
        </div>
      </div>
    )
  }
  return (
    <div className={styles.page}>
      {title}
      <ReplayHeader replay={data} />
      <Debugger target={target} replay={data} />
    </div>
  )
}
