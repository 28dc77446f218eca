import { type SyntheticEvent, useState } from 'react'
import type { IndexStatus } from '#shared/schema/indexer.ts'
import { Button } from '../../components/Button.tsx'
import { DescriptionList } from '../../components/DescriptionList.tsx'
import { LimitField } from '../../components/LimitField.tsx'
import { Panel } from '../../components/Panel.tsx'
import { formatBytes } from '../../format/bytes.ts'
import { readLimit, writeLimit } from './diskLimit.ts'
import styles from './IndexPage.module.css'
import type { IndexControl } from './useIndexControl.ts'

type DiskPanelProps = { readonly status: IndexStatus; readonly control: IndexControl }

/** The size of the index on disk, and its limit. */
export function DiskPanel({ status, control }: DiskPanelProps) {
  const { index_bytes, wal_bytes, archive_bytes, limit_bytes, free_bytes } = status.disk
  const used = index_bytes + wal_bytes + archive_bytes
  const [written, setWritten] = useState<string>()
  const current = writeLimit(limit_bytes)
  const text = written ?? current
  const reading = readLimit(text)
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (reading.kind === 'fault' || control.working) return
    control.run({
      name: 'settings',
      sent: { disk_limit_bytes: reading.bytes },
      what: 'changing the limit',
      done: () =>
        reading.bytes === null
          ? 'The size of the index is not limited'
          : `The index is limited to ${formatBytes(reading.bytes)}`,
    })
    setWritten(undefined)
  }
  return (
    <Panel title="Disk">
      {limit_bytes !== null && limit_bytes > 0 && (
        <div
          className={styles.bar}
          role="img"
          aria-label={`${formatBytes(used)} of ${formatBytes(limit_bytes)} are used`}
        >
          <span
            className={styles.covered}
            data-full={used >= limit_bytes ? '' : undefined}
            style={{ left: 0, width: `${Math.min(100, (100 * used) / limit_bytes)}%` }}
          />
        </div>
      )}
      <DescriptionList
        items={[
          {
            name: 'Index',
            value: formatBytes(index_bytes),
            hint: 'Rows, account states and database indexes',
          },
          {
            name: 'Write-ahead log',
            value: formatBytes(wal_bytes),
            hint: 'Rows that are not in the index file yet',
          },
          { name: 'Archive', value: formatBytes(archive_bytes), hint: 'Compressed blocks' },
          { name: 'Free on this disk', value: free_bytes === null ? 'not known' : formatBytes(free_bytes) },
        ]}
      />
      {status.mode !== 'readonly' && (
        <form className={styles.line} onSubmit={save} noValidate>
          <LimitField
            label="Limit"
            hint="For index, log and archive together; empty: no limit. When it is reached, indexing stops and nothing is deleted."
            fault={reading.kind === 'fault' ? reading.fault : undefined}
            text={text}
            unit="GiB"
            onChange={setWritten}
            className={styles.limit}
          />
          <Button
            submit
            className={styles.beside}
            disabled={control.working || reading.kind === 'fault' || text === current}
          >
            Save
          </Button>
        </form>
      )}
    </Panel>
  )
}
