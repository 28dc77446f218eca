import { type SyntheticEvent, useRef, useState } from 'react'
import type { DevnetStatus, Snapshot } from '#shared/schema/devnet.ts'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import { formatMoment, isoTime } from '../../format/age.ts'
import styles from './DevnetPage.module.css'
import type { Control } from './useControl.ts'

function nameFault(name: string): string | undefined {
  if (/^[a-z0-9][a-z0-9-]{0,31}$/.test(name)) return undefined
  const wrong = /[^a-z0-9-]/.exec(name)
  if (wrong) return `“${wrong[0]}” is not allowed: a name has lower-case letters, digits and hyphens`
  if (name.startsWith('-')) return 'A name must start with a letter or a digit'
  return name === '' ? 'Enter a name' : 'A name has at most 32 characters'
}

type RowProps = { readonly snapshot: Snapshot; readonly head: number; readonly control: Control }

function Row({ snapshot, head, control }: RowProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { name, seqno, utime } = snapshot
  return (
    <li className={styles.snapshot}>
      <div className={styles.snapshotWords}>
        <p className={styles.snapshotName}>{name}</p>
        <p className={styles.hint}>
          block <Figure value={seqno} /> · <time dateTime={isoTime(utime)}>{formatMoment(utime)}</time>
        </p>
      </div>
      <Button
        disabled={control.working}
        aria-label={`Restore ${name}`}
        onClick={() => dialog.current?.showModal()}
      >
        Restore
      </Button>
      <Button
        tone="danger"
        disabled={control.working}
        aria-label={`Delete ${name}`}
        onClick={() =>
          control.run({
            name: 'forget',
            sent: { name },
            what: `deleting ${name}`,
            done: () => `Deleted snapshot ${name}`,
          })
        }
      >
        Delete
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={`Restore ${name}?`}
        action="Restore"
        onConfirm={() =>
          control.run({
            name: 'restore',
            sent: { name },
            what: `restoring ${name}`,
            done: (answer) => `Restored ${name}: the latest block is ${answer.seqno}`,
          })
        }
      >
        <p>
          {head > seqno && `Blocks ${seqno + 1} to ${head} are lost. `}
          All changes since the snapshot are lost. To return to this state, save a snapshot first.
        </p>
      </ConfirmDialog>
    </li>
  )
}

/** Snapshots of the chain that can be restored. */
export function Snapshots({ devnet, control }: { readonly devnet: DevnetStatus; readonly control: Control }) {
  const [name, setName] = useState('')
  const taken = devnet.snapshots.some((snapshot) => snapshot.name === name)
  const fault = name === '' ? undefined : nameFault(name)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (nameFault(name) !== undefined || control.working) return
    control.run({
      name: 'save',
      sent: { name },
      what: `saving ${name}`,
      done: ({ seqno }) => `Saved ${name} at block ${seqno}`,
    })
    setName('')
  }
  return (
    <Panel title="Snapshots" note={devnet.snapshots.length > 0 && devnet.snapshots.length} flush>
      <form className={`${styles.line} ${styles.inset}`} onSubmit={save} noValidate>
        <Field
          label="Save the state as"
          fault={fault}
          hint={taken ? 'A snapshot of this name exists' : 'Blocks, accounts, time and settings'}
          className={styles.wide}
        >
          {(control_) => (
            <input
              {...control_}
              className={field.input}
              value={name}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="before-deploy"
              maxLength={40}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button
          submit
          className={styles.beside}
          disabled={control.working || name === '' || fault !== undefined}
        >
          Save
        </Button>
      </form>
      {devnet.snapshots.length === 0 ? (
        <EmptyState>No snapshots. Save one before an experiment and restore it afterwards.</EmptyState>
      ) : (
        <ul className={styles.snapshots}>
          {devnet.snapshots.map((snapshot) => (
            <Row key={snapshot.name} snapshot={snapshot} head={devnet.seqno} control={control} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
