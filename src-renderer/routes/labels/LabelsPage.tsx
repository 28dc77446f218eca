import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatRawAddress, parseAddress } from '#shared/ton/address.ts'
import type { OwnLabel } from '../../api/accountLabels.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { AccountLink } from '../../components/AccountLink.tsx'
import { AddressText } from '../../components/AddressText.tsx'
import { Button } from '../../components/Button.tsx'
import { downloadFile } from '../../components/downloadFile.ts'
import { Notice } from '../../components/Notice.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import { EmptyState } from '../../components/states.tsx'
import table from '../../components/Table.module.css'
import { labelFileText, readLabelFile } from '../../decode/labelFile.ts'
import styles from './LabelsPage.module.css'

/** Maximum size of an imported file, bytes. */
const MAX_FILE = 16 << 20

const ICON = { 'aria-hidden': true, size: 14, strokeWidth: 1.75 } as const

/** Reads a file of labels into the network's own. */
function Import() {
  const { ownLabels } = useIdentityState()
  const input = useRef<HTMLInputElement>(null)
  const read = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_FILE) throw new Error(`${file.name} is too large.`)
      const reading = readLabelFile(await file.text())
      if (reading.kind === 'fault') throw new Error(reading.sentence)
      await ownLabels.change(reading.labels)
      return reading
    },
  })
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="visually-hidden"
        aria-label="File with names of accounts"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) read.mutate(file)
          target.value = ''
        }}
      />
      <Button busy={read.isPending} onClick={() => input.current?.click()}>
        <FileUp {...ICON} />
        Import
      </Button>
      {read.isError && (
        <Notice tone="bad" title="Not imported">
          <p>{read.error.message}</p>
        </Notice>
      )}
      {read.data && (
        <Notice tone="good" title={`${read.data.labels.length} imported`}>
          {read.data.skipped > 0 && <p>{read.data.skipped} entries have no address or no name.</p>}
        </Notice>
      )}
    </>
  )
}

function Row({ address, label }: { readonly address: string; readonly label: OwnLabel }) {
  const { ownLabels } = useIdentityState()
  const [isWorking, setWorking] = useState(false)
  const remove = async () => {
    setWorking(true)
    try {
      await ownLabels.change([{ address, name: null }])
    } finally {
      setWorking(false)
    }
  }
  return (
    <tr>
      <th scope="row">
        <AccountLink address={address} pictured />
      </th>
      <td className={table.wide}>
        <AddressText address={address} short />
      </td>
      <td className={styles.note}>{label.note}</td>
      <td className={table.number}>
        <Button
          disabled={isWorking}
          aria-label={`Remove the name ${label.name}`}
          onClick={() => void remove()}
        >
          Remove
        </Button>
      </td>
    </tr>
  )
}

/** The names and notes that the user gave to accounts of the network. */
export function LabelsPage() {
  const { name } = useNetwork()
  const { ownLabels } = useIdentityState()
  const entries = [...ownLabels.labels].toSorted(([, a], [, b]) => a.name.localeCompare(b.name))
  const stored = () =>
    entries.flatMap(([key, label]) => {
      const address = parseAddress(key)
      return address ? [{ address: formatRawAddress(address), ...label }] : []
    })
  return (
    <>
      <title>Names of accounts · Tonscope</title>
      <PageHeader
        title="Names of accounts"
        note="Yours alone: they are shown in place of addresses and decide nothing in the API"
      />
      <div className={styles.parts}>
        {!ownLabels.isShared && (
          <Notice tone="warn" title="These names are kept in this browser">
            <p>Tonscope keeps names in its data folder for programs of its own machine only.</p>
          </Notice>
        )}
        <Panel
          title="Names"
          note={entries.length}
          actions={
            <>
              <Import />
              <Button
                disabled={entries.length === 0}
                onClick={() =>
                  downloadFile(
                    `tonscope-names-${name}.json`,
                    new Blob([labelFileText(name, stored())], { type: 'application/json' }),
                  )
                }
              >
                <Download {...ICON} />
                Export
              </Button>
            </>
          }
          flush
        >
          {entries.length === 0 ? (
            <EmptyState>
              No account has a name of yours. The pencil beside the address on an account's page gives one;
              the star <Link to="/watched">keeps its history</Link>.
            </EmptyState>
          ) : (
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">Name</th>
                  <th scope="col" className={table.wide}>
                    Address
                  </th>
                  <th scope="col">Note</th>
                  <th scope="col">
                    <span className="visually-hidden">Remove</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {entries.map(([key, label]) => (
                  <Row key={key} address={key} label={label} />
                ))}
              </tbody>
            </table>
          )}
        </Panel>
      </div>
    </>
  )
}
