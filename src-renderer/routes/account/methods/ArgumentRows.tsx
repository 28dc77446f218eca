import { Plus, X } from 'lucide-react'
import { Button } from '../../../components/Button.tsx'
import { classNames } from '../../../components/classNames.ts'
import field from '../../../components/Field.module.css'
import {
  ARGUMENT_TYPES,
  type ArgumentText,
  type ArgumentType,
  readArgument,
} from '../../../decode/stackArguments.ts'
import styles from './MethodsTab.module.css'

const PLACEHOLDERS: Readonly<Record<ArgumentType, string>> = {
  number: '42 or 0x2a',
  address: 'EQ… or 0:…',
  slice: 'Bag of cells, base64 or hexadecimal',
  cell: 'Bag of cells, base64 or hexadecimal',
  tuple: '[1, "0x2a", null]',
  null: '',
}

const MAX_ARGUMENTS = 32

/** An argument of the draft. Its id keeps its text in place when another argument is removed. */
export type DraftArgument = ArgumentText & { readonly id: number; readonly name: string | undefined }

type ArgumentRowsProps = {
  readonly list: readonly DraftArgument[]
  /** Shows faults of empty fields too, after an attempt to run the call. */
  readonly strict: boolean
  readonly onChange: (list: readonly DraftArgument[]) => void
  readonly onAdd: () => void
}

/** The arguments of a call, in order. */
export function ArgumentRows({ list, strict, onChange, onAdd }: ArgumentRowsProps) {
  const change = (id: number, part: Partial<DraftArgument>) =>
    onChange(list.map((argument) => (argument.id === id ? { ...argument, ...part } : argument)))
  return (
    <fieldset className={styles.arguments}>
      <legend>Arguments</legend>
      {list.map((argument, i) => {
        const reading = strict || argument.text !== '' ? readArgument(argument) : undefined
        const fault = reading?.kind === 'fault' ? reading.sentence : undefined
        const name = argument.name ?? `Argument ${i + 1}`
        const noteId = `argument-${argument.id}-note`
        return (
          <div key={argument.id} className={styles.argument}>
            <span className={styles.argumentName}>{name}</span>
            <select
              className={classNames(field.input, field.select, styles.type)}
              aria-label={`Type of ${name}`}
              value={argument.type}
              onChange={(event) => {
                const type = ARGUMENT_TYPES.find((known) => known === event.target.value)
                if (type) change(argument.id, { type })
              }}
            >
              {ARGUMENT_TYPES.map((type) => (
                <option key={type} value={type}>
                  {type}
                </option>
              ))}
            </select>
            <input
              className={classNames(field.input, field.mono)}
              aria-label={name}
              aria-invalid={fault === undefined ? undefined : true}
              aria-describedby={fault === undefined ? undefined : noteId}
              value={argument.type === 'null' ? '' : argument.text}
              disabled={argument.type === 'null'}
              placeholder={PLACEHOLDERS[argument.type]}
              autoComplete="off"
              spellCheck={false}
              data-argument={i}
              onChange={(event) => change(argument.id, { text: event.target.value })}
            />
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${name}`}
              title="Remove"
              onClick={() => onChange(list.filter(({ id }) => id !== argument.id))}
            >
              <X aria-hidden="true" size={16} strokeWidth={1.75} />
            </button>
            {fault !== undefined && (
              <p id={noteId} className={styles.fault}>
                <span aria-hidden="true">✕ </span>
                {fault}
              </p>
            )}
          </div>
        )
      })}
      <div>
        <Button onClick={onAdd} disabled={list.length >= MAX_ARGUMENTS}>
          <Plus aria-hidden="true" size={14} strokeWidth={2} />
          Add an argument
        </Button>
      </div>
    </fieldset>
  )
}
