import { mkdtempSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeAtomically } from '../../../src-main/platform/atomicFile.ts'
import { canMount, mountSmallDisk, NEEDS_MOUNT, unmount } from '../indexer/smallDisk.ts'

describe('a file that is replaced atomically', () => {
  it.skipIf(!canMount)(`keeps its old text when only a part of the new one fits (${NEEDS_MOUNT})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tonscope-atomic-'))
    expect(mountSmallDisk(folder, 64 << 10)).toBe(true)
    try {
      const path = join(folder, 'settings')
      writeAtomically(path, 'old')
      expect(() => writeAtomically(path, 'x'.repeat(128 << 10))).toThrow(/ENOSPC/)
      expect(readFileSync(path, 'utf8')).toBe('old')
      writeAtomically(path, 'new')
      expect(readFileSync(path, 'utf8')).toBe('new')
    } finally {
      unmount(folder)
      rmdirSync(folder)
    }
  })
})
