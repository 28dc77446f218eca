import { writeSync } from 'node:fs'

/** Writes all bytes at a place of an open file: one write can write a part of them. */
export function writeAll(file: number, bytes: Uint8Array, place: number): void {
  for (let done = 0; done < bytes.length; ) {
    done += writeSync(file, bytes, done, bytes.length - done, place + done)
  }
}
