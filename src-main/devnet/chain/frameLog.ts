import { crc32 } from 'node:zlib'
import { DevnetDirectoryError } from './directoryError.ts'
import { type FileOptions, type FileSpan, GrowingFile } from './growingFile.ts'

/** `length:uint32 crc32(payload):uint32 crc32(length, crc32(payload)):uint32`, little-endian. */
const HEADER_BYTES = 12

/** A frame with its checksums: header and payload. */
export function frame(payload: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  header.writeUInt32LE(crc32(header.subarray(0, 8)), 8)
  return Buffer.concat([header, payload])
}

/** A payload and its position. */
export type FoundFrame = { readonly payload: Buffer; readonly span: FileSpan }

/**
 * Yields the frames of a file's content. A torn tail (an incomplete last frame after an interrupted write) ends them; a
 * wrong header or an earlier wrong frame is an error, because the following bytes cannot be trusted.
 * @throws DevnetDirectoryError
 */
export function* readFrames(data: Buffer, path: string): Generator<FoundFrame, void, undefined> {
  for (let at = 0; at + HEADER_BYTES <= data.length; ) {
    const header = data.subarray(at, at + HEADER_BYTES)
    if (crc32(header.subarray(0, 8)) !== header.readUInt32LE(8)) {
      // Bytes that did not reach the disk before a power failure are zeros.
      if (data.subarray(at).every((byte) => byte === 0)) return
      throw corrupt(path, at)
    }
    const span = { offset: at + HEADER_BYTES, length: header.readUInt32LE(0) }
    const end = span.offset + span.length
    if (end > data.length) return
    const payload = data.subarray(span.offset, end)
    if (crc32(payload) !== header.readUInt32LE(4)) {
      if (end === data.length) return
      throw corrupt(path, at)
    }
    yield { payload, span }
    at = end
  }
}

/** The frames before the first damaged one. */
function* soundFrames(data: Buffer, path: string): Generator<FoundFrame, void, undefined> {
  try {
    yield* readFrames(data, path)
  } catch (error) {
    if (!(error instanceof DevnetDirectoryError)) throw error
  }
}

function corrupt(path: string, offset: number): DevnetDirectoryError {
  return new DevnetDirectoryError('corrupt', path, `the record at byte ${offset} is damaged`)
}

/** A file of records, each of which is complete or absent. */
export class FrameLog {
  readonly #file: GrowingFile

  /**
   * Opens the file and passes its records on in order; cuts off a torn tail. `beforeCut` is called before that: if it
   * throws, the file stays unchanged.
   * @param options.untilDamage ends before a damaged record instead of throwing; the following bytes stay in the file
   * until the next `append`
   * @throws DevnetDirectoryError
   */
  constructor(
    path: string,
    onRecord: (record: FoundFrame) => void,
    beforeCut: () => void = () => {},
    { untilDamage = false, ...options }: FileOptions & { readonly untilDamage?: boolean } = {},
  ) {
    this.#file = new GrowingFile(path, options)
    let end = 0
    try {
      const { size } = this.#file
      const data = this.#file.read({ offset: 0, length: size })
      for (const found of untilDamage ? soundFrames(data, path) : readFrames(data, path)) {
        onRecord(found)
        end = found.span.offset + found.span.length
      }
      beforeCut()
    } catch (error) {
      this.#file.close()
      throw error
    }
    this.#file.truncate(end)
  }

  get path(): string {
    return this.#file.path
  }

  get size(): number {
    return this.#file.size
  }

  /** @returns the position of the payload. @throws DevnetDirectoryError; the log is then unchanged */
  append(payload: Buffer): FileSpan {
    const { offset } = this.#file.append(frame(payload))
    return { offset: offset + HEADER_BYTES, length: payload.length }
  }

  /** Cuts off the record at `span` and all later ones. */
  truncateBefore({ offset }: FileSpan): void {
    this.#file.truncate(offset - HEADER_BYTES)
  }

  /** Returns the payload at `span` after checking its checksum. @throws DevnetDirectoryError */
  read(span: FileSpan): Buffer {
    const whole = this.#file.read({
      offset: span.offset - HEADER_BYTES,
      length: span.length + HEADER_BYTES,
    })
    for (const { payload } of readFrames(whole, this.path)) return payload
    throw corrupt(this.path, span.offset - HEADER_BYTES)
  }

  flush(): void {
    this.#file.flush()
  }

  close(): void {
    this.#file.close()
  }
}
