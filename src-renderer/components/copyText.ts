/**
 * Copies a text to the clipboard. The clipboard API is absent if the page was loaded over plain HTTP from
 * another machine; then the text is copied from a selected field.
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
