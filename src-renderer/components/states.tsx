import { Ban, CircleAlert, Inbox, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiFailure } from '../api/request.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './states.module.css'

/** A grey bar in the place and size of a text to come. */
export function Bone({ width, height = 12 }: { readonly width: number | string; readonly height?: number }) {
  return <span className={styles.bone} data-bone="" style={{ width, height }} />
}

const WIDTHS = [132, 96, 148, 112, 124, 88, 140, 104]

/** Rows of a list that is still loading. */
export function BoneRows({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          {Array.from({ length: columns }, (_, column) => (
            <Bone key={column} width={WIDTHS[(row * 3 + column) % WIDTHS.length] ?? 100} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Said to those who can't see the grey bars. */
export function LoadingText({ what }: { readonly what: string }) {
  return (
    <span className="visually-hidden" role="status">
      Loading {what}
    </span>
  )
}

/** There is nothing, and we know it. */
export function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <Inbox aria-hidden="true" size={20} strokeWidth={1.5} />
      <p>{children}</p>
    </div>
  )
}

/** The network cannot tell this, or not yet: neither empty nor broken. */
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
  /** What could not be read: "this block". */
  readonly what: string
  readonly onRetry?: (() => void) | undefined
}

function explain(error: unknown): { code: string; sentence: string; requestId: string | undefined } {
  if (error instanceof ApiFailure) {
    const code = error.status === 0 ? 'No answer' : String(error.status)
    return { code, sentence: error.message, requestId: error.requestId }
  }
  return {
    code: 'Error',
    sentence: error instanceof Error ? error.message : String(error),
    requestId: undefined,
  }
}

/** Something went wrong: the code, the sentence that came with it, and what to quote when asking for help. */
export function Failed({ error, what, onRetry }: FailedProps) {
  const { code, sentence, requestId } = explain(error)
  return (
    <div className={styles.failed} role="alert">
      <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} />
      <div>
        <p className={styles.headline}>
          Could not read {what} <span className={styles.code}>{code}</span>
        </p>
        <p className={styles.sentence}>{sentence}</p>
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
