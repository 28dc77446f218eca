import { Link } from '@tanstack/react-router'
import { Database, ShieldCheck, ShieldOff } from 'lucide-react'
import type { Status } from '#shared/schema/status.ts'
import { useIndexAtHead } from '../api/indexStatus.ts'
import { type NetworkState, useChainNow, useHead, useNetworkState } from '../api/network.tsx'
import { Figure } from '../components/Amount.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import { classNames } from '../components/classNames.ts'
import { DataFolderButton } from '../desktop/DataFolderButton.tsx'
import { formatAge, formatMoment, isoTime } from '../format/age.ts'
import { coverageLine } from '../format/coverage.ts'
import { formatProving } from '../format/proving.ts'
import styles from './StatusBar.module.css'

/** A live network is behind if its newest block is older than this, s. */
const LATE_SECONDS = 30

type Mood = 'good' | 'late' | 'recorded' | 'offline'

function moodOf({ network, status, unreachable }: NetworkState, now: number): Mood {
  if (unreachable || !status || status.servers.alive === 0) return 'offline'
  if (network?.recorded) return 'recorded'
  if (status.verification.proving) return 'late'
  return status.head && now / 1000 - status.head.utime > LATE_SECONDS ? 'late' : 'good'
}

function HeadText({ status, recorded }: { readonly status: Status; readonly recorded: boolean }) {
  const now = useChainNow()
  const { head, verification } = status
  if (!head) return verification.proving ? formatProving(verification.proving) : 'no block yet'
  const age = now / 1000 - head.utime
  return (
    <>
      <Figure value={head.seqno} />
      <time dateTime={isoTime(head.utime)} title={formatMoment(head.utime)} className={styles.detail}>
        {recorded ? (
          <>
            <span className={styles.spare}>recorded </span>
            {formatMoment(head.utime)}
          </>
        ) : (
          `${formatAge(age)} ago`
        )}
      </time>
    </>
  )
}

/** Whether answers are verified at present: only those that arrive are. */
function Proofs({
  verification,
  fork,
  unreachable,
}: Pick<Status, 'verification' | 'fork'> & { readonly unreachable: boolean }) {
  if (unreachable) {
    return (
      <span className={styles.part} data-tone="warn" title="Tonscope is not responding: nothing is verified">
        <ShieldOff aria-hidden="true" size={14} strokeWidth={1.75} /> not reachable
      </span>
    )
  }
  if (fork) {
    return (
      <span className={styles.part} data-tone="warn" title="The network has forked: nothing is read from it">
        <ShieldOff aria-hidden="true" size={14} strokeWidth={1.75} /> forked
      </span>
    )
  }
  if (!verification.enabled) {
    return (
      <span className={styles.part} data-tone="warn" title="Proofs of liteserver answers are not checked">
        <ShieldOff aria-hidden="true" size={14} strokeWidth={1.75} /> not verified
      </span>
    )
  }
  if (verification.proving) {
    return (
      <span className={styles.part} data-tone="warn" title={formatProving(verification.proving)}>
        <ShieldCheck aria-hidden="true" size={14} strokeWidth={1.75} />
        <span className={styles.spare}>verifying </span>…
      </span>
    )
  }
  const refused = verification.refused > 0 ? `, ${verification.refused} rejected` : ''
  return (
    <span className={styles.part} title={`${verification.accepted} answers proved${refused}`}>
      <ShieldCheck aria-hidden="true" size={14} strokeWidth={1.75} />
      <span className={styles.spare}>verified </span>✓
    </span>
  )
}

/** The coverage of the index as a link to its page. Absent without an index. */
function Coverage() {
  const index = useIndexAtHead(useHead()?.seqno)
  if (!index) return null
  const { text, tone } = coverageLine(index)
  return (
    <Link
      to="/index"
      className={classNames(styles.part, styles.coverage)}
      data-tone={tone}
      title={index.detail ?? 'What is indexed'}
    >
      <Database aria-hidden="true" size={13} strokeWidth={1.75} />
      <span className={styles.ranges}>{text}</span>
    </Link>
  )
}

/** The bar below every page: head and age, liteservers, proofs, and the API address for SDKs. */
export function StatusBar() {
  const state = useNetworkState()
  const mood = moodOf(state, useChainNow())
  const { status, unreachable } = state
  return (
    <section className={styles.line} data-mood={mood} aria-label="Status">
      <span className={styles.part}>
        <span className={styles.dot} aria-hidden="true" />
        <span className="visually-hidden">Newest masterchain block</span>
        {status ? <HeadText status={status} recorded={state.network?.recorded ?? false} /> : 'connecting'}
      </span>
      {status && (
        <>
          {!unreachable && (
            <>
              <Coverage />
              <Link
                to="/liteservers"
                className={classNames(styles.part, styles.servers)}
                title="State of the liteservers"
              >
                {status.servers.alive}/{status.servers.total}{' '}
                {status.servers.total === 1 ? 'liteserver' : 'liteservers'}
              </Link>
            </>
          )}
          <Proofs verification={status.verification} fork={status.fork} unreachable={unreachable} />
          <span className={`${styles.part} ${styles.api}`}>
            <span className={styles.url}>{status.api.v2}</span>
            <CopyButton text={status.api.v2} what="API address" />
            <DataFolderButton />
          </span>
        </>
      )}
    </section>
  )
}
