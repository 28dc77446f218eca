import { Check, Copy, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './CopyButton.module.css'
import { classNames } from './classNames.ts'
import { copyText } from './copyText.ts'

const SHOWN_MS = 1_400

type CopyButtonProps = {
  readonly text: string
  /** The name of what is copied: "address", "root hash". */
  readonly what: string
  /** Text beside the icon. */
  readonly label?: string
  readonly className?: string | undefined
}

export function CopyButton({ text, what, label, className }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (state === 'idle') return
    const timer = window.setTimeout(() => setState('idle'), SHOWN_MS)
    return () => window.clearTimeout(timer)
  }, [state])
  const Icon = state === 'copied' ? Check : state === 'refused' ? TriangleAlert : Copy
  const said = state === 'copied' ? 'Copied' : state === 'refused' ? 'The browser refused' : `Copy ${what}`
  return (
    <button
      type="button"
      className={classNames(styles.button, label !== undefined && styles.labelled, className)}
      data-state={state}
      data-copy=""
      title={said}
      aria-label={label === undefined ? said : undefined}
      onClick={() =>
        copyText(text).then(
          () => setState('copied'),
          () => setState('refused'),
        )
      }
    >
      <Icon aria-hidden="true" size={14} strokeWidth={1.75} />
      {label !== undefined && <span>{state === 'idle' ? label : said}</span>}
      {label === undefined && (
        <span className="visually-hidden" role="status">
          {state === 'idle' ? '' : said}
        </span>
      )}
    </button>
  )
}
