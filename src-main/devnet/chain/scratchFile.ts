import { rmSync } from 'node:fs'
import type { FileSpan } from './growingFile.ts'
import { GrowingFile } from './growingFile.ts'

/** A file for data that only this process reads: it is gone when the process ends. */
export class ScratchFile {
  readonly #file: GrowingFile

  constructor(path: string) {
    rmSync(path, { force: true })
    this.#file = new GrowingFile(path)
    // The open file remains without a name, so that a copy of the directory does not have it. Windows cannot remove an
    // open file: `close` does.
    if (process.platform !== 'win32') rmSync(path)
  }

  /** @throws DevnetDirectoryError if the system refuses */
  append(data: Buffer): FileSpan {
    return this.#file.append(data)
  }

  read(span: FileSpan): Buffer {
    return this.#file.read(span)
  }

  close(): void {
    this.#file.close()
    rmSync(this.#file.path, { force: true })
  }
}
