import { Command } from 'cmdk'
import { CornerDownLeft, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'

type SearchEntryProps = {
  readonly Icon: LucideIcon
  readonly search: RecentSearch
  readonly detail?: ReactNode
  readonly disabled?: boolean
  readonly onChoose: (search: RecentSearch) => void
}

/** One place that Enter or a click leads to. */
export function SearchEntry({ Icon, search, detail, disabled = false, onChoose }: SearchEntryProps) {
  return (
    <Command.Item
      className={styles.entry}
      value={search.path}
      disabled={disabled}
      onSelect={() => onChoose(search)}
    >
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
      <span>
        <span className={styles.title}>{search.label}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      <CornerDownLeft aria-hidden="true" size={14} className={styles.enter} />
    </Command.Item>
  )
}

/** Something to know about what was typed; it leads nowhere. */
export function SearchNote({ tone, children }: { readonly tone?: 'warn'; readonly children: ReactNode }) {
  const Icon = tone === 'warn' ? TriangleAlert : Info
  return (
    <div className={styles.note} data-tone={tone} role="status">
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
      <div>{children}</div>
    </div>
  )
}
