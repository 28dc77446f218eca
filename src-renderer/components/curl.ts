import type { Answer } from '../api/request.ts'

/** For a POSIX shell: nothing inside single quotes means anything but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The command that asks the same question again. */
export function curlOf({ path, sent }: Pick<Answer<unknown>, 'path' | 'sent'>): string {
  const url = quoted(new URL(path, location.origin).href)
  if (sent === undefined) return `curl ${url}`
  return `curl ${url} -H 'content-type: application/json' -d ${quoted(JSON.stringify(sent))}`
}
