import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { createImageCache } from '../../../src-main/metadata/imageCache.ts'

const log = pino({ level: 'silent' })
const key = (digit: string) => digit.repeat(64)

describe('the image cache', () => {
  it('deletes the least recently used images beyond its bounds', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tonscope-images-'))
    const cache = createImageCache(folder, log, { bytes: 100, files: 3 })
    for (const digit of ['a', 'b', 'c']) await cache.put(key(digit), Buffer.alloc(30))
    await cache.get(key('a'))
    await cache.put(key('d'), Buffer.alloc(30))
    expect(readdirSync(folder).sort()).toEqual([key('a'), key('c'), key('d')])
    await cache.put(key('e'), Buffer.alloc(60))
    expect(cache.stats()).toEqual({ files: 2, bytes: 90 })
    await cache.put(key('f'), Buffer.alloc(101))
    expect(readdirSync(folder).sort()).toEqual([key('d'), key('e')])
    const next = createImageCache(folder, log, { bytes: 100, files: 1 })
    expect(await next.get(key('a'))).toBeUndefined()
    expect(next.stats().files).toBe(1)
    rmSync(folder, { recursive: true })
  })

  it('goes without a folder that cannot be made', async () => {
    const cache = createImageCache(join(import.meta.filename, 'images'), log)
    await cache.put(key('a'), Buffer.alloc(1))
    expect(await cache.get(key('a'))).toBeUndefined()
  })
})
