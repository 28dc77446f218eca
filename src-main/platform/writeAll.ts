import { writeSync } from 'node:fs'

/** Writes all bytes at a position of an open file: a single write can be partial. */
export function writeAll(file: number, bytes: Uint8Array, place: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, place + done)
  }
}
