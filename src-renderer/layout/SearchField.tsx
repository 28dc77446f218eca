import { Search } from 'lucide-react'
import { type FocusEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isTyping } from '../components/isTyping.ts'
import { useReturnFocus } from '../hooks/useReturnFocus.ts'
import { missingParts } from '../loading/missingParts.ts'
import { reloadGuard } from '../loading/reloadGuard.ts'
import { reloadOnce } from '../loading/reloadOnce.ts'
import styles from '../search/SearchBox.module.css'
import type { SearchBox } from '../search/SearchBox.tsx'
import { SearchKeys } from '../search/SearchKeys.tsx'
import { keepSearchDraft, takeSearchDraft } from '../search/searchDraft.ts'

const MODULE = 'SearchBox'

type EmptyFieldProps = {
  readonly onLeave: () => void
  readonly text: string
  readonly onFocus: (event: FocusEvent) => void
  readonly onText: (text: string) => void
  readonly onEnter: () => void
}

/** The search field until its script is loaded. It keeps the typed text. */
function EmptyField({ text, onFocus, onLeave, onText, onEnter }: EmptyFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isPalette && (event.key !== '/' || isTyping(event))) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [])
  return (
    <search className={styles.search} aria-label="Search">
      <div className={styles.field}>
        <Search aria-hidden="true" size={16} strokeWidth={1.75} className={styles.icon} />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-expanded={false}
          aria-label="Search"
          placeholder="Address, transaction, block, token …"
          autoComplete="off"
          spellCheck={false}
          maxLength={8_000}
          value={text}
          onFocus={onFocus}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter()
            if (event.key === 'Escape') onLeave()
          }}
        />
        {text === '' && <SearchKeys />}
      </div>
    </search>
  )
}

/**
 * The search box of the top bar. Its decoders of addresses and links are loaded when the field is first used.
 * If they cannot be loaded, Enter reloads the window once and the search continues there.
 */
export function SearchField() {
  const [Box, setBox] = useState<typeof SearchBox>()
  const [draft, setDraft] = useState(takeSearchDraft)
  const [hasFailed, setFailed] = useState(false)
  const isRequested = useRef(false)
  const load = useCallback(async () => {
    if (isRequested.current) return
    isRequested.current = true
    try {
      const { SearchBox } = await import('../search/SearchBox.tsx')
      reloadGuard.loaded(MODULE)
      missingParts.resolve(MODULE)
      setBox(() => SearchBox)
    } catch (error) {
      console.warn(`${MODULE} could not be loaded:`, error)
      missingParts.report(MODULE)
      setFailed(true)
    } finally {
      isRequested.current = false
    }
  }, [])
  const { isEntered } = draft
  useEffect(() => {
    if (isEntered) void load()
  }, [isEntered, load])
  useEffect(() => {
    if (!hasFailed) return
    // Keeps the text if the window is reloaded in any way.
    const keep = () => keepSearchDraft(draft)
    window.addEventListener('pagehide', keep)
    const controller = new AbortController()
    if (draft.isEntered && draft.text.trim() !== '') void reloadOnce(MODULE, controller.signal)
    return () => {
      window.removeEventListener('pagehide', keep)
      controller.abort()
    }
  }, [hasFailed, draft])
  const returnFocus = useReturnFocus()
  if (Box) {
    const isSearched = isEntered && draft.text.trim() !== ''
    return <Box initialText={draft.text} isEntered={isSearched} returnFocus={returnFocus} />
  }
  return (
    <EmptyField
      text={draft.text}
      onFocus={(event) => {
        returnFocus.enter(event)
        void load()
      }}
      onLeave={() => {
        setDraft({ text: '', isEntered: false })
        returnFocus.leave()
      }}
      onText={(text) => setDraft({ text, isEntered: false })}
      onEnter={() => setDraft({ ...draft, isEntered: true })}
    />
  )
}
