/**
 * Puts a text on the clipboard. Where the page came over plain HTTP from another machine the clipboard API is
 * absent, and the old command on a selected field still works.
 */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text)
    return
  }
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('aria-hidden', 'true')
  document.body.append(field)
  field.select()
  document.execCommand('copy')
  field.remove()
}
