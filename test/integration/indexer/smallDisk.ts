import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders that run full or are read-only, which only the system's administrator can create. */

export const NEEDS_MOUNT = 'where file systems may be mounted'

const isRoot = process.getuid?.() === 0

function run(program: string, ...args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

function tryMount(): boolean {
  if (process.platform !== 'linux' || !isRoot) return false
  const folder = mkdtempSync(join(tmpdir(), 'tonscope-mount-'))
  try {
    return mountSmallDisk(folder, 1 << 20) && unmount(folder)
  } finally {
    rmdirSync(folder)
  }
}

/** Mounts a file system with a size in bytes, and a number of files, at a folder. */
export function mountSmallDisk(folder: string, bytes: number, files = 1_000): boolean {
  return run('mount', '-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${files}`, 'tmpfs', folder)
}

export function unmount(folder: string): boolean {
  return run('umount', folder)
}

export const canMount = tryMount()

/** Root writes in spite of permissions, but not on a file system that is mounted to be read. */
export const canProtect = canMount || (!isRoot && process.platform !== 'win32')

/** Makes a folder read-only; returns a function that undoes it. */
export function writeProtect(folder: string): () => void {
  if (!isRoot) {
    chmodSync(folder, 0o555)
    return () => chmodSync(folder, 0o755)
  }
  if (!run('mount', '--bind', folder, folder) || !run('mount', '-o', 'remount,bind,ro', folder)) {
    throw new Error(`${folder} cannot be protected`)
  }
  return () => {
    if (!unmount(folder)) throw new Error(`${folder} stays protected`)
  }
}
