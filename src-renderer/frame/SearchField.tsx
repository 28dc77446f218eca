import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isTyping } from '../components/isTyping.ts'
import styles from '../search/SearchBox.module.css'
import type { SearchBox } from '../search/SearchBox.tsx'
import { SearchKeys } from '../search/SearchKeys.tsx'

type EmptyFieldProps = {
  readonly text: string
  readonly onFocus: () => void
  readonly onText: (text: string) => void
  readonly onEnter: () => void
}

/** The field as it looks until its script is loaded; it takes what is typed meanwhile. */
function EmptyField({ text, onFocus, onText, onEnter }: EmptyFieldProps) {
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
          maxLength={2_000}
          value={text}
          onFocus={onFocus}
          onPointerDown={onFocus}
          onChange={(event) => onText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onEnter()
          }}
        />
        {text === '' && <SearchKeys />}
      </div>
    </search>
  )
}

/**
 * The search box of the top bar. Reading a query takes the decoders of addresses and links: they are loaded with the
 * first use of the field, which stays until then.
 */
export function SearchField() {
  const [Box, setBox] = useState<typeof SearchBox>()
  const [text, setText] = useState('')
  const [isEntered, setEntered] = useState(false)
  const isAsked = useRef(false)
  const load = async () => {
    if (isAsked.current) return
    isAsked.current = true
    try {
      const { SearchBox } = await import('../search/SearchBox.tsx')
      setBox(() => SearchBox)
    } finally {
      isAsked.current = false
    }
  }
  if (Box) return <Box initialText={text} isEntered={isEntered && text.trim() !== ''} />
  const onText = (changed: string) => {
    setText(changed)
    setEntered(false)
  }
  return <EmptyField text={text} onFocus={load} onText={onText} onEnter={() => setEntered(true)} />
}
