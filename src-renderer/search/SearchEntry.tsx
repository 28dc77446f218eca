import { Command } from 'cmdk'
import { CornerDownLeft, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { accountKey } from '../decode/accountKey.ts'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'

type SearchEntryProps = {
  readonly Icon: LucideIcon
  readonly search: RecentSearch
  /** Shown instead of the label that is remembered. */
  readonly title?: ReactNode
  readonly detail?: ReactNode
  readonly disabled?: boolean
  readonly onChoose: (search: RecentSearch) => void
}

/** One place that Enter or a click leads to. */
export function SearchEntry({
  Icon,
  search,
  title = search.label,
  detail,
  disabled = false,
  onChoose,
}: SearchEntryProps) {
  return (
    <Command.Item
      className={styles.entry}
      // The form of an address in the path can change while its account is read; the selection must not be lost.
      value={search.path.split('/').map(accountKey).join('/')}
      disabled={disabled}
      onSelect={() => onChoose(search)}
    >
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
      <span>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      <CornerDownLeft aria-hidden="true" size={14} className={styles.enter} />
    </Command.Item>
  )
}

/** Where notes are drawn: below the listbox, which may hold nothing but options. */
export const SearchNotes = createContext<HTMLElement | null>(null)

/** Something to know about what was typed; it leads nowhere. */
export function SearchNote({ tone, children }: { readonly tone?: 'warn'; readonly children: ReactNode }) {
  const place = useContext(SearchNotes)
  const Icon = tone === 'warn' ? TriangleAlert : Info
  if (!place) return null
  return createPortal(
    <div className={styles.note} data-tone={tone} role="status">
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
      <div>{children}</div>
    </div>,
    place,
  )
}
