import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Search, X } from 'lucide-react'
import { type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useNetworkState } from '../api/network.tsx'
import { isTyping } from '../components/isTyping.ts'
import type { ReturnFocus } from '../hooks/useReturnFocus.ts'
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
  readonly returnFocus: ReturnFocus
}

/** Time limit for the first entry after an early Enter, ms. */
const EARLY_ENTER_MS = 2_000

/** Opens the first entry if Enter was pressed before the box was loaded. */
function useEarlyEnter(box: RefObject<HTMLElement | null>, isEntered: boolean): void {
  useEffect(() => {
    if (!isEntered) return
    const until = performance.now() + EARLY_ENTER_MS
    let frame = requestAnimationFrame(function enter() {
      const selected = box.current?.querySelector<HTMLElement>('[cmdk-item][aria-selected="true"]')
      if (selected) selected.click()
      else if (performance.now() < until) frame = requestAnimationFrame(enter)
    })
    return () => cancelAnimationFrame(frame)
  }, [box, isEntered])
}

/** Loads, adds and removes recent searches of a network. */
function useRecentSearches(networkId: string | undefined) {
  const [searches, setSearches] = useState<readonly RecentSearch[]>([])
  return {
    searches,
    load() {
      if (networkId !== undefined) setSearches(readRecent(networkId))
    },
    add(search: RecentSearch) {
      if (networkId !== undefined) addRecent(networkId, search)
    },
    /** Removes the search of the entry to which a click or key refers. */
    removeBy(event: SyntheticEvent<HTMLElement>, key?: string) {
      const path = forgottenBy(event.currentTarget, event.target, key)
      if (path === undefined || networkId === undefined) return
      event.preventDefault()
      event.stopPropagation()
      setSearches(removeRecent(networkId, path))
    },
  }
}

type SearchInputProps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly open: boolean
  readonly onText: (text: string) => void
  readonly onShow: () => void
}

function SearchInput({ input, text, open, onText, onShow }: SearchInputProps) {
  return (
    <div className={styles.field}>
      <Search aria-hidden="true" size={16} strokeWidth={1.75} className={styles.icon} />
      <Command.Input asChild value={text} onValueChange={onText}>
        <input
          ref={input}
          className={styles.input}
          placeholder="Address, transaction, block, token …"
          aria-label="Search"
          maxLength={8_000}
          onFocus={onShow}
          onPointerDown={onShow}
          {...expandedOnly(open)}
        />
      </Command.Input>
      {text === '' ? (
        <SearchKeys />
      ) : (
        <button type="button" className={styles.clear} aria-label="Clear" onClick={() => onText('')}>
          <X aria-hidden="true" size={16} strokeWidth={1.75} />
        </button>
      )}
    </div>
  )
}

/** The search box for every kind of object. `/` or Ctrl/⌘ K focuses it, Enter opens the selected entry. */
export function SearchBox({ initialText, isEntered, returnFocus }: SearchBoxProps) {
  const { network } = useNetworkState()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [text, setText] = useState(initialText)
  const [open, setOpen] = useState(false)
  const [notes, setNotes] = useState<HTMLElement | null>(null)
  const recent = useRecentSearches(network?.id)
  const query = text.trim()
  useFocusKeys(input)
  // The box is loaded when the plain field before it is focused.
  useEffect(() => input.current?.focus(), [])
  useEarlyEnter(box, isEntered)
  const show = () => {
    recent.load()
    setOpen(true)
  }
  const close = () => {
    setText('')
    setOpen(false)
    input.current?.blur()
  }
  const choose = (search: RecentSearch) => {
    recent.add(search)
    close()
    void navigate({ to: search.path })
  }
  const remove = (event: SyntheticEvent<HTMLElement>, key?: string) => {
    if (query === '') recent.removeBy(event, key)
  }
  return (
    <Command
      ref={box}
      shouldFilter={false}
      loop
      label="Search"
      className={styles.search}
      role="search"
      onClickCapture={(event) => remove(event)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          close()
          returnFocus.leave()
        }
        if (event.key === 'Delete') remove(event, event.key)
      }}
      onFocus={returnFocus.enter}
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <SearchInput input={input} text={text} open={open} onText={setText} onShow={show} />
      <div className={styles.popover} hidden={!open}>
        <SearchNotes value={notes}>
          <Command.List className={styles.list} label="Results">
            {open && network && query !== '' && (
              <SearchResults readings={readQuery(query)} query={query} onChoose={choose} onDone={close} />
            )}
            {open && query === '' && <RecentEntries searches={recent.searches} onChoose={choose} />}
          </Command.List>
        </SearchNotes>
        <div ref={setNotes} className={styles.notes} />
      </div>
    </Command>
  )
}

/** Overrides `aria-expanded`: cmdk's field is always expanded, ours only while the list is shown. */
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
