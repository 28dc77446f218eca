import type { IncomingMessage } from 'node:http'

/** Maximum number of entries of `rawHeaders`, names and values counted separately; Node drops further ones. */
const MAX_RAW_HEADERS = 2000

/**
 * Returns the head of a request without its `Upgrade` (RFC 9110 §7.8: a server can ignore it); undefined if headers
 * were dropped.
 */
export function headWithoutUpgrade(request: IncomingMessage): Buffer | undefined {
  const { method, url, httpVersion, rawHeaders } = request
  if (rawHeaders.length >= MAX_RAW_HEADERS) return undefined
  const lines = [`${method} ${url} HTTP/${httpVersion}`]
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = [rawHeaders[i], rawHeaders[i + 1]]
    if (name.toLowerCase() === 'upgrade') continue
    lines.push(`${name}: ${name.toLowerCase() === 'connection' ? otherTokens(value) : value}`)
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
}

/** Returns the value of `Connection` without `upgrade`: `close` and `keep-alive` stay. */
function otherTokens(value: string): string {
  return value
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token.toLowerCase() !== 'upgrade')
    .join(', ')
}
