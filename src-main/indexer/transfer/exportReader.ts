import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import {
  CHUNK,
  DATA,
  dataPlace,
  END,
  EXPORT_START,
  type ExportedFile,
  FRAME_HASH,
  FRAME_HEADER,
  MANIFEST,
  type Manifest,
  parseManifest,
} from './exportFormat.ts'
import { TransferError } from './transferError.ts'

/** A checked frame of an exported file. `end` is the file's length up to and including this frame. */
export type ExportFrame =
  | { readonly kind: 'manifest'; readonly manifest: Manifest; readonly end: number }
  | { readonly kind: 'data'; readonly payload: Buffer; readonly end: number }
  | { readonly kind: 'end'; readonly end: number }

/** A frame contains a chunk and its header. */
const MAX_PAYLOAD = CHUNK + 1024

/**
 * Reads an exported file frame by frame and checks each frame's hash, and that files are complete and in order. Ends
 * after the end frame, which has the hash of the whole file. Throws TransferError with the fault and its offset.
 */
export async function* readExport(handle: FileHandle): AsyncGenerator<ExportFrame> {
  const all = createHash('sha256')
  let at = 0
  async function take(length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(length)
    for (let done = 0; done < length; ) {
      const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
      if (bytesRead === 0) throw new TransferError(`it ends at ${at + done}, in the middle`)
      done += bytesRead
    }
    at += length
    return bytes
  }
  const start = await take(EXPORT_START.length)
  if (!start.subarray(0, 8).equals(EXPORT_START.subarray(0, 8)))
    throw new TransferError('it is no exported index')
  if (!start.equals(EXPORT_START)) {
    throw new TransferError(
      `its format is version ${start.readUInt32LE(8)}, this program reads version ${EXPORT_START.readUInt32LE(8)}`,
    )
  }
  all.update(start)
  let order: ReturnType<typeof expectOrder> | undefined
  for (;;) {
    const from = at
    const header = await take(FRAME_HEADER)
    const length = header.readUInt32LE(1)
    if (length > MAX_PAYLOAD) throw damaged(from)
    const rest = await take(length + FRAME_HASH)
    const payload = rest.subarray(0, length)
    const sum = hash('sha256', Buffer.concat([header, payload]), 'buffer')
    if (!sum.equals(rest.subarray(length))) throw damaged(from)
    const kind = header.readUInt8()
    if (kind === END) {
      if (!order?.isComplete()) throw new TransferError('it ends before all of its files are there')
      if (!payload.equals(all.digest())) throw new TransferError('its hash in all is wrong')
      yield { kind: 'end', end: at }
      return
    }
    all.update(header).update(rest)
    if (kind === MANIFEST && !order) {
      const manifest = parseManifest(payload)
      order = expectOrder(manifest.files)
      yield { kind: 'manifest', manifest, end: at }
    } else if (kind === DATA && order) {
      order.next(dataPlace(payload))
      yield { kind: 'data', payload, end: at }
    } else throw new TransferError(`the part at ${from} is not expected there`)
  }
}

function damaged(at: number): TransferError {
  return new TransferError(`it is damaged: the part at ${at} has another hash than it should`)
}

function expectOrder(files: readonly ExportedFile[]) {
  let index = 0
  let done = 0
  return {
    next({ file, offset, length }: ReturnType<typeof dataPlace>): void {
      const expected = files[index]
      if (!expected || file !== index || offset !== done || offset + length > expected.bytes) {
        throw new TransferError('its parts are out of order')
      }
      done += length
      if (done < expected.bytes) return
      index++
      done = 0
    },
    isComplete: () => index === files.length,
  }
}
