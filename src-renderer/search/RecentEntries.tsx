import { Command } from 'cmdk'
import { History, X } from 'lucide-react'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchNote } from './SearchEntry.tsx'

type RecentEntriesProps = {
  readonly searches: readonly RecentSearch[]
  readonly onChoose: (search: RecentSearch) => void
  readonly onRemove: (path: string) => void
}

/** What an empty box offers: the last searches of this network, each removable. */
export function RecentEntries({ searches, onChoose, onRemove }: RecentEntriesProps) {
  if (searches.length === 0) {
    return (
      <SearchNote>
        <p>Paste an address in any form, a block id or seqno, an lt:hash, or a link of any explorer.</p>
      </SearchNote>
    )
  }
  return (
    <Command.Group heading="Recent" className={styles.heading}>
      {searches.map((search) => (
        <Command.Item
          key={search.path}
          className={styles.entry}
          value={`recent ${search.path}`}
          onSelect={() => onChoose(search)}
        >
          <History aria-hidden="true" size={18} strokeWidth={1.5} />
          <span>
            <span className={styles.title}>{search.label}</span>
            {search.text !== search.label && (
              <span className={`${styles.detail} ${styles.mono}`}>{search.text}</span>
            )}
          </span>
          <button
            type="button"
            tabIndex={-1}
            className={styles.remove}
            aria-label={`Forget ${search.label}`}
            onPointerDown={(event) => event.preventDefault()}
            onClick={(event) => {
              event.stopPropagation()
              onRemove(search.path)
            }}
          >
            <X aria-hidden="true" size={14} strokeWidth={1.75} />
          </button>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
