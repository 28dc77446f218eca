import { type SyntheticEvent, useState } from 'react'
import { useHead } from '../../api/network.tsx'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import styles from './IndexPage.module.css'
import { type BackfillFields, readBackfill, type Span } from './readBackfill.ts'
import type { IndexControl } from './useIndexControl.ts'

const LABELS: readonly { readonly value: Span; readonly label: string }[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last day' },
  { value: 'range', label: 'Blocks' },
  { value: 'account', label: 'Account' },
]

const HINTS: Readonly<Record<Span, string>> = {
  hour: 'The masterchain blocks of the last hour with their shards, newest first.',
  day: 'The masterchain blocks of the last day with their shards, newest first.',
  range: 'Masterchain blocks with their shards, newest first.',
  account: 'All transactions of one account, without the other transactions of their blocks.',
}

const INPUT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type BackfillPanelProps = {
  readonly control: IndexControl
  /** The account in the URL, which fills the field. */
  readonly account: string | undefined
}

/** The form for fetching earlier data: a range of blocks, or the history of an account. */
export function BackfillPanel({ control, account }: BackfillPanelProps) {
  const head = useHead()?.seqno
  const [span, setSpan] = useState<Span>(account === undefined ? 'hour' : 'account')
  const [fields, setFields] = useState<BackfillFields>({ from: '', to: '', account: account ?? '' })
  const reading = readBackfill(span, fields, head)
  const faultOf = (name: keyof BackfillFields) =>
    reading.kind === 'unready' && reading.field === name ? reading.fault : undefined
  const input = (name: keyof BackfillFields, label: string, placeholder: string) => (
    <Field label={label} fault={faultOf(name)} className={name === 'account' ? styles.long : styles.short}>
      {(attributes) => (
        <input
          {...attributes}
          {...INPUT}
          className={classNames(field.input, name === 'account' && field.mono)}
          inputMode={name === 'account' ? 'text' : 'numeric'}
          value={fields[name]}
          placeholder={placeholder}
          onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  const start = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reading.kind === 'unready' || control.working) return
    control.run({
      name: 'backfill',
      sent: reading.sent,
      what: 'starting to fetch',
      done: () => undefined,
    })
  }
  return (
    <Panel title="Index older blocks">
      <form className={styles.backfill} onSubmit={start} noValidate>
        <SegmentedControl label="What to fetch" options={LABELS} current={span} onChange={setSpan} />
        <p className={styles.hint}>{HINTS[span]}</p>
        <div className={styles.line}>
          {span === 'range' && (
            <>
              {input('from', 'From', '1')}
              {input('to', 'To', String(head ?? ''))}
            </>
          )}
          {span === 'account' && input('account', 'Address', 'EQ… or 0:…')}
          <Button
            submit
            tone="main"
            className={span === 'range' || span === 'account' ? styles.beside : undefined}
            disabled={control.working || reading.kind === 'unready'}
          >
            Fetch and index
          </Button>
        </div>
      </form>
    </Panel>
  )
}
