import { type SyntheticEvent, useState } from 'react'
import type { HintSettings as Settings } from '#shared/schema/hints.ts'
import { hintHost, useHints } from '../../api/hints.ts'
import { Figure } from '../../components/Amount.tsx'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import { LastAction } from '../../components/LastAction.tsx'
import { Panel } from '../../components/Panel.tsx'
import { useAction } from '../../hooks/useAction.ts'
import styles from './NetworksPage.module.css'

const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

/** What was asked of the server, and what came of it. */
function Counts({ counts }: { readonly counts: NonNullable<Settings['counts']> }) {
  const unsent = counts.held + counts.backed_off
  const unanswered = counts.refused + counts.limited + counts.failed
  return (
    <DescriptionList
      items={[
        { name: 'Answered', value: <Figure value={counts.answered} /> },
        {
          name: 'Not answered',
          value: <Figure value={unanswered} />,
          hint: 'Refused, limited by its rate, or without an answer of the API',
        },
        { name: 'Not sent', value: <Figure value={unsent} />, hint: 'For its rate, or after failures' },
        { name: 'Proved', value: <Figure value={counts.proved} />, hint: 'Found on the network as it said' },
        {
          name: 'Dropped',
          value: <Figure value={counts.dropped} />,
          hint: 'Not found as it said, not shown',
        },
      ]}
    />
  )
}

/** The setting of the network's hint server, and its counts. */
export function HintSettings() {
  const { settings, change } = useHints({ live: true })
  const { state, working, run } = useAction()
  const [url, setUrl] = useState<string>()
  const [key, setKey] = useState('')
  if (!settings) return null
  const present = settings.url
  const text = (url ?? present ?? settings.proposed ?? '').trim()
  const isWeb = /^https?:\/\/[^/]/.test(text)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!isWeb || working) return
    const sent = { url: text, ...(key !== '' && { key }) }
    run(`allowing ${hintHost(text)}`, change(sent), () => {
      setUrl(undefined)
      setKey('')
      return `${hintHost(text)} is asked from now on`
    })
  }
  const forbid = () =>
    run('forbidding hints', change({ url: null }), () => {
      setUrl(undefined)
      return 'No server is asked any more'
    })
  return (
    <Panel title="Hints" note={present === null ? 'off' : hintHost(present)}>
      <p className={styles.about}>
        Liteservers do not know a transaction by its hash alone, or the tokens of an owner. A public index
        (toncenter v3) can be asked where they are. It learns what you look for; what it says is read from
        liteservers and proved.
      </p>
      {settings.problem !== null && (
        <p className={styles.reason} role="status">
          No server is asked: {settings.problem}
        </p>
      )}
      <form className={styles.form} onSubmit={save} noValidate>
        <Field
          label="Address of its v3 API"
          fault={text === '' || isWeb ? undefined : 'An address begins with https:// or http://'}
        >
          {(control) => (
            <input
              {...control}
              {...PLAIN}
              className={`${field.input} ${field.mono}`}
              inputMode="url"
              value={url ?? present ?? settings.proposed ?? ''}
              placeholder="https://…/api/v3"
              maxLength={500}
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Its API key"
          hint={settings.has_key ? 'A key is stored' : 'Optional; never shown again'}
        >
          {(control) => (
            <input
              {...control}
              {...PLAIN}
              type="password"
              className={field.input}
              value={key}
              maxLength={200}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <div className={styles.choices}>
          <Button submit tone={present === null ? 'main' : 'plain'} disabled={working || !isWeb}>
            {present === null ? 'Allow' : 'Save'}
          </Button>
          {present !== null && (
            <Button tone="danger" disabled={working} onClick={forbid}>
              Forbid
            </Button>
          )}
        </div>
        <LastAction state={state} />
      </form>
      {settings.counts && <Counts counts={settings.counts} />}
    </Panel>
  )
}
