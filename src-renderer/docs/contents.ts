import { isTyping } from '../components/isTyping.ts'
import { part } from './element.ts'
import { matchesWords } from './matchesWords.ts'

/** The side of the page: the filter over the operations, and the mark on the one that is read. */

type Entry = { readonly section: HTMLElement; readonly item: HTMLElement; readonly words: string }

function entries(): Entry[] {
  return [...document.querySelectorAll<HTMLElement>('section.operation')].flatMap((section) => {
    const item = document.querySelector<HTMLElement>(`nav [data-of="${CSS.escape(section.id)}"]`)
    return item ? [{ section, item, words: section.dataset.words ?? '' }] : []
  })
}

/** Makes the filter box work: `/` leads to it, Enter to the first operation found, Escape empties it. */
export function setUpFilter(): void {
  const box = part(document, '#filter', HTMLInputElement)
  const found = part(document, '#found', HTMLElement)
  const nothing = part(document, '.nothing', HTMLElement)
  const all = entries()
  const groups = [...document.querySelectorAll<HTMLElement>('nav [data-group], section.group')]

  const apply = () => {
    const query = box.value.trim()
    for (const { section, item, words } of all) {
      const hidden = !matchesWords(words, query)
      section.hidden = hidden
      item.hidden = hidden
    }
    for (const group of groups) {
      group.hidden = !group.querySelector('[data-of]:not([hidden]), section.operation:not([hidden])')
    }
    const count = all.filter(({ section }) => !section.hidden).length
    nothing.hidden = count > 0
    document.documentElement.toggleAttribute('data-filtered', query !== '')
    found.textContent = query === '' ? '' : count === 1 ? '1 operation' : `${count} operations`
  }
  const empty = () => {
    box.value = ''
    apply()
  }
  box.addEventListener('input', apply)
  box.addEventListener('keydown', (event) => {
    const first = all.find(({ section }) => !section.hidden)
    if (event.key === 'Escape') empty()
    if (event.key === 'Enter' && first) location.hash = first.section.id
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event)) return
    event.preventDefault()
    box.focus()
    box.select()
  })
  const uncover = () => {
    const target = document.getElementById(location.hash.slice(1))
    if (!target?.closest('[hidden], [data-filtered] .columns')) return
    empty()
    target.scrollIntoView()
  }
  window.addEventListener('hashchange', uncover)
  // A reload restores what stood in the box.
  if (box.value !== '') apply()
}

/** How far down the window the line lies that a section must have passed to be the one that is read. */
const READING_LINE = 0.25

/** Marks the section that is read in the list of contents, and keeps the mark in sight. */
export function setUpReadingMark(): void {
  const nav = part(document, '#contents', HTMLElement)
  const links = new Map(
    [...nav.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
  )
  const sections = [...document.querySelectorAll<HTMLElement>('section[id]')].filter(({ id }) =>
    links.has(id),
  )
  let marked: HTMLAnchorElement | undefined
  let waiting = false
  const mark = () => {
    waiting = false
    const line = window.innerHeight * READING_LINE
    const read = sections.findLast(
      (section) => !section.closest('[hidden]') && section.getBoundingClientRect().top <= line,
    )
    const link = read && links.get(read.id)
    if (link === marked) return
    marked?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'location')
    marked = link
    if (link) keepInSight(nav, link)
  }
  const later = () => {
    if (waiting) return
    waiting = true
    requestAnimationFrame(mark)
  }
  window.addEventListener('scroll', later, { passive: true })
  window.addEventListener('resize', later, { passive: true })
  mark()
}

/** Scrolls the list alone: scrollIntoView would scroll the page too. */
function keepInSight(nav: HTMLElement, link: HTMLElement): void {
  const { top, bottom, height } = nav.getBoundingClientRect()
  const place = link.getBoundingClientRect()
  if (place.top < top || place.bottom > bottom) nav.scrollTop += place.top - top - height / 3
}

/** On a narrow window the list of contents opens at a press, and closes when something was chosen. */
export function setUpContentsButton(): void {
  const button = part(document, '.contents', HTMLButtonElement)
  const nav = part(document, '#contents', HTMLElement)
  const open = (isOpen: boolean) => {
    button.setAttribute('aria-expanded', String(isOpen))
    nav.dataset.open = String(isOpen)
  }
  button.addEventListener('click', () => open(button.getAttribute('aria-expanded') !== 'true'))
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a')) open(false)
  })
}
