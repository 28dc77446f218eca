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
  /** Shown instead of the stored label. */
  readonly title?: ReactNode
  readonly detail?: ReactNode
  readonly disabled?: boolean
  readonly onChoose: (search: RecentSearch) => void
}

type ActionEntryProps = {
  readonly Icon: LucideIcon
  /** Identifies the entry; it must not change while the entry is selected. */
  readonly value: string
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly disabled?: boolean
  readonly onSelect: () => void
}

/** A result whose action is run with Enter or a click. */
export function ActionEntry({ Icon, value, title, detail, disabled = false, onSelect }: ActionEntryProps) {
  return (
    <Command.Item className={styles.entry} value={value} disabled={disabled} onSelect={onSelect}>
      <Icon aria-hidden="true" size={18} strokeWidth={1.5} />
      <span>
        <span className={styles.title}>{title}</span>
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      <CornerDownLeft aria-hidden="true" size={14} className={styles.enter} />
    </Command.Item>
  )
}

/** A result whose page is opened with Enter or a click. */
export function SearchEntry({
  Icon,
  search,
  title = search.label,
  detail,
  disabled = false,
  onChoose,
}: SearchEntryProps) {
  return (
    <ActionEntry
      Icon={Icon}
      // The address in the path can change its form while the account is loaded, and must stay selected.
      value={search.path.split('/').map(accountKey).join('/')}
      title={title}
      detail={detail}
      disabled={disabled}
      onSelect={() => onChoose(search)}
    />
  )
}

/** The element for notes below the listbox, which can only contain options. */
export const SearchNotes = createContext<HTMLElement | null>(null)

/** A note about the query, without a link. */
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
