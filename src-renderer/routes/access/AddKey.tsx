import { type SyntheticEvent, useState } from 'react'
import type { AccessState, AddedKey } from '#shared/schema/access.ts'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { Panel } from '../../components/Panel.tsx'
import styles from './AccessPage.module.css'
import { RateField } from './RateField.tsx'
import { keyNameFault, readNetworks, readRate } from './rateText.ts'
import type { AccessControl } from './useAccessControl.ts'

type AddKeyProps = {
  readonly access: AccessState
  readonly control: AccessControl
  readonly onAdded: (added: AddedKey) => void
}

/** The form that creates a key. The key is returned once and not stored. */
export function AddKey({ access, control, onAdded }: AddKeyProps) {
  const [name, setName] = useState('')
  const [rate, setRate] = useState('')
  const [networks, setNetworks] = useState('')
  const nameFault =
    name === ''
      ? undefined
      : keyNameFault(
          name,
          access.keys.map((key) => key.name),
        )
  const rateReading = readRate(rate)
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name === '' || nameFault !== undefined || rateReading.kind === 'fault' || control.working) return
    const names = readNetworks(networks)
    control.run({
      name: 'add',
      sent: { name, rate: rateReading.rate, networks: names === null ? null : [...names] },
      what: `Adding ${name}`,
      done: (added) => {
        onAdded(added)
        setName('')
        setRate('')
        setNetworks('')
        return undefined
      },
    })
  }
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <Panel title="New key">
      <form className={styles.form} onSubmit={add} noValidate>
        <Field label="Name" hint="Its owner or purpose" fault={nameFault}>
          {(control_) => (
            <input
              {...control_}
              {...plain}
              className={field.input}
              value={name}
              placeholder="ci"
              maxLength={40}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <RateField label="Rate" hint="Empty: no limit" text={rate} reading={rateReading} onChange={setRate} />
        <Field label="Networks" hint="Names, such as devnet, mainnet; empty: all">
          {(control_) => (
            <input
              {...control_}
              {...plain}
              className={field.input}
              value={networks}
              placeholder="all"
              onChange={(event) => setNetworks(event.target.value)}
            />
          )}
        </Field>
        <Button
          submit
          tone="main"
          className={styles.beside}
          disabled={control.working || name === '' || nameFault !== undefined || rateReading.kind === 'fault'}
        >
          Add key
        </Button>
      </form>
    </Panel>
  )
}
