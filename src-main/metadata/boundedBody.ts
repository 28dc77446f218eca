import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { MetadataError } from './metadataError.ts'

/** Accepted content encodings, as in a request. */
export const ACCEPTED_ENCODINGS = 'gzip, br'

/**
 * Reads a body to its end, decoded. Nothing beyond `maxBytes`, encoded or decoded, is held in memory.
 * @param encoding value of Content-Encoding
 * Throws MetadataError: too-large, encoding; and the stream's own error.
 */
export async function readBoundedBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const collect = async (source: AsyncIterable<Buffer>) => collectBytes(source, maxBytes)
  const decoder = decoderOf(encoding)
  if (!decoder) return pipeline(body, collect)
  const count = (source: AsyncIterable<Buffer>) => countBytes(source, maxBytes)
  try {
    return await pipeline(body, count, decoder, collect)
  } catch (error) {
    if (isDecodingError(error)) {
      throw new MetadataError('encoding', `the content is not valid ${encoding}`, { cause: error })
    }
    throw error
  }
}

function decoderOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase() || 'identity') {
    case 'identity':
      return undefined
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'br':
      return createBrotliDecompress()
    default:
      throw new MetadataError('encoding', `the content encoding ${encoding?.slice(0, 50)} was not requested`)
  }
}

function isDecodingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('Z_') || code.startsWith('ERR__ERROR_') || code.startsWith('ERR_BROTLI')
}

async function* countBytes(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
}

async function collectBytes(source: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of countBytes(source, maxBytes)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The error of content that is longer than `maxBytes`. */
export function tooLarge(maxBytes: number): MetadataError {
  return new MetadataError('too-large', `the content is longer than ${maxBytes} bytes`)
}
