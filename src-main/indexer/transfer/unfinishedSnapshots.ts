import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * `export.PID.path` in an index's folder: the path of the snapshot that the export of process PID is writing. A killed
 * export leaves both; the next start, or export, removes them.
 */
const NOTE = /^export\.(\d{1,10})\.path$/

/** End of the name of every unfinished snapshot: no other file is ever removed. */
const UNFINISHED_SNAPSHOT = '.snapshot.new'

/** Snapshots of this process: an earlier one can have had its number. */
const running = new Set<string>()

/**
 * Notes an unfinished snapshot in the index's folder. Returns a function that removes the note. A folder that cannot be
 * written has no note: then the file stays after a kill until the export is repeated.
 */
export function noteUnfinishedSnapshot(dir: string, snapshot: string): () => void {
  const note = join(dir, `export.${process.pid}.path`)
  const path = resolve(snapshot)
  running.add(path)
  try {
    writeFileSync(note, path)
  } catch {
    // See above.
  }
  return () => {
    running.delete(path)
    rmSync(note, { force: true })
  }
}

/** Removes unfinished snapshots of exports whose process has ended. Throws the system's error if that fails. */
export function removeUnfinishedSnapshots(dir: string): void {
  for (const name of readdirSync(dir)) {
    const pid = Number(NOTE.exec(name)?.[1])
    if (!(pid > 0) || (pid !== process.pid && isAlive(pid))) continue
    const note = join(dir, name)
    const path = readFileSync(note, 'utf8')
    if (running.has(path)) continue
    if (path.endsWith(UNFINISHED_SNAPSHOT)) rmSync(path, { force: true })
    rmSync(note, { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
