import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../api/status.ts'
import { Bone, Failed, LoadingText } from '../components/states.tsx'
import styles from './Waiting.module.css'

/** Stands for every page until the gateway has said which network it serves. */
export function Waiting() {
  const { error, refetch } = useQuery(statusQuery)
  if (error) {
    return (
      <div className={styles.failed}>
        <h1 className="visually-hidden">Tonscope</h1>
        <Failed error={error} what="Tonscope's status" onRetry={() => refetch()} />
      </div>
    )
  }
  return (
    <div className={styles.waiting}>
      <h1 className="visually-hidden">Tonscope</h1>
      <LoadingText what="the network" />
      <Bone width={180} height={20} />
      <Bone width="100%" height={180} />
      <Bone width="100%" height={320} />
    </div>
  )
}
