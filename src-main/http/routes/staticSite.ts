import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { AppContext } from '../appContext.ts'
import { basePathOf, baseTag } from '../connection/basePath.ts'
import { acceptsBrotli, acceptsGzip, send, varyBy } from '../response/respond.ts'
import { NOTHING_LOADED } from '../response/securityHeaders.ts'

const gzipBytes = promisify(gzip)

const HTML_TYPE = 'text/html; charset=utf-8'
const TYPES: Readonly<Record<string, string>> = {
  '.html': HTML_TYPE,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}
const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.json', '.svg', '.txt', '.webmanifest'])
const MIN_COMPRESSED_BYTES = 1024
/** The explorer has a few megabytes: a larger folder is another one. */
const MAX_SITE_BYTES = 64 * 1024 * 1024
const INDEX = '/index.html'
/** A path that ends with a domain: `/address/alice.ton`. */
const DOMAIN = /\.(?:ton|t\.me)$/i
/** Extension of compressed files, which the build writes beside the originals. */
const BROTLI = '.br'

type SiteFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly gzipped: Uint8Array<ArrayBuffer> | undefined
  /** Content of the build's `FILE.br`, if it exists. */
  readonly brotli: Uint8Array<ArrayBuffer> | undefined
  readonly type: string
  readonly etag: string
  /** Bundler output under /assets has its hash in the name and never changes. */
  readonly immutable: boolean
}

export type StaticSite = {
  /** Answers with the file of a path, or with the start page for a path of the explorer's router; else undefined. */
  respond(c: AppContext): Promise<Response | undefined>
}

/** Returns the start page below a base address: it names the base, which its scripts add to their requests. */
async function pageBelow(page: SiteFile, base: string): Promise<SiteFile> {
  const html = Buffer.from(page.bytes).toString('utf8')
  const bytes = new TextEncoder().encode(html.replace('<head>', `<head>${baseTag(base)}`))
  return {
    ...page,
    bytes,
    gzipped: page.gzipped && new Uint8Array(await gzipBytes(bytes)),
    brotli: undefined,
    etag: etagOf(bytes),
  }
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
}

async function loadFile(path: string, urlPath: string, brotliPath: string | undefined): Promise<SiteFile> {
  const bytes = new Uint8Array(await readFile(path))
  const extension = extname(path)
  const compress = COMPRESSIBLE.has(extension) && bytes.length >= MIN_COMPRESSED_BYTES
  return {
    bytes,
    gzipped: compress ? new Uint8Array(await gzipBytes(bytes)) : undefined,
    brotli: brotliPath === undefined ? undefined : new Uint8Array(await readFile(brotliPath)),
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: etagOf(bytes),
    immutable: urlPath.startsWith('/assets/'),
  }
}

/** Reads every file under `root`, by URL path. Other paths are not served. */
async function loadSite(root: string): Promise<ReadonlyMap<string, SiteFile>> {
  const files = new Map<string, SiteFile>()
  let total = 0
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const all = new Set(paths)
  for (const path of paths.filter((candidate) => !candidate.endsWith(BROTLI))) {
    const urlPath = `/${relative(root, path).split(sep).join('/')}`
    const brotli = path + BROTLI
    const file = await loadFile(path, urlPath, all.has(brotli) ? brotli : undefined)
    total += file.bytes.length
    if (total > MAX_SITE_BYTES) throw new Error(`${root} holds more than ${MAX_SITE_BYTES} bytes`)
    files.set(urlPath, file)
  }
  return files
}

function sendFile(c: AppContext, file: SiteFile): Response {
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    ETag: file.etag,
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(file.type !== HTML_TYPE && { 'Content-Security-Policy': NOTHING_LOADED }),
  }
  if (file.gzipped || file.brotli) varyBy(c, 'Accept-Encoding')
  if (c.req.header('if-none-match') === file.etag) return send(c, 304, null, headers)
  if (file.brotli && acceptsBrotli(c)) {
    return send(c, 200, file.brotli, { ...headers, 'Content-Encoding': 'br' })
  }
  if (file.gzipped && acceptsGzip(c)) {
    return send(c, 200, file.gzipped, { ...headers, 'Content-Encoding': 'gzip' })
  }
  return send(c, 200, file.bytes, headers)
}

/** Serves the built explorer from memory; the folder is read at the first request. */
export function staticSite(root: string): StaticSite {
  let loading: Promise<ReadonlyMap<string, SiteFile>> | undefined
  /** The start page by base address. Bases are names of networks, of which there are few (networkFile.ts). */
  const pages = new Map<string, { readonly of: SiteFile; readonly page: SiteFile }>()

  async function startPage(c: AppContext, index: SiteFile): Promise<SiteFile> {
    const base = basePathOf(c.env.incoming)
    if (base === '') return index
    const known = pages.get(base)
    if (known?.of === index) return known.page
    const page = await pageBelow(index, base)
    pages.set(base, { of: index, page })
    return page
  }

  return {
    async respond(c) {
      loading ??= loadSite(root)
      const files = await loading.catch((error: unknown) => {
        // The build can exist at the next request.
        loading = undefined
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map<string, SiteFile>()
        throw error
      })
      const { path } = c.req
      const isStart = path === '/' || path === INDEX
      const file = isStart ? undefined : files.get(path)
      if (file) return sendFile(c, file)
      // A name with an extension is a missing file; other paths and domains belong to the explorer's router.
      const index = isStart || extname(path) === '' || DOMAIN.test(path) ? files.get(INDEX) : undefined
      return index && sendFile(c, await startPage(c, index))
    },
  }
}
