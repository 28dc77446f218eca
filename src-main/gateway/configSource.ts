import { readFile, stat } from 'node:fs/promises'
import { isLoopbackAddress } from '../http/request/peer.ts'
import { GatewayError } from './gatewayError.ts'

/** Maximum size of a config. The official ones have about 20 KiB. */
const MAX_BYTES = 1024 * 1024
/** Time limit for the whole response, redirects included, ms. */
const DEADLINE_MS = 30_000
const MAX_REDIRECTS = 5

/**
 * Reads the text of a global config from a URL or a file. URLs must be https, except on this machine. Rejects with
 * GatewayError if it cannot be read, is larger than a mebibyte or takes longer than 30 seconds.
 */
export async function readConfigSource(source: string): Promise<string> {
  try {
    return /^[a-z][a-z0-9+.-]+:\/\//i.test(source) ? await fetchText(source) : await readText(source)
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause
    const reason = cause instanceof Error ? reasonOf(cause) : String(cause)
    throw new GatewayError('bad-config', `${source} cannot be read: ${reason}`, { cause })
  }
}

async function readText(file: string): Promise<string> {
  const { size } = await stat(file)
  if (size > MAX_BYTES) throw tooLarge()
  return readFile(file, 'utf8')
}

async function fetchText(source: string): Promise<string> {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  let url = allowedUrl(source)
  // Redirects are followed here because each step must be https again.
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(url, { signal, redirect: 'manual', headers: { Accept: 'application/json' } })
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location !== null) {
      await response.body?.cancel()
      if (redirects === MAX_REDIRECTS) throw new Error('too many redirects')
      url = allowedUrl(location, url)
      continue
    }
    if (!response.ok) throw new Error(`the server answers with status ${response.status}`)
    return boundedText(response)
  }
}

function allowedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (!url) throw new Error(`${text} is no URL`)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = name === 'localhost' || isLoopbackAddress(name)
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return url
  throw new Error(`${url.href} is not https`)
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  if (body) {
    for await (const chunk of body) {
      length += chunk.length
      if (length > MAX_BYTES) throw tooLarge()
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks).toString('utf8')
}

function tooLarge(): Error {
  return new Error(`it has more than ${MAX_BYTES} bytes`)
}

/** fetch hides the reason behind "fetch failed". */
function reasonOf(error: Error): string {
  if (error.name === 'TimeoutError') return `no answer within ${DEADLINE_MS / 1000} s`
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
