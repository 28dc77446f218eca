/** An HTTP request. With a body it is a POST. */
export type CurlRequest = {
  /** An absolute URL. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

/** Quotes a text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * Returns the curl command of a request. It does not use `-d`, which reads a file if the body begins with `@`.
 */
export function curlCommand({ url, headers = {}, body }: CurlRequest): string {
  const type = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const options = Object.entries({ ...headers, ...type }).map(
    ([name, value]) => `-H ${quoted(`${name}: ${value}`)}`,
  )
  const data = body === undefined ? [] : [`--data-raw ${quoted(body)}`]
  return [`curl ${quoted(url)}`, ...options, ...data].join(' \\\n  ')
}
