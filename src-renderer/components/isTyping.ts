/**
 * Returns whether a key press is meant for a field, a menu, a tab list or an open dialog instead of the page.
 */
export function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  if (document.querySelector('dialog[open]')) return true
  const target = event.target instanceof Element ? event.target : null
  return target?.closest('input, textarea, select, [contenteditable], [role=menu], [role=tablist]') != null
}
