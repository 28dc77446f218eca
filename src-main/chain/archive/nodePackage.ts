import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { ArchiveError } from './archiveError.ts'

/** A file inside an archive package. */
export type PackageEntry = { readonly name: string; readonly offset: number; readonly length: number }

/** An open package: the positions of its entries. Contents are read on demand. */
export type NodePackage = {
  readonly path: string
  readonly entries: readonly PackageEntry[]
  read(entry: PackageEntry): Buffer
  close(): void
}

const PACKAGE_MAGIC = 0xae8fdd01
const ENTRY_MAGIC = 0x1e8b
const ENTRY_HEADER = 8

/** Returns whether a file starts like an archive package. */
function isNodePackage(start: Buffer): boolean {
  return start.length >= 4 && start.readUInt32LE(0) === PACKAGE_MAGIC
}

/**
 * Opens an archive package of a TON node: u32le 0xae8fdd01, then entries of u16le 0x1e8b, u16le name length,
 * u32le data length, name, data.
 * @throws ArchiveError for a truncated file or another format
 */
export function openNodePackage(path: string): NodePackage {
  const file = openSync(path, 'r')
  try {
    const entries = listEntries(file, path)
    return {
      path,
      entries,
      read: (entry) => readAt(file, path, entry.offset, entry.length),
      close: () => closeSync(file),
    }
  } catch (error) {
    closeSync(file)
    throw error
  }
}

function listEntries(file: number, path: string): PackageEntry[] {
  const size = fstatSync(file).size
  if (size < 4 || !isNodePackage(readAt(file, path, 0, 4))) {
    throw new ArchiveError(path, 'not an archive package')
  }
  const entries: PackageEntry[] = []
  let at = 4
  while (at < size) {
    if (at + ENTRY_HEADER > size) throw new ArchiveError(path, `entry ${entries.length} is cut`)
    const header = readAt(file, path, at, ENTRY_HEADER)
    if (header.readUInt16LE(0) !== ENTRY_MAGIC) {
      throw new ArchiveError(path, `no entry starts at offset ${at}`)
    }
    const nameLength = header.readUInt16LE(2)
    const length = header.readUInt32LE(4)
    const offset = at + ENTRY_HEADER + nameLength
    if (offset + length > size) throw new ArchiveError(path, `entry ${entries.length} is cut`)
    const name = readAt(file, path, at + ENTRY_HEADER, nameLength).toString('latin1')
    entries.push({ name, offset, length })
    at = offset + length
  }
  return entries
}

function readAt(file: number, path: string, offset: number, length: number): Buffer {
  const data = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const count = readSync(file, data, done, length - done, offset + done)
    if (count === 0) throw new ArchiveError(path, 'file became shorter while it was read')
    done += count
  }
  return data
}
