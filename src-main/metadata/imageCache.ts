import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { writeAtomicallyAsync } from '../platform/atomicFile.ts'

export type CachedImage = { readonly bytes: Buffer; readonly storedAt: number }

/** A cache of images on disk. Above a limit the least recently used ones are deleted. Files are written atomically. */
export type ImageCache = {
  /** @param key 64 hexadecimal digits */
  get(key: string): Promise<CachedImage | undefined>
  /** Stores an image; a failure is logged, because the image can be fetched again. */
  put(key: string, bytes: Buffer): Promise<void>
  stats(): { readonly files: number; readonly bytes: number }
}

export type ImageCacheLimits = { readonly bytes: number; readonly files: number }

const DEFAULT_LIMITS: ImageCacheLimits = { bytes: 268_435_456, files: 10_000 }
const NAME = /^[0-9a-f]{64}$/

type Entry = { readonly size: number; readonly storedAt: number }

/**
 * Creates a cache in `folder`, which is created and read at first use.
 * @param now Unix milliseconds
 */
export function createImageCache(
  folder: string,
  log: Logger,
  limits: ImageCacheLimits = DEFAULT_LIMITS,
  now: () => number = Date.now,
): ImageCache {
  /** In the order of use. */
  const entries = new Map<string, Entry>()
  let bytes = 0
  let opening: Promise<void> | undefined

  /** Reads the images of an earlier run, and deletes unfinished files. */
  async function readFolder(): Promise<void> {
    await mkdir(folder, { recursive: true })
    const found: (readonly [string, Entry])[] = []
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if (!NAME.test(name)) await rm(path, { recursive: true, force: true })
      else {
        const { size, mtimeMs } = await stat(path)
        found.push([name, { size, storedAt: mtimeMs }])
      }
    }
    found.sort(([, a], [, b]) => a.storedAt - b.storedAt)
    for (const [name, entry] of found) add(name, entry)
    await evict()
  }

  function open(): Promise<void> {
    opening ??= readFolder().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  function add(key: string, entry: Entry): void {
    remove(key)
    entries.set(key, entry)
    bytes += entry.size
  }

  function remove(key: string): void {
    bytes -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  async function evict(): Promise<void> {
    for (const key of entries.keys()) {
      if (bytes <= limits.bytes && entries.size <= limits.files) return
      remove(key)
      await rm(join(folder, key), { force: true })
    }
  }

  async function write(key: string, content: Buffer): Promise<void> {
    await open()
    await writeAtomicallyAsync(join(folder, key), content, { mode: 0o666, isDurable: false })
    add(key, { size: content.length, storedAt: now() })
    await evict()
  }

  return {
    async get(key) {
      try {
        await open()
        const entry = entries.get(key)
        if (!entry) return undefined
        const content = await readFile(join(folder, key))
        add(key, entry)
        return { bytes: content, storedAt: entry.storedAt }
      } catch (error) {
        remove(key)
        log.warn({ err: error, folder }, 'a stored image cannot be read')
        return undefined
      }
    },
    async put(key, content) {
      if (content.length > limits.bytes) return
      try {
        await write(key, content)
      } catch (error) {
        log.warn({ err: error, folder }, 'an image cannot be stored')
      }
    },
    stats: () => ({ files: entries.size, bytes }),
  }
}
