import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createAllocatorTrim, trimAllocator } from '../../../../src-main/store/sqlite/trimAllocator.ts'

const MB = 1 << 20
const isGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header

describe('createAllocatorTrim', () => {
  it('trims after growth of 8 MB since the last trim, and not before', () => {
    let resident = 100 * MB
    let trims = 0
    const trim = createAllocatorTrim({
      residentBytes: () => resident,
      trim: () => {
        trims++
        resident -= 20 * MB
        return true
      },
    })
    trim()
    trim()
    expect(trims).toBe(1)
    resident = 87 * MB
    trim()
    expect(trims).toBe(1)
    resident = 88 * MB
    trim()
    expect(trims).toBe(2)
  })

  it('trims again when the process has shrunk by 8 MB after load', () => {
    let resident = 400 * MB
    let trims = 0
    const trim = createAllocatorTrim({ residentBytes: () => resident, trim: () => ++trims > 0 })
    trim()
    resident = 393 * MB
    trim()
    expect(trims).toBe(1)
    resident = 300 * MB
    trim()
    expect(trims).toBe(2)
  })

  it('does not try again if memory cannot be trimmed', () => {
    let resident = 0
    let tries = 0
    const trim = createAllocatorTrim({
      residentBytes: () => (resident += 100 * MB),
      trim: () => {
        tries++
        return false
      },
    })
    trim()
    trim()
    expect(tries).toBe(1)
  })
})

describe('trimAllocator', () => {
  // In a process of its own, and of its memory only the C library's heap: other threads change the rest.
  it.skipIf(!isGlibc)('returns free blocks below used ones to the system', () => {
    const url = new URL('../../../../src-main/store/sqlite/trimAllocator.ts', import.meta.url)
    const script = `
      import { readFileSync } from 'node:fs'
      import { setImmediate } from 'node:timers/promises'
      import { trimAllocator } from ${JSON.stringify(url.href)}
      const residentKB = () => {
        const [, size] = /\\[heap\\]\\n(?:.*\\n)*?Rss: +(\\d+) kB/.exec(readFileSync('/proc/self/smaps', 'utf8'))
        return Number(size)
      }
      // 3 kB each: allocated in the heap, not in mappings of their own.
      let blocks = Array.from({ length: 20_000 }, () => Buffer.allocUnsafeSlow(3_000).fill(1))
      const kept = blocks.filter((_, index) => index % 200 === 199)
      blocks = []
      gc()
      // Another thread frees what the collection found.
      while (process.memoryUsage().arrayBuffers > 1e6) await setImmediate()
      const before = residentKB()
      const isTrimmed = trimAllocator()
      console.log(JSON.stringify({ isTrimmed, kept: kept.length, freed: (before - residentKB()) * 1024 }))
    `
    const args = ['--expose-gc', '--input-type=module-typescript', '--eval', script]
    const result = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    expect(result).toMatchObject({ isTrimmed: true, kept: 100 })
    expect(result.freed).toBeGreaterThan(20 * MB)
  })

  it.skipIf(isGlibc)('returns false with another C library', () => {
    expect(trimAllocator()).toBe(false)
  })
})
