import { type SyntheticEvent, useState } from 'react'
import type { NetworkEntry } from '#shared/schema/networks.ts'
import { useNetworksCall } from '../../api/networks.ts'
import { Button } from '../../components/Button.tsx'
import field from '../../components/Field.module.css'
import { Field, type FieldControl } from '../../components/Field.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { useAction } from '../../hooks/useAction.ts'
import styles from './NetworksPage.module.css'
import { configFault, configUrlFault, networkNameFault } from './newNetwork.ts'

type Source = 'paste' | 'file' | 'url'

const SOURCES = [
  { value: 'paste', label: 'Paste' },
  { value: 'file', label: 'File' },
  { value: 'url', label: 'URL' },
] as const
const SOURCE_LABELS: Readonly<Record<Source, string>> = {
  paste: 'Global config',
  file: 'Global config file',
  url: 'URL of the global config',
}
const CONFIG_HINT = 'Liteservers and zero state, as TON’s own tools use it'
const COPY_HINT = 'It is copied once: to take over later changes, remove the network and add it again'
/** A global config has a few kilobytes. */
const MAX_CONFIG = 1_000_000

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

type ConfigInputProps = {
  readonly source: Source
  readonly control: FieldControl
  readonly text: string
  readonly onChange: (text: string) => void
}

function ConfigInput({ source, control, text, onChange }: ConfigInputProps) {
  if (source === 'file') {
    return (
      <input
        {...control}
        type="file"
        accept="application/json,.json"
        className={styles.file}
        onChange={({ target: { files } }) => {
          const [file] = files ?? []
          if (file) void file.slice(0, MAX_CONFIG).text().then(onChange)
        }}
      />
    )
  }
  if (source === 'url') {
    return (
      <input
        {...control}
        {...PLAIN}
        className={`${field.input} ${field.mono}`}
        inputMode="url"
        value={text}
        placeholder="https://…/global.config.json"
        maxLength={2_000}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
  return (
    <textarea
      {...control}
      {...PLAIN}
      className={`${field.input} ${field.mono} ${styles.config}`}
      value={text}
      placeholder={'{ "@type": "config.global", "liteservers": [ … ], "validator": { … } }'}
      maxLength={MAX_CONFIG}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** The form that adds a network by its global config. */
export function AddNetwork({ networks }: { readonly networks: readonly NetworkEntry[] }) {
  const { add } = useNetworksCall()
  const { state, working, run } = useAction()
  const [source, setSource] = useState<Source>('paste')
  const [name, setName] = useState('')
  const [text, setText] = useState('')
  const [formKey, setFormKey] = useState(0)
  const taken = networks.map((entry) => entry.name)
  const nameFault = name === '' ? undefined : networkNameFault(name, taken)
  const trimmed = text.trim()
  const textFault =
    trimmed === '' ? undefined : source === 'url' ? configUrlFault(trimmed) : configFault(trimmed)
  const isReady = name !== '' && trimmed !== '' && nameFault === undefined && textFault === undefined
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isReady || working) return
    const network = source === 'url' ? { name, url: trimmed } : { name, config: trimmed }
    run(`adding ${name}`, add(network), ({ title }) => {
      setName('')
      setText('')
      setFormKey((key) => key + 1)
      return `${title} is added: the network menu has it`
    })
  }
  return (
    <Panel title="Add a network">
      <form key={formKey} className={styles.form} onSubmit={submit} noValidate>
        <SegmentedControl
          label="Source of the global config"
          options={SOURCES}
          current={source}
          onChange={(next) => {
            setSource(next)
            setText('')
          }}
        />
        <Field label="Name" hint="The last part of its address" fault={nameFault}>
          {(control) => (
            <input
              {...control}
              {...PLAIN}
              className={field.input}
              value={name}
              placeholder="my-network"
              maxLength={32}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={SOURCE_LABELS[source]}
          hint={source === 'paste' ? CONFIG_HINT : `${CONFIG_HINT}. ${COPY_HINT}`}
          fault={textFault}
        >
          {(control) => <ConfigInput source={source} control={control} text={text} onChange={setText} />}
        </Field>
        <div>
          <Button submit tone="main" busy={working} disabled={!isReady}>
            Add network
          </Button>
        </div>
        <LastAction state={state} />
      </form>
    </Panel>
  )
}
