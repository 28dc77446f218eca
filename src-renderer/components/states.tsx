import { Ban, CircleAlert, Inbox, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageOf } from '#shared/messageOf.ts'
import { ApiFailure } from '../api/apiFailure.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './states.module.css'

/** A placeholder for a text that is loading. */
export function Skeleton({
  width,
  height = 12,
}: {
  readonly width: number | string
  readonly height?: number
}) {
  return <span className={styles.skeleton} data-skeleton="" style={{ width, height }} />
}

const WIDTHS = [132, 96, 148, 112, 124, 88, 140, 104]

/** Placeholder rows of a list that is loading. */
export function SkeletonRows({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          {Array.from({ length: columns }, (_, column) => (
            <Skeleton key={column} width={WIDTHS[(row * 3 + column) % WIDTHS.length] ?? 100} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The loading state for screen readers. */
export function LoadingText({ what }: { readonly what: string }) {
  return (
    <span className="visually-hidden" role="status">
      Loading {what}
    </span>
  )
}

/** An empty result that is complete. */
export function EmptyState({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Inbox aria-hidden="true" size={20} strokeWidth={1.5} />
      <p>{children}</p>
    </div>
  )
}

/** Shown for data that the network does not have, or not yet. */
export function NotAvailable({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.unavailable}>
      <Ban aria-hidden="true" size={20} strokeWidth={1.5} />
      <p>{children}</p>
    </div>
  )
}

type FailedProps = {
  readonly error: unknown
  /** The name of the data: "this block". */
  readonly what: string
  readonly onRetry?: (() => void) | undefined
}

type Explanation = {
  readonly headline: string
  /** HTTP status or a word for it, if that is useful. */
  readonly code?: string
  readonly sentence: string
  /** The API's own text, if `sentence` has other words. */
  readonly answer?: string
  readonly requestId?: string | undefined
}

function explain(error: unknown, what: string): Explanation {
  const headline = `Could not read ${what}`
  if (!(error instanceof ApiFailure)) {
    return { headline, code: 'Error', sentence: messageOf(error) }
  }
  const { status, message, requestId, notFound } = error
  if (notFound) {
    return {
      headline: `Not found: ${what}`,
      sentence: 'There is no such block or transaction, or the liteservers no longer keep it.',
      answer: message,
      requestId,
    }
  }
  return { headline, code: status === 0 ? 'No answer' : String(status), sentence: message, requestId }
}

/** A failed request: its code, the message, and the request id to quote in a report. */
export function ErrorState({ error, what, onRetry }: FailedProps) {
  const { headline, code, sentence, answer, requestId } = explain(error, what)
  return (
    <div className={styles.failed} role="alert">
      <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} />
      <div>
        <p className={styles.headline}>
          {headline} {code !== undefined && <span className={styles.code}>{code}</span>}
        </p>
        <p className={styles.sentence}>{sentence}</p>
        {answer !== undefined && (
          <p className={styles.request}>
            Answer <code>{answer}</code>
          </p>
        )}
        {requestId !== undefined && (
          <p className={styles.request}>
            Request <code>{requestId}</code>
            <CopyButton text={requestId} what="request id" />
          </p>
        )}
      </div>
      {onRetry && (
        <button type="button" className={styles.retry} onClick={onRetry}>
          <RotateCw aria-hidden="true" size={14} strokeWidth={1.75} />
          Try again
        </button>
      )}
    </div>
  )
}
