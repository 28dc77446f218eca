import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { isTyping } from '../components/isTyping.ts'
import { addRecent, type RecentSearch, readRecent, removeRecent } from '../settings/localSettings.ts'
import { forgottenBy, RecentEntries } from './RecentEntries.tsx'
import { readQuery } from './readQuery.ts'
import styles from './SearchBox.module.css'
import { SearchNotes } from './SearchEntry.tsx'
import { SearchKeys } from './SearchKeys.tsx'
import { SearchResults } from './SearchResults.tsx'

type SearchBoxProps = {
  readonly initialText: string
  /** True if Enter was pressed before the box was loaded. */
  readonly isEntered: boolean
}

/** How long an early Enter waits for the first entry, ms. */
const EARLY_ENTER_MS = 2_000

/** The one box that understands everything: `/` or Ctrl/⌘ K focus it, Enter opens the selected entry. */
export function SearchBox({ initialText, isEntered }: SearchBoxProps) {
  const { network } = useNetworkState()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(initialText)
  const [open, setOpen] = useState(false)
  const [recent, setRecent] = useState<readonly RecentSearch[]>([])
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const query = text.trim()
  useFocusKeys(input)
  // The box is loaded when its field is focused: it goes on where the plain field was.
  useEffect(() => input.current?.focus(), [])
  useEffect(() => {
    if (!isEntered) return
    const until = performance.now() + EARLY_ENTER_MS
    let frame = requestAnimationFrame(function enter() {
      const selected = box.current?.querySelector<HTMLElement>('[cmdk-item][aria-selected="true"]')
      if (selected) selected.click()
      else if (performance.now() < until) frame = requestAnimationFrame(enter)
    })
    return () => cancelAnimationFrame(frame)
  }, [isEntered])

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

  const forget = (event: SyntheticEvent<HTMLElement>, key?: string) => {
    const path = query === '' ? forgottenBy(event.currentTarget, event.target, key) : undefined
    if (path === undefined || networkId === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setRecent(removeRecent(networkId, path))
  }

  return (
    <Command
      ref={box}
      shouldFilter={false}
      loop
      label="Search"
      className={styles.search}
      role="search"
      onClickCapture={(event) => forget(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        if (event.key === 'Delete') forget(event, event.key)
      }}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className={styles.field}>
        <Search aria-hidden="true" size={16} strokeWidth={1.75} className={styles.icon} />
        <Command.Input asChild value={text} onValueChange={setText}>
          <input
            ref={input}
            className={styles.input}
            placeholder="Address, transaction, block, token …"
            aria-label="Search"
            maxLength={2_000}
            onFocus={show}
            onPointerDown={show}
            {...expandedOnly(open)}
          />
        </Command.Input>
        {text === '' ? (
          <SearchKeys />
        ) : (
          <button type="button" className={styles.clear} aria-label="Clear" onClick={() => setText('')}>
            <X aria-hidden="true" size={16} strokeWidth={1.75} />
          </button>
        )}
      </div>
      <div className={styles.popover} hidden={!open}>
        <SearchNotes value={notes}>
          <Command.List className={styles.list} label="Results">
            {open && network && query !== '' && (
              <SearchResults readings={readQuery(query)} query={query} onChoose={choose} />
            )}
            {open && query === '' && <RecentEntries searches={recent} onChoose={choose} />}
          </Command.List>
        </SearchNotes>
        <div ref={setNotes} className={styles.notes} />
      </div>
    </Command>
  )
}

/** cmdk makes the field a combobox that is always expanded; ours is so only while its list is shown. */
function expandedOnly(open: boolean) {
  return { 'aria-expanded': open }
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
