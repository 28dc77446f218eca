import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { isTyping } from '../components/isTyping.ts'
import { addRecent, type RecentSearch, readRecent, removeRecent } from '../settings/localSettings.ts'
import { RecentEntries } from './RecentEntries.tsx'
import { readQuery } from './readQuery.ts'
import styles from './SearchBox.module.css'
import { SearchResults } from './SearchResults.tsx'

const LIST_ID = 'search-results'

/** The one box that understands everything: `/` or Ctrl/⌘ K focus it, Enter opens what is marked. */
export function SearchBox() {
  const { network } = useNetworkState()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [recent, setRecent] = useState<readonly RecentSearch[]>([])
  const query = text.trim()
  useFocusKeys(input)

  const networkId = network?.id
  const show = () => {
    if (networkId !== undefined) setRecent(readRecent(networkId))
    setOpen(true)
  }
  const close = () => {
    setText('')
    setOpen(false)
    input.current?.blur()
  }
  const choose = (search: RecentSearch) => {
    if (networkId !== undefined) addRecent(networkId, search)
    close()
    void navigate({ to: search.path })
  }

  return (
    <Command
      ref={box}
      shouldFilter={false}
      loop
      label="Search"
      className={styles.search}
      role="search"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
      }}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className={styles.field} data-open={open ? '' : undefined}>
        <Search aria-hidden="true" size={16} strokeWidth={1.75} className={styles.icon} />
        <Command.Input asChild value={text} onValueChange={setText}>
          <input
            role="combobox"
            aria-controls={LIST_ID}
            ref={input}
            className={styles.input}
            placeholder="Address, transaction, block, hash …"
            aria-label="Search"
            aria-expanded={open}
            maxLength={2_000}
            onFocus={show}
            onPointerDown={show}
          />
        </Command.Input>
        {text === '' ? (
          <span className={styles.keys} aria-hidden="true">
            <kbd>/</kbd>
            <kbd>{isApple() ? '⌘ K' : 'Ctrl K'}</kbd>
          </span>
        ) : (
          <button type="button" className={styles.clear} aria-label="Clear" onClick={() => setText('')}>
            <X aria-hidden="true" size={16} strokeWidth={1.75} />
          </button>
        )}
      </div>
      <div className={styles.popover} hidden={!open}>
        <Command.List id={LIST_ID} className={styles.list} label="Results">
          {open && network && query !== '' && (
            <SearchResults readings={readQuery(query)} query={query} onChoose={choose} />
          )}
          {open && query === '' && (
            <RecentEntries
              searches={recent}
              onChoose={choose}
              onRemove={(path) => networkId !== undefined && setRecent(removeRecent(networkId, path))}
            />
          )}
        </Command.List>
      </div>
    </Command>
  )
}

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent)
}

function useFocusKeys(input: { readonly current: HTMLInputElement | null }) {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const palette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!palette && (event.key !== '/' || isTyping(event))) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [input])
}
