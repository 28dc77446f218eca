import { Play } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '../../../components/Button.tsx'
import field from '../../../components/Field.module.css'
import { Field } from '../../../components/Field.tsx'
import { ArgumentRows } from './ArgumentRows.tsx'
import styles from './MethodsTab.module.css'
import { type Draft, methodFault, seqnoFault, withArgument } from './methodDraft.ts'

type CallFormProps = {
  readonly form: RefObject<HTMLFormElement | null>
  readonly draft: Draft
  /** Whether faults of empty fields are shown. */
  readonly strict: boolean
  readonly busy: boolean
  readonly onChange: (draft: Draft) => void
  readonly onRun: () => void
}

function MethodAndBlock({ draft, strict, onChange }: Pick<CallFormProps, 'draft' | 'strict' | 'onChange'>) {
  return (
    <div className={styles.line}>
      <Field
        label="Method"
        hint="Its name, or its id in decimal"
        fault={strict ? methodFault(draft.method.trim()) : undefined}
        className={styles.method}
      >
        {(control) => (
          <input
            {...control}
            className={`${field.input} ${field.mono}`}
            value={draft.method}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={100}
            placeholder="get_jetton_data"
            onChange={(event) => onChange({ ...draft, method: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="At block"
        hint="Empty: latest"
        fault={seqnoFault(draft.seqno.trim())}
        className={styles.seqno}
      >
        {(control) => (
          <input
            {...control}
            className={field.input}
            value={draft.seqno}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            placeholder="latest"
            onChange={(event) => onChange({ ...draft, seqno: event.target.value })}
          />
        )}
      </Field>
    </div>
  )
}

/** The form of a call: method, block and arguments. */
export function CallForm({ form, draft, strict, busy, onChange, onRun }: CallFormProps) {
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
      noValidate
    >
      <MethodAndBlock draft={draft} strict={strict} onChange={onChange} />
      <ArgumentRows
        list={draft.arguments}
        strict={strict}
        onChange={(list) => onChange({ ...draft, arguments: list })}
        onAdd={() => onChange(withArgument(draft))}
      />
      <div className={styles.actions}>
        <Button submit tone="main" busy={busy}>
          <Play aria-hidden="true" size={14} strokeWidth={2} />
          Run
        </Button>
        <span className={styles.note}>Runs on this machine, on verified state</span>
      </div>
    </form>
  )
}
