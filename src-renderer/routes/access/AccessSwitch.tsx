import { type SyntheticEvent, useState } from 'react'
import type { AccessState } from '#shared/schema/access.ts'
import { Button } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import styles from './AccessPage.module.css'
import { RateField } from './RateField.tsx'
import { rateText, readRate } from './rateText.ts'
import type { AccessControl } from './useAccessControl.ts'

function explanation({ enabled, forced, keyless_rate }: AccessState): string {
  if (!enabled)
    return 'Every client that reaches this gateway can send any number of requests. Keys are not checked.'
  const others = `Without a key: ${rateText(keyless_rate)} from one address. With one: as its rate allows.`
  return forced ? `${others} It stays on, because other machines can reach this gateway.` : others
}

type AccessSwitchProps = { readonly access: AccessState; readonly control: AccessControl }

/** The switch of access control, and the rate limit without a key. */
export function AccessSwitch({ access, control }: AccessSwitchProps) {
  const [written, setWritten] = useState<string>()
  const current = access.keyless_rate === null ? '' : String(access.keyless_rate)
  const text = written ?? current
  const reading = readRate(text)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reading.kind === 'fault' || control.working) return
    control.run({
      name: 'settings',
      sent: { keyless_rate: reading.rate },
      what: 'Changing the rate without a key',
      done: (state) => `Without a key: ${rateText(state.keyless_rate)} from one address`,
    })
    setWritten(undefined)
  }
  return (
    <Panel
      title="Access control"
      note={<Chip tone={access.enabled ? 'good' : 'plain'}>{access.enabled ? 'on' : 'off'}</Chip>}
    >
      <div className={styles.settings}>
        <div className={styles.setting}>
          <SegmentedControl
            label="Access control"
            options={[
              { value: false, label: 'Off' },
              { value: true, label: 'On' },
            ]}
            current={access.enabled}
            disabled={control.working || access.forced}
            onChange={(enabled) =>
              control.run({
                name: 'settings',
                sent: { enabled },
                what: enabled ? 'Switching access control on' : 'Switching access control off',
                done: () => (enabled ? 'Access control is on' : 'Access control is off'),
              })
            }
          />
          <p className={styles.hint}>{explanation(access)}</p>
          <p className={styles.hint}>The explorer on this machine is never limited.</p>
        </div>
        <form className={styles.line} onSubmit={save} noValidate>
          <RateField
            label="Rate without a key"
            hint="From one address; empty: no limit"
            text={text}
            reading={reading}
            onChange={setWritten}
            className={styles.rate}
          />
          <Button
            submit
            className={styles.beside}
            disabled={control.working || reading.kind === 'fault' || text === current}
          >
            Save
          </Button>
        </form>
      </div>
    </Panel>
  )
}
