import { type SyntheticEvent, useState } from 'react'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { formatMoment } from '../../format/age.ts'
import styles from './DevnetPage.module.css'
import type { Control } from './useControl.ts'

const JOURNEYS = [
  { label: '+1 minute', seconds: 60 },
  { label: '+1 hour', seconds: 3_600 },
  { label: '+1 day', seconds: 86_400 },
  { label: '+30 days', seconds: 30 * 86_400 },
] as const

/** The maximum time of a block, which is a 32-bit number. */
const LAST_TIME = 2 ** 32 - 1

/** Formats a time for a datetime field in the local zone: `2026-11-21T23:05:09`. */
function fieldTime(utime: number): string {
  const date = new Date(utime * 1000)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}

function targetFault(target: number, now: number): string | undefined {
  if (Number.isNaN(target)) return 'Enter a date and a time'
  if (target > LAST_TIME) return 'Block times end in February 2106'
  return target > now ? undefined : 'Time cannot go back: choose a later time'
}

/** Moves the chain's time forward. */
export function TimeControl({
  devnet,
  control,
}: {
  readonly devnet: DevnetStatus
  readonly control: Control
}) {
  const [text, setText] = useState<string | undefined>()
  const shown = text ?? fieldTime(devnet.now)
  const target = Math.floor(new Date(shown).getTime() / 1000)
  const fault = text === undefined ? undefined : targetFault(target, devnet.now)
  const done = ({ utime }: { readonly utime: number }) => `The devnet's time is ${formatMoment(utime)} now`
  const travel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text === undefined || fault !== undefined || control.working) return
    control.run({ name: 'time', sent: { to: target }, what: 'setting the time', done })
    setText(undefined)
  }
  return (
    <Panel title="Time">
      <div className={styles.buttons}>
        {JOURNEYS.map(({ label, seconds }) => (
          <Button
            key={seconds}
            disabled={control.working}
            onClick={() =>
              control.run({ name: 'time', sent: { forward: seconds }, what: 'setting the time', done })
            }
          >
            {label}
          </Button>
        ))}
      </div>
      <form className={styles.line} onSubmit={travel} noValidate>
        <Field
          label="Set to"
          fault={fault}
          hint="In this machine's time zone. A block is produced at that time."
          className={styles.wide}
        >
          {(control_) => (
            <input
              {...control_}
              type="datetime-local"
              step={1}
              className={field.input}
              value={shown}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          submit
          className={styles.beside}
          disabled={control.working || text === undefined || fault !== undefined}
        >
          Set
        </Button>
      </form>
    </Panel>
  )
}
