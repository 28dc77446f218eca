const MARKED = 'data-marked'

/**
 * Sets `data-marked` on all elements with the same `data-mark` as the one that has the pointer or the focus.
 * Uses delegated listeners and an attribute that React does not render. Returns a function that removes the
 * listeners.
 */
export function highlightEquals(root: HTMLElement): () => void {
  let current: string | undefined
  const clear = () => {
    for (const element of root.querySelectorAll(`[${MARKED}]`)) element.removeAttribute(MARKED)
    current = undefined
  }
  const enter = (event: Event) => {
    const target = event.target instanceof Element ? event.target.closest('[data-mark]') : null
    const value = target?.getAttribute('data-mark') ?? undefined
    if (value === current) return
    clear()
    if (value === undefined) return
    const equals = root.querySelectorAll(`[data-mark="${CSS.escape(value)}"]`)
    if (equals.length < 2) return
    current = value
    for (const element of equals) element.setAttribute(MARKED, '')
  }
  root.addEventListener('pointerover', enter)
  root.addEventListener('focusin', enter)
  root.addEventListener('pointerleave', clear)
  root.addEventListener('focusout', clear)
  return () => {
    clear()
    root.removeEventListener('pointerover', enter)
    root.removeEventListener('focusin', enter)
    root.removeEventListener('pointerleave', clear)
    root.removeEventListener('focusout', clear)
  }
}
