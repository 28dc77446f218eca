/** An HTTP request; a body makes it a POST. */
export type CurlRequest = {
  /** Absolute */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** For a POSIX shell: nothing inside single quotes means anything but the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Returns the curl command of a request. Not with `-d`, which reads a file if the body begins with `@`. */
export function curlCommand({ url, headers = {}, body }: CurlRequest): string {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const options = Object.entries({ ...headers, ...type }).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  const data = body === undefined ? [] : [`--data-raw ${quoted(body)}`]
  return [`curl ${quoted(url)}`, ...options, ...data].join(' \\\n  ')
}
