import type { ReactNode } from 'react'
import type { Liteserver } from '#shared/schema/liteservers.ts'
import { Figure } from '../../components/Amount.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { classNames } from '../../components/classNames.ts'
import table from '../../components/Table.module.css'
import { formatClock, formatMoment, isoTime } from '../../format/age.ts'
import { shorten } from '../../format/shorten.ts'
import styles from './LiteserversPage.module.css'
import { formatMs, formatPerSecond, formatShare, keptPhrases, reasonOf, stateWords } from './serverWords.ts'

/** Seconds from which a time is shown with its date. */
const HALF_A_DAY = 43_200

/** Headings, with what they mean. On narrow windows a heading stands before each value. */
const COLUMNS = {
  latency: ['Latency', 'Half of recent answers came within the first time, 95 of 100 within the second'],
  lag: ['Behind', 'Time and blocks that its newest block was behind the network’s when it was last asked'],
  share: ['Queries', 'Part of all queries of the last minute, and their number'],
  limit: ['Limits', 'Rate of queries that the server accepts, and how many it gets at once'],
  refused: ['Refused', 'Queries that it refused, by kind, and those that failed'],
  proofs: ['Proofs', 'Answers that were proved, false answers, and blocks that it named and did not prove'],
  kept: ['Old blocks', 'What is known of the oldest blocks and states that it keeps'],
  hedges: ['Hedged', 'Queries that it answered first, of those that it got because another server was slow'],
} as const

type CellProps = { readonly column: keyof typeof COLUMNS; readonly children: ReactNode }

function Cell({ column, children }: CellProps) {
  return (
    <td data-name={COLUMNS[column][0]}>
      <div className={styles.lines}>{children}</div>
    </td>
  )
}

function Until({ seconds, readAt }: { readonly seconds: number; readonly readAt: number }) {
  const utime = readAt / 1_000 + seconds
  return (
    <time dateTime={isoTime(utime)} title={formatMoment(utime)}>
      until {seconds < HALF_A_DAY ? formatClock(utime) : formatMoment(utime)}
    </time>
  )
}

type RowProps = {
  readonly server: Liteserver
  /** Queries of the last minute to all servers. */
  readonly allQueries: number
  /** Time of the answer that has the server, ms. */
  readonly readAt: number
  readonly verified: boolean
}

function StateCell({ server, readAt }: Pick<RowProps, 'server' | 'readAt'>) {
  const { tone, word, meaning } = stateWords(server)
  const reason = reasonOf(server)
  return (
    <td className={styles.state} data-name="State">
      <div className={styles.lines}>
        <span title={meaning}>
          <Chip tone={tone}>{word}</Chip>
        </span>
        {server.retry_in !== null && (
          <span className={styles.quiet}>
            <Until seconds={server.retry_in} readAt={readAt} />
          </span>
        )}
        {reason !== undefined && <span className={styles.reason}>{reason}</span>}
      </div>
    </td>
  )
}

/** Counts with their kind, a line for each that is not zero. */
function Counts({ counts }: { readonly counts: readonly (readonly [count: number, kind: string])[] }) {
  const present = counts.filter(([count]) => count > 0)
  if (present.length === 0) return <span className={styles.quiet}>0</span>
  return present.map(([count, kind]) => (
    <span key={kind}>
      <Figure value={count} /> <span className={styles.quiet}>{kind}</span>
    </span>
  ))
}

function LagLines({ server: { lag } }: Pick<RowProps, 'server'>) {
  if (lag.blocks === null) return <span className={styles.quiet}>not known</span>
  const blocks = `${lag.blocks} ${lag.blocks === 1 ? 'block' : 'blocks'}`
  return (
    <>
      <span>{lag.seconds === null ? blocks : `${lag.seconds} s`}</span>
      {lag.seconds !== null && <span className={styles.quiet}>{blocks}</span>}
    </>
  )
}

function KeptLines({ server }: Pick<RowProps, 'server'>) {
  const phrases = keptPhrases(server)
  return (
    <>
      {server.archival !== null && <span>{server.archival ? 'archival' : 'newest ones only'}</span>}
      {phrases.map((phrase) => (
        <span key={phrase} className={styles.quiet}>
          {phrase}
        </span>
      ))}
      {server.archival === null && phrases.length === 0 && <span className={styles.quiet}>not known</span>}
    </>
  )
}

function Row({ server, allQueries, readAt, verified }: RowProps) {
  const { endpoint, key, latency, queries, rate_limit, refusals, failures, timeouts, proofs, hedges } = server
  const { running, queued, concurrency } = queries
  return (
    <tr>
      <th scope="row">
        <span className={styles.endpoint}>{endpoint}</span>
        <span className={styles.key}>
          <span title={`Key ${key}`}>{shorten(key, 6, 4)}</span>
          <CopyButton text={key} what={`key of ${endpoint}`} />
        </span>
      </th>
      <StateCell server={server} readAt={readAt} />
      <Cell column="latency">
        {latency ? (
          <>
            <span>{formatMs(latency.median)}</span>
            <span className={styles.quiet}>p95 {formatMs(latency.p95)}</span>
          </>
        ) : (
          <span className={styles.quiet}>no answer yet</span>
        )}
      </Cell>
      <Cell column="lag">
        <LagLines server={server} />
      </Cell>
      <Cell column="share">
        <span>{formatShare(queries.last_minute, allQueries)}</span>
        <span className={styles.quiet}>
          {queries.last_minute} of {allQueries}
        </span>
      </Cell>
      <Cell column="limit">
        <span>
          {rate_limit ? (
            <>
              {formatPerSecond(rate_limit.per_second)}{' '}
              <span className={styles.quiet}>{rate_limit.stated ? 'stated' : 'learned'}</span>
            </>
          ) : (
            'no rate seen'
          )}
        </span>
        <span className={styles.quiet}>
          {running} of {concurrency} at once{queued > 0 && `, ${queued} wait`}
        </span>
      </Cell>
      <Cell column="refused">
        <Counts
          counts={[
            [refusals.rate, 'rate'],
            [refusals.not_in_db, 'not in db'],
            [refusals.other, 'other'],
            [timeouts, 'no answer'],
            [failures, 'connection'],
          ]}
        />
      </Cell>
      <Cell column="proofs">
        {verified ? (
          <Counts
            counts={[
              [proofs.accepted, '✓ proved'],
              [proofs.failed, '✕ false'],
              [proofs.unproved_heads, '! unproved heads'],
            ]}
          />
        ) : (
          <span className={styles.quiet}>not checked</span>
        )}
      </Cell>
      <Cell column="kept">
        <KeptLines server={server} />
      </Cell>
      <Cell column="hedges">
        <span>
          {hedges.won} <span className={styles.quiet}>of {hedges.sent}</span>
        </span>
      </Cell>
    </tr>
  )
}

type ServerTableProps = Omit<RowProps, 'server' | 'allQueries'> & { readonly servers: readonly Liteserver[] }

/** One row a server in the order of the global config; cards on narrow windows. */
export function ServerTable({ servers, ...rest }: ServerTableProps) {
  const allQueries = servers.reduce((sum, { queries }) => sum + queries.last_minute, 0)
  return (
    <table className={classNames(table.table, styles.servers)}>
      <thead>
        <tr>
          <th scope="col">Server</th>
          <th scope="col">State</th>
          {Object.entries(COLUMNS).map(([column, [name, meaning]]) => (
            <th key={column} scope="col" title={meaning}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {servers.map((server) => (
          <Row key={server.index} server={server} allQueries={allQueries} {...rest} />
        ))}
      </tbody>
    </table>
  )
}
