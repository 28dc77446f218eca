import { constants, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { devnetStatus, type Snapshot, snapshotRequest } from '#shared/schema/devnet.ts'
import { syncPath, writeAtomically } from '../../platform/atomicFile.ts'
import { LOCK_FILES } from '../chain/directoryLock.ts'
import { formatChecked, parseChecked } from './checkedJson.ts'
import { DevnetError } from './devnetErrors.ts'
import { STATE_FILE } from './devnetState.ts'

// DIR/devnet.json, DIR/chain/         the present state
// DIR/snapshots/NAME/                 a saved state, with its description in snapshot.json
// DIR/snapshots/.saving, .forgotten   a snapshot while it is saved, and while it is removed
// DIR/replaced                        a marker: the chain was replaced, and its index was not updated yet
// DIR/incoming.tmp/                   an incomplete copy of a snapshot
// DIR/incoming/                       a complete copy; the next start puts it in place if that was interrupted

/** The folder of a copy that replaces the present chain; while it is made, with `.tmp`. */
export const INCOMING = 'incoming'
const MAX_SNAPSHOTS = 32
const DESCRIPTION_FILE = 'snapshot.json'

/** A marker file: the chain was restored or reset, so an index can have blocks that the chain lacks. */
export const REPLACED_FILE = 'replaced'

/** Leaves the marker, before the chain is replaced. */
export function markReplaced(dir: string): void {
  writeAtomically(join(dir, REPLACED_FILE), '')
}

export function isMarkedReplaced(dir: string): boolean {
  return existsSync(join(dir, REPLACED_FILE))
}

export function chainDir(dir: string): string {
  return join(dir, 'chain')
}

/** Completes or undoes the work that a crash interrupted. Must be called before the directory is used. */
export function recoverDirectory(dir: string): void {
  rmSync(join(dir, `${INCOMING}.tmp`), { recursive: true, force: true })
  applyIncoming(dir)
  for (const name of namesIn(snapshotsDir(dir))) {
    if (!isName(name)) rmSync(join(snapshotsDir(dir), name), { recursive: true, force: true })
  }
}

/** Returns the snapshots by name, without folders that are not snapshots. */
export function listSnapshots(dir: string): readonly Snapshot[] {
  return namesIn(snapshotsDir(dir))
    .filter(isName)
    .sort()
    .flatMap((name) => readDescription(dir, name) ?? [])
}

/** Copies a directory to a snapshot. Its chain must not change during the copy. */
export async function saveSnapshot(dir: string, description: Snapshot): Promise<void> {
  checkName(description.name)
  if (existsSync(snapshotDir(dir, description.name))) {
    throw new DevnetError(
      'conflict',
      `there is a snapshot ${description.name} already: forget it first, or take another name`,
    )
  }
  if (namesIn(snapshotsDir(dir)).length >= MAX_SNAPSHOTS) {
    throw new DevnetError('conflict', `there are ${MAX_SNAPSHOTS} snapshots already: forget one first`)
  }
  const saving = join(snapshotsDir(dir), '.saving')
  try {
    await copyDevnet(dir, saving)
    writeAtomically(join(saving, DESCRIPTION_FILE), formatChecked(description))
    renameSync(saving, snapshotDir(dir, description.name))
  } catch (error) {
    await rm(saving, { recursive: true, force: true })
    throw error
  }
  syncPath(snapshotsDir(dir))
}

export async function deleteSnapshot(dir: string, name: string): Promise<void> {
  checkName(name)
  if (!hasSnapshot(dir, name)) throw noSnapshot(name)
  const forgotten = join(snapshotsDir(dir), '.forgotten')
  await rm(forgotten, { recursive: true, force: true })
  renameSync(snapshotDir(dir, name), forgotten)
  await rm(forgotten, { recursive: true, force: true })
}

/** Makes a copy of a snapshot that can replace the present chain, if `check` accepts it. Changes nothing else. */
export async function prepareRestore(
  dir: string,
  name: string,
  check: (copy: string, description: Snapshot) => Promise<void>,
): Promise<void> {
  const description = requireSnapshot(dir, name)
  const copy = join(dir, `${INCOMING}.tmp`)
  try {
    await rm(copy, { recursive: true, force: true })
    await copyDevnet(snapshotDir(dir, name), copy)
    await check(copy, description)
  } catch (error) {
    await rm(copy, { recursive: true, force: true })
    throw error
  }
}

/** Replaces the current files, which must be closed, by the prepared copy. */
export function commitRestore(dir: string): void {
  renameSync(join(dir, `${INCOMING}.tmp`), join(dir, INCOMING))
  syncPath(dir)
  applyIncoming(dir)
}

/** Moves the copy into place. Every move can be detected on disk: if it is interrupted, the next call continues. */
function applyIncoming(dir: string): void {
  const incoming = join(dir, INCOMING)
  if (!existsSync(incoming)) return
  if (existsSync(chainDir(incoming))) {
    rmSync(chainDir(dir), { recursive: true, force: true })
    renameSync(chainDir(incoming), chainDir(dir))
  }
  if (existsSync(join(incoming, STATE_FILE))) renameSync(join(incoming, STATE_FILE), join(dir, STATE_FILE))
  syncPath(dir)
  rmSync(incoming, { recursive: true, force: true })
}

async function copyDevnet(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const options = { recursive: true, mode: constants.COPYFILE_FICLONE } as const
  // Closing a copied lock file would drop this process's own lock: see fileLock.ts.
  const filter = (path: string) => !LOCK_FILES.includes(basename(path))
  await cp(chainDir(from), chainDir(to), { ...options, filter })
  await cp(join(from, STATE_FILE), join(to, STATE_FILE), options)
  for (const entry of readdirSync(to, { recursive: true, withFileTypes: true })) {
    syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(to)
}

function readDescription(dir: string, name: string): Snapshot | undefined {
  try {
    const description: unknown = parseChecked(
      readFileSync(join(snapshotDir(dir, name), DESCRIPTION_FILE), 'utf8'),
    )
    return devnetStatus.shape.snapshots.element.parse(description)
  } catch {
    return undefined
  }
}

function requireSnapshot(dir: string, name: string): Snapshot {
  checkName(name)
  if (!hasSnapshot(dir, name)) throw noSnapshot(name)
  const description = readDescription(dir, name)
  if (description) return description
  throw new DevnetError('conflict', `the snapshot ${name} is damaged: its ${DESCRIPTION_FILE} cannot be read`)
}

function hasSnapshot(dir: string, name: string): boolean {
  return existsSync(join(snapshotDir(dir, name), DESCRIPTION_FILE))
}

function noSnapshot(name: string): DevnetError {
  return new DevnetError('not-found', `there is no snapshot ${name}`)
}

function checkName(name: string): void {
  const checked = snapshotRequest.safeParse({ name })
  if (!checked.success) {
    throw new DevnetError('bad-request', checked.error.issues[0]?.message ?? 'this is no name of a snapshot')
  }
}

function isName(name: string): boolean {
  return snapshotRequest.safeParse({ name }).success
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir) : []
}

function snapshotsDir(dir: string): string {
  return join(dir, 'snapshots')
}

function snapshotDir(dir: string, name: string): string {
  return join(snapshotsDir(dir), name)
}
