import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isTyping } from '../components/isTyping.ts'
import { pageKeyReader } from './pageKeys.ts'

/** Rows of lists: of tables, and of lists of actions and blocks. */
const ROWS = 'main tbody tr, main ol > li'

function linkOf(row: Element): HTMLElement | null {
  return row.querySelector<HTMLElement>('a[href], button:not([disabled])')
}

/** Moves the focus to the first link of the next or previous row that has one; from outside, to the first. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => linkOf(row) !== null)
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  const next = here < 0 ? rows[0] : rows[here + step]
  const link = next && linkOf(next)
  link?.focus()
  link?.scrollIntoView({ block: 'nearest' })
}

/** Clicks the first copy button of the page, which copies its address or hash. */
function copyMain(): void {
  document.querySelector<HTMLElement>('main button[data-copy]')?.click()
}

/** Keys of every page: `g` and a letter opens a page, `j` and `k` move through rows, `y` copies its address or hash. */
export function usePageKeys(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const read = pageKeyReader(() => performance.now())
    const press = (event: KeyboardEvent) => {
      if (event.shiftKey || isTyping(event)) return
      const meaning = read(event.key)
      if (!meaning) return
      event.preventDefault()
      if (meaning.kind === 'page') void navigate({ to: meaning.path })
      else if (meaning.kind === 'row') moveRow(meaning.step)
      else copyMain()
    }
    // After the listeners of the document, so that a page that has its own meaning for a key takes it first.
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [navigate])
}
