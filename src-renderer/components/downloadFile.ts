/** Time after which the browser has read a file that it saves, in milliseconds. */
const READ_MS = 60_000

/** Saves a file as a download of the browser. */
export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS)
}
