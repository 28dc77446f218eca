import { Command } from 'cmdk'
import { History, X } from 'lucide-react'
import { AddressText } from '../components/AddressText.tsx'
import type { RecentSearch } from '../settings/localSettings.ts'
import styles from './SearchBox.module.css'
import { SearchNote } from './SearchEntry.tsx'

type RecentEntriesProps = {
  readonly searches: readonly RecentSearch[]
  readonly onChoose: (search: RecentSearch) => void
}

/** Returns the account of a recent search that is stored under its address, in any form. */
function addressOf({ path, label }: RecentSearch): string | undefined {
  return label.startsWith('Account ') ? /^\/account\/([^/]+)$/.exec(path)?.[1] : undefined
}

function RecentTitle({ search }: { readonly search: RecentSearch }) {
  const address = addressOf(search)
  if (address === undefined) return search.label
  return (
    <>
      Account <AddressText address={address} short />
    </>
  )
}

/**
 * The last searches of this network, shown for an empty box. Each can be removed by its cross or with Delete.
 * An option of a listbox cannot contain a button, so that the box itself handles both events (`forgottenBy`).
 */
export function RecentEntries({ searches, onChoose }: RecentEntriesProps) {
  if (searches.length === 0) {
    return (
      <SearchNote>
        <p>
          Paste an address in any form, a hash, a block id or seqno, an lt:hash, or a link of any explorer;
          type the name of an account, a token or a domain.
        </p>
      </SearchNote>
    )
  }
  return (
    <>
      <Command.Group heading="Recent" className={styles.heading}>
        {searches.map((search) => (
          <Command.Item
            key={search.path}
            className={styles.entry}
            value={`recent ${search.path}`}
            data-recent={search.path}
            onSelect={() => onChoose(search)}
          >
            <History aria-hidden="true" size={18} strokeWidth={1.5} />
            <span>
              <span className={styles.title}>
                <RecentTitle search={search} />
              </span>
              {search.text !== search.label && (
                <span className={`${styles.detail} ${styles.mono}`}>{search.text}</span>
              )}
            </span>
            <span
              className={styles.remove}
              data-forget={search.path}
              title="Remove (Delete)"
              aria-hidden="true"
            >
              <X size={14} strokeWidth={1.75} />
            </span>
          </Command.Item>
        ))}
      </Command.Group>
      <SearchNote>
        <p>
          <kbd>Delete</kbd> removes the selected entry.
        </p>
      </SearchNote>
    </>
  )
}

/**
 * Returns the path of the recent search that a click or key in the box removes, or undefined for any other
 * event.
 */
export function forgottenBy(box: HTMLElement, target: EventTarget, key?: string): string | undefined {
  const crossed = key === undefined && target instanceof Element ? target.closest('[data-forget]') : null
  const marked = key === 'Delete' ? box.querySelector('[data-recent][data-selected="true"]') : null
  return crossed?.getAttribute('data-forget') ?? marked?.getAttribute('data-recent') ?? undefined
}
