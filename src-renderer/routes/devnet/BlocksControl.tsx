import { type SyntheticEvent, useState } from 'react'
import type { DevnetStatus } from '#shared/schema/devnet.ts'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import styles from './DevnetPage.module.css'
import type { Control } from './useControl.ts'

const MAX_BLOCKS = 1_000
const INTERVALS = [0, 1, 2, 5, 10, 60] as const

function intervalText(seconds: number): string {
  return seconds === 0 ? 'on demand' : `${seconds} s`
}

function blocksFault(text: string): string | undefined {
  const count = Number(text)
  return /^\d{1,4}$/.test(text) && count >= 1 && count <= MAX_BLOCKS
    ? undefined
    : `From 1 to ${MAX_BLOCKS} blocks at once`
}

type ControlProps = { readonly devnet: DevnetStatus; readonly control: Control }

/** Produces blocks now, and sets the interval of automatic blocks. */
export function BlocksControl({ devnet, control }: ControlProps) {
  const [count, setCount] = useState('1')
  const fault = blocksFault(count.trim())
  const step = (event: SyntheticEvent) => {
    event.preventDefault()
    if (fault !== undefined || control.working) return
    const blocks = Number(count)
    const many = blocks === 1 ? 'one block' : `${blocks} blocks`
    control.run({
      name: 'step',
      sent: { blocks },
      what: `producing ${many}`,
      done: ({ seqno }) => `Produced ${many}: the latest is ${seqno}`,
    })
  }
  const given = devnet.block_interval
  const intervals = INTERVALS.some((seconds) => seconds === given) ? INTERVALS : [...INTERVALS, given]
  return (
    <Panel title="Blocks">
      <form className={styles.line} onSubmit={step} noValidate>
        <Field label="Produce blocks now" fault={fault} className={styles.short}>
          {(control_) => (
            <input
              {...control_}
              className={field.input}
              value={count}
              inputMode="numeric"
              autoComplete="off"
              maxLength={4}
              onChange={(event) => setCount(event.target.value)}
            />
          )}
        </Field>
        <Button submit className={styles.beside} disabled={control.working || fault !== undefined}>
          Step
        </Button>
        <Button
          className={styles.beside}
          disabled={control.working}
          onClick={() =>
            control.run({
              name: 'keyblock',
              sent: {},
              what: 'producing a key block',
              done: ({ seqno }) => `Produced key block ${seqno}`,
            })
          }
        >
          Key block
        </Button>
      </form>
      <div className={styles.setting}>
        <p className={styles.name}>Empty block every</p>
        <SegmentedControl
          label="Seconds between blocks"
          options={intervals.map((value) => ({ value, label: intervalText(value) }))}
          current={given}
          disabled={control.working}
          onChange={(seconds) =>
            control.run({
              name: 'settings',
              sent: { block_interval: seconds },
              what: 'changing the interval',
              done: () =>
                seconds === 0
                  ? 'Blocks are produced on demand now'
                  : `A block is produced every ${seconds} s now`,
            })
          }
        />
        <p className={styles.hint}>Pending messages are included in a block at once, with any interval.</p>
      </div>
    </Panel>
  )
}
