import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { z } from 'zod'
import { issueText } from '#shared/schema/issueText.ts'
import { KEPT_NAME } from '../../store/archive/keptFiles.ts'
import { segmentNumber } from '../../store/archive/segmentFile.ts'
import { TransferError } from './transferError.ts'

/**
 * An exported index in one file. It begins with eight bytes `TONINDEX` and u32le 1, the format's version. Frames
 * follow: `kind:u8 length:u32le`, `length` bytes, and the SHA-256 of these three.
 *
 * 1. The manifest, first and once: JSON, see Manifest.
 * 2. Data: `file:u32le offset:u48le form:u8 unpacked:u32le`, then bytes as `form` says (0 plain, 1 brotli). `file`
 * counts the manifest's files from 0; they are in that order, each from its start to its end without a gap.
 * 3. The end, last and once: SHA-256 of all bytes of the file before this frame.
 */
export const EXPORT_START = Buffer.concat([Buffer.from('TONINDEX'), Buffer.from([1, 0, 0, 0])])
export const MANIFEST = 1
export const DATA = 2
export const END = 3
export const FRAME_HEADER = 5
export const FRAME_HASH = 32

/** Maximum bytes of a file in one frame. */
export const CHUNK = 4 << 20
const DATA_HEADER = 15
const PLAIN = 0
const BROTLI = 1
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 2 }

const DATABASE = 'index.sqlite'
const ARCHIVE = 'archive/'

/** Returns whether a name is one of an index's files; a path out of the folder is not. */
function isFileName(name: string): boolean {
  if (name === DATABASE) return true
  const rest = name.slice(ARCHIVE.length)
  return name.startsWith(ARCHIVE) && (segmentNumber(rest) !== undefined || KEPT_NAME.test(rest))
}

const count = z.int().min(0)
const manifestSchema = z.strictObject({
  /** Version of the database's schema. */
  schema: z.int().min(1),
  /** Root hash of the chain's zero state, hexadecimal. */
  chain: z.string().regex(/^[0-9a-f]{64}$/i),
  /** Name of the folder of the network that it was exported from, for example `mainnet`. */
  network: z.string().regex(/^[\w.-]{1,200}$/),
  /** Covered masterchain seqnos, both inclusive. */
  coverage: z.array(z.tuple([count, count])),
  /** Unix seconds. */
  created: count,
  /** The files in the index's folder: the database first, then the archive's. */
  files: z
    .array(
      z.strictObject({ name: z.string().refine(isFileName, 'no file of an index'), bytes: z.int().min(1) }),
    )
    .min(1)
    .refine(([first]) => first?.name === DATABASE, 'no database'),
})
/** The manifest of an exported index. */
export type Manifest = z.infer<typeof manifestSchema>

/** Reads a manifest frame. Throws TransferError. */
export function parseManifest(payload: Buffer): Manifest {
  let value: unknown
  try {
    value = JSON.parse(payload.toString('utf8'))
  } catch (error) {
    throw new TransferError('its manifest is not JSON', { cause: error })
  }
  const parsed = manifestSchema.safeParse(value)
  if (!parsed.success) throw new TransferError(`its manifest is not one: ${issueText(parsed.error)}`)
  return parsed.data
}

/** Builds a frame of the exported file. */
export function frame(kind: number, payload: Buffer): Buffer {
  const bytes = Buffer.alloc(FRAME_HEADER + payload.length + FRAME_HASH)
  bytes.writeUInt8(kind)
  bytes.writeUInt32LE(payload.length, 1)
  payload.copy(bytes, FRAME_HEADER)
  const end = FRAME_HEADER + payload.length
  hash('sha256', bytes.subarray(0, end), 'buffer').copy(bytes, end)
  return bytes
}

/** A file of the manifest with its size in bytes. */
export type ExportedFile = Manifest['files'][number]
/** Bytes of a file; `file` is its index in the manifest. */
export type Data = { readonly file: number; readonly offset: number; readonly bytes: Buffer }

/**
 * Builds the payload of a data frame. Segments (`isPacked`) contain compressed blocks and are not compressed again.
 */
export async function packData({ file, offset, bytes }: Data, isPacked: boolean): Promise<Buffer> {
  const packed = !isPacked ? await promisify(brotliCompress)(bytes, { params: QUALITY }) : bytes
  const isSmaller = packed.length < bytes.length
  const header = Buffer.alloc(DATA_HEADER)
  header.writeUInt32LE(file)
  header.writeUIntLE(offset, 4, 6)
  header.writeUInt8(isSmaller ? BROTLI : PLAIN, 10)
  header.writeUInt32LE(bytes.length, 11)
  return Buffer.concat([header, isSmaller ? packed : bytes])
}

/** Returns the position of a data frame's bytes without decompressing them. Throws TransferError. */
export function dataPlace(payload: Buffer): { file: number; offset: number; length: number } {
  if (payload.length < DATA_HEADER) throw new TransferError('one of its data frames is too short')
  const length = payload.readUInt32LE(11)
  if (length === 0 || length > CHUNK) throw new TransferError('one of its data frames is of no possible size')
  return { file: payload.readUInt32LE(), offset: payload.readUIntLE(4, 6), length }
}

/** Reads the payload of a data frame. Throws TransferError. */
export async function unpackData(payload: Buffer): Promise<Data> {
  const { file, offset, length } = dataPlace(payload)
  const bytes = await unpack(payload.readUInt8(10), payload.subarray(DATA_HEADER), length)
  if (bytes.length !== length) throw new TransferError('one of its data frames holds less than it says')
  return { file, offset, bytes }
}

async function unpack(form: number, bytes: Buffer, length: number): Promise<Buffer> {
  if (form === PLAIN) return bytes
  if (form !== BROTLI) throw new TransferError('one of its data frames is packed in an unknown way')
  try {
    return await promisify(brotliDecompress)(bytes, { maxOutputLength: length })
  } catch (error) {
    throw new TransferError('one of its data frames cannot be unpacked', { cause: error })
  }
}
