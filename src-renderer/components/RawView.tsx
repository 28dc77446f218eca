import { Braces } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { V2_PREFIX } from '#shared/schema/v2/client.ts'
import { isV3Path, V3_PREFIX } from '#shared/schema/v3/client.ts'
import { escapeHidden } from '#shared/untrustedText.ts'
import { base } from '../api/base.ts'
import type { Answer } from '../api/request.ts'
import { curlOf } from '../format/curlOf.ts'
import { jsonTokens } from '../format/jsonTokens.ts'
import { CopyButton } from './CopyButton.tsx'
import styles from './RawView.module.css'

/** Longer texts have no colours, since a span for each token would be slow. */
const MAX_COLOURED = 60_000

/** Number of lines in a part of a long text. Invisible parts have no layout. */
const PART_LINES = 100
/** The same value is in RawView.module.css. */
const LINE_HEIGHT = 18

function inParts(text: string): ReactNode {
  const lines = text.split('\n')
  const count = Math.ceil(lines.length / PART_LINES)
  return Array.from({ length: count }, (_, i) => {
    const part = lines.slice(i * PART_LINES, (i + 1) * PART_LINES)
    const height = `auto ${part.length * LINE_HEIGHT}px`
    return (
      <span key={i} className={styles.part} style={{ containIntrinsicHeight: height }}>
        {part.join('\n')}
        {i + 1 < count && '\n'}
      </span>
    )
  })
}

function coloured(text: string): ReactNode {
  if (text.length > MAX_COLOURED) return inParts(text)
  return jsonTokens(text).map(({ kind, text: piece }, i) =>
    kind === 'plain' ? (
      piece
    ) : (
      <span key={i} data-kind={kind}>
        {piece}
      </span>
    ),
  )
}

/** Returns the link to the operation of a request's path in the API reference. */
function referenceLink(path: string): string {
  const [prefix, page] = isV3Path(path) ? [V3_PREFIX, '/docs/v3'] : [V2_PREFIX, '/docs']
  return `${base.at(page)}#${path.split('?')[0]?.slice(prefix.length + 1)}`
}

/** JSON text with coloured tokens. */
export const JsonText = memo(function JsonText({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <pre className={styles.json} tabIndex={0}>
      {coloured(text)}
    </pre>
  )
})

/** The answers that a page shows, as JSON, with curl commands to repeat the requests. */
export function RawView({ answers }: { readonly answers: readonly Answer<unknown>[] }) {
  return answers.map((answer) => {
    const text = escapeHidden(JSON.stringify(answer.envelope, null, 2))
    return (
      <section key={answer.path} className={styles.answer} aria-label={answer.path}>
        <header className={styles.header}>
          <code className={styles.path}>
            {answer.sent === undefined ? 'GET' : 'POST'} {base.at(answer.path)}
          </code>
          <span className={styles.actions}>
            <CopyButton text={curlOf(answer)} what="as curl" label="Copy as curl" />
            <CopyButton text={text} what="JSON" label="Copy JSON" />
            <a href={referenceLink(answer.path)} className={styles.docs}>
              <Braces aria-hidden="true" size={14} strokeWidth={1.75} />
              API
            </a>
          </span>
        </header>
        <JsonText text={text} />
      </section>
    )
  })
}
