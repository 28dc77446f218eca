import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { readAddress } from '#shared/ton/address.ts'
import type { MessageFilter } from '../../api/indexedLists.ts'
import { Button } from '../../components/Button.tsx'
import { classNames } from '../../components/classNames.ts'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import filters from '../../components/Filters.module.css'
import { ListLinks } from '../../components/ListLinks.tsx'
import { MessageList } from '../../components/MessageList.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { SegmentedControl } from '../../components/SegmentedControl.tsx'
import { addressFaultText } from '../../decode/addressFault.ts'
import type { MessageKind } from '../searchParams.ts'

const route = getRouteApi('/messages')

type Ends = { readonly opcode: string; readonly source: string; readonly destination: string }

/** The filters in the URL. */
type WrittenEnds = { readonly [Name in keyof Ends]?: string | undefined }

function addressFault(text: string): string | undefined {
  if (text === '') return undefined
  const reading = readAddress(text)
  return reading.kind === 'fault' ? addressFaultText(reading.fault, text) : undefined
}

const FAULTS: Readonly<Record<keyof Ends, (text: string) => string | undefined>> = {
  source: addressFault,
  destination: addressFault,
  opcode: (text) =>
    text === '' || /^(?:0x[0-9a-f]{1,8}|-?\d{1,10})$/i.test(text)
      ? undefined
      : '0x and up to 8 hexadecimal digits',
}

/** Returns the filter without the parts that a kind of message does not have. */
function filterOf(kind: MessageKind, { opcode, source, destination }: WrittenEnds): MessageFilter {
  switch (kind) {
    case 'internal':
      return { opcode, source, destination, exclude_externals: true }
    case 'external':
      return { opcode, destination, only_externals: true }
    case 'log':
      return { opcode, source, destination: 'null' }
  }
}

type FiltersProps = {
  readonly current: WrittenEnds
  readonly kind: MessageKind
  readonly onChange: (ends: WrittenEnds) => void
}

function Filters({ current, kind, onChange }: FiltersProps) {
  const [ends, setEnds] = useState<Ends>({
    opcode: current.opcode ?? '',
    source: current.source ?? '',
    destination: current.destination ?? '',
  })
  const names = (['opcode', 'source', 'destination'] as const).filter(
    (name) => !(name === 'source' && kind === 'external') && !(name === 'destination' && kind === 'log'),
  )
  const faultOf = (name: keyof Ends) => FAULTS[name](ends[name].trim())
  const isFaulty = names.some((name) => faultOf(name) !== undefined)
  const apply = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isFaulty) return
    const written = names.map((name) => [name, ends[name].trim() || undefined])
    onChange(Object.fromEntries(written))
  }
  const labels = { opcode: 'Opcode', source: 'From', destination: 'To' } as const
  const isFiltered = Object.values(current).some((value) => value !== undefined)
  return (
    <form className={filters.filters} onSubmit={apply} noValidate aria-label="Filters">
      {names.map((name) => (
        <Field
          key={name}
          label={labels[name]}
          fault={faultOf(name)}
          className={name === 'opcode' ? filters.short : filters.long}
        >
          {(attributes) => (
            <input
              {...attributes}
              className={classNames(field.input, field.mono)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={ends[name]}
              placeholder={name === 'opcode' ? '0x0f8a7ea5' : 'any account'}
              onChange={(event) => setEnds({ ...ends, [name]: event.target.value })}
            />
          )}
        </Field>
      ))}
      <Button submit className={filters.apply} disabled={isFaulty}>
        Filter
      </Button>
      {isFiltered && (
        <Button className={filters.apply} onClick={() => onChange({})}>
          Clear
        </Button>
      )}
    </form>
  )
}

const KINDS: readonly { readonly value: MessageKind; readonly label: string }[] = [
  { value: 'internal', label: 'Internal' },
  { value: 'external', label: 'External' },
  { value: 'log', label: 'Logs' },
]

const TITLES: Readonly<Record<MessageKind, string>> = {
  internal: 'Internal messages',
  external: 'External messages',
  log: 'Log messages',
}

/** Messages of all chains, newest first. */
export function MessagesPage() {
  const navigate = useNavigate()
  const { kind: written, opcode, source, destination, at, skip } = route.useSearch()
  const kind = written ?? 'internal'
  const ends = { opcode, source, destination }
  const filter = useMemo(
    () => filterOf(kind, { opcode, source, destination }),
    [kind, opcode, source, destination],
  )
  const go = (search: object) => navigate({ to: '.', search, replace: true, resetScroll: false })
  return (
    <>
      <title>Messages · Tonscope</title>
      <PageHeader title="Latest messages" note="Of the masterchain and all shards" actions={<ListLinks />} />
      <div className={filters.above}>
        <SegmentedControl
          label="Which messages"
          options={KINDS}
          current={kind}
          onChange={(next) => go({ ...ends, kind: next === 'internal' ? undefined : next })}
        />
      </div>
      <Panel title={TITLES[kind]} flush>
        <Filters
          key={`${kind} ${opcode} ${source} ${destination}`}
          current={ends}
          kind={kind}
          onChange={(next) => go({ kind: written, ...next })}
        />
        <MessageList
          filter={filter}
          at={at}
          skip={skip}
          none="No such message in the indexed blocks."
          target={{ kind: 'lately' }}
          search={{ kind: written, ...ends }}
        />
      </Panel>
    </>
  )
}
