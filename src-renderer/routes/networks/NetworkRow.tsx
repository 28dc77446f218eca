import { type SyntheticEvent, useRef, useState } from 'react'
import type { NetworkEntry } from '#shared/schema/networks.ts'
import { base } from '../../api/base.ts'
import { useNetworksCall } from '../../api/networks.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import field from '../../components/Field.module.css'
import { Field } from '../../components/Field.tsx'
import type { Action } from '../../hooks/useAction.ts'
import { NetworkState } from '../../layout/networks/NetworkState.tsx'
import { writeNetworkChoice } from '../../settings/localSettings.ts'
import styles from './NetworksPage.module.css'

type NetworkRowProps = {
  readonly entry: NetworkEntry
  readonly isDefault: boolean
  readonly isPresent: boolean
  readonly action: Action
}

/** The form for another title. The name stays, since it is a part of addresses that other programs use. */
function RenameForm({
  entry,
  action,
  onDone,
}: Omit<NetworkRowProps, 'isDefault' | 'isPresent'> & { readonly onDone: () => void }) {
  const { change } = useNetworksCall()
  const [title, setTitle] = useState(entry.title)
  const text = title.trim()
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (text === '' || action.working) return
    onDone()
    action.run(
      `renaming ${entry.title}`,
      change(entry.name, { title: text }),
      () => `It is called ${text} now`,
    )
  }
  return (
    <form className={styles.rename} onSubmit={save} noValidate>
      <Field
        label="Title"
        hint={`Its address stays /${entry.name}`}
        fault={text === '' ? 'A network has a title' : undefined}
      >
        {(control) => (
          <input
            {...control}
            // biome-ignore lint/a11y/noAutofocus: the form replaces the button that has the focus
            autoFocus
            className={field.input}
            value={title}
            autoComplete="off"
            maxLength={40}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onDone()}
          />
        )}
      </Field>
      <Button submit tone="main" disabled={text === '' || action.working}>
        Save
      </Button>
      <Button onClick={onDone}>Cancel</Button>
    </form>
  )
}

function RemoveButton({ entry, action, isPresent }: Omit<NetworkRowProps, 'isDefault'>) {
  const { remove } = useNetworksCall()
  const dialog = useRef<HTMLDialogElement>(null)
  const { name, title } = entry
  return (
    <>
      <Button
        tone="danger"
        disabled={action.working}
        aria-label={`Remove ${title}`}
        onClick={() => dialog.current?.showModal()}
      >
        Remove
      </Button>
      <ConfirmDialog
        dialog={dialog}
        title={`Remove ${title}?`}
        action="Remove"
        onConfirm={() =>
          action.run(`removing ${title}`, remove(name), () => {
            // The page's own network is gone: its address answers nothing more.
            if (isPresent) window.location.assign('/')
            return `${title} is removed`
          })
        }
      >
        <p>
          Its address {base.origin}/{name} stops working. Its index and files stay in the data folder.
        </p>
      </ConfirmDialog>
    </>
  )
}

/** A network with its address, its state, and what can be done with it. */
export function NetworkRow({ entry, isDefault, isPresent, action }: NetworkRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const { name, title, kind, error, progress } = entry
  return (
    <li className={styles.network} data-present={isPresent ? '' : undefined}>
      <div className={styles.words}>
        <p className={styles.title}>
          <a
            href={`${entry.base}/`}
            aria-current={isPresent ? 'true' : undefined}
            onClick={() => writeNetworkChoice(name)}
          >
            {title}
          </a>
          {isPresent && <span className={styles.quiet}>this network</span>}
          {isDefault && <span className={styles.quiet}>default</span>}
        </p>
        <p className={styles.address}>
          <code>
            {base.origin}
            {entry.base}
          </code>{' '}
          · {kind}
        </p>
        {(error ?? progress) !== null && <p className={styles.reason}>{error ?? progress}</p>}
      </div>
      <NetworkState entry={entry} />
      <div className={styles.buttons}>
        {!isPresent && (
          <a className={styles.settings} href={`${entry.base}/networks`} aria-label={`Settings of ${title}`}>
            Settings
          </a>
        )}
        {entry.source !== null && (
          <Button
            disabled={action.working}
            aria-label={`Rename ${title}`}
            onClick={() => setIsRenaming(true)}
          >
            Rename
          </Button>
        )}
        {entry.removable && <RemoveButton entry={entry} action={action} isPresent={isPresent} />}
      </div>
      {isRenaming && <RenameForm entry={entry} action={action} onDone={() => setIsRenaming(false)} />}
    </li>
  )
}
