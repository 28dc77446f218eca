import { connect } from 'node:net'

/** A response as it came over the wire. */
export type RawResponse = { readonly status: number; readonly headers: string; readonly body: string }

export type Exchange = {
  readonly responses: readonly RawResponse[]
  /** What came behind the last whole response. */
  readonly rest: string
}

/**
 * Sends bytes unchanged, and once the server is silent (it has answered, or waits for more) ends our side, as a
 * client does that has no more to send; reads until the server ends its own. Rejects where it has not by the deadline.
 */
export function exchange(
  port: number,
  bytes: Buffer,
  { quietMs = 250, deadlineMs = 10_000 } = {},
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const deadline = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no end for ${JSON.stringify(bytes.subarray(0, 300).toString('latin1'))}`))
    }, deadlineMs)
    socket.setTimeout(quietMs, () => socket.end())
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server can reset the connection while the rest of a refused request is sent; 'close' follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(deadline)
      resolve(parseResponses(Buffer.concat(chunks).toString('latin1')))
    })
  })
}

/** Takes a stream of HTTP/1.1 responses apart: by length, in chunks, or without body. */
export function parseResponses(text: string): Exchange {
  const responses: RawResponse[] = []
  let rest = text
  for (;;) {
    const match = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    if (!match) return { responses, rest }
    const status = Number(match[1])
    const headers = (match[2] ?? '').toLowerCase()
    const after = rest.slice(match[0].length)
    const body = bodyOf(status, headers, after)
    if (body === undefined) return { responses, rest }
    responses.push({ status, headers, body: body.text })
    rest = after.slice(body.length)
  }
}

function bodyOf(
  status: number,
  headers: string,
  after: string,
): { text: string; length: number } | undefined {
  if (status < 200 || status === 204 || status === 304) return { text: '', length: 0 }
  if (/^transfer-encoding: chunked$/m.test(headers)) return chunkedBody(after)
  const length = Number(/^content-length: (\d+)$/m.exec(headers)?.[1] ?? 0)
  return after.length < length ? undefined : { text: after.slice(0, length), length }
}

function chunkedBody(after: string): { text: string; length: number } | undefined {
  let text = ''
  for (let at = 0; ; ) {
    const [line, size] = /^([0-9a-f]+)\r\n/i.exec(after.slice(at, at + 20)) ?? []
    if (line === undefined || size === undefined) return undefined
    const start = at + line.length
    at = start + Number.parseInt(size, 16) + 2
    if (at > after.length) return undefined
    text += after.slice(start, at - 2)
    if (size === '0') return { text, length: at }
  }
}
