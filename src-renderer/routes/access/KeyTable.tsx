import { useRef } from 'react'
import type { AccessKey, AccessState } from '#shared/schema/access.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { formatMoment, isoTime } from '../../format/age.ts'
import styles from './AccessPage.module.css'
import { rateText } from './rateText.ts'
import type { AccessControl } from './useAccessControl.ts'

function Moment({ utime }: { readonly utime: number }) {
  return <time dateTime={isoTime(utime)}>{formatMoment(utime)}</time>
}

type RowProps = { readonly held: AccessKey; readonly control: AccessControl }

function Row({ held, control }: RowProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { name, hint, rate, networks, created_at, last_used_at } = held
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.small}>
          {rateText(rate)} · {networks === null ? 'all networks' : networks.join(', ')}
        </span>
      </th>
      <td>
        <code>{hint}…</code>
      </td>
      <td className={table.wide}>{rateText(rate)}</td>
      <td className={table.wide}>{networks === null ? 'all' : networks.join(', ')}</td>
      <td className={table.wide}>
        <Moment utime={created_at} />
      </td>
      <td className={table.wide}>
        {last_used_at === null ? (
          <span className={table.quiet} title="Not since the gateway started">
            not yet
          </span>
        ) : (
          <Moment utime={last_used_at} />
        )}
      </td>
      <td className={styles.action}>
        <Button
          tone="danger"
          disabled={control.working}
          aria-label={`Revoke ${name}`}
          onClick={() => dialog.current?.showModal()}
        >
          Revoke
        </Button>
        <ConfirmDialog
          dialog={dialog}
          title={`Revoke ${name}?`}
          action="Revoke"
          onConfirm={() =>
            control.run({
              name: 'revoke',
              sent: { name },
              what: `Revoking ${name}`,
              done: () => `The key ${name} is revoked`,
            })
          }
        >
          <p>Requests with this key are rejected from now on. This cannot be undone.</p>
        </ConfirmDialog>
      </td>
    </tr>
  )
}

type KeyTableProps = { readonly access: AccessState; readonly control: AccessControl }

/** The table of keys. Only their hashes are stored, so that the keys cannot be shown. */
export function KeyTable({ access, control }: KeyTableProps) {
  const { keys } = access
  return (
    <Panel title="Keys" note={keys.length > 0 && keys.length} flush>
      {keys.length === 0 ? (
        <EmptyState>No keys. While access control is on, requests with a key are rejected.</EmptyState>
      ) : (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Prefix</th>
              <th scope="col" className={table.wide}>
                Rate
              </th>
              <th scope="col" className={table.wide}>
                Networks
              </th>
              <th scope="col" className={table.wide}>
                Created
              </th>
              <th scope="col" className={table.wide}>
                Last used
              </th>
              <th scope="col">
                <span className="visually-hidden">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <Row key={key.name} held={key} control={control} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
