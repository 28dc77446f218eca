import { isUtf8 } from 'node:buffer'
import type { Cell, Slice } from '@ton/core'
import { type HashmapCodec, type HashmapE, loadHashmapE } from '../chain/hashmap/hashmap.ts'
import { keyOfUint } from '../chain/hashmap/key.ts'
import { PrunedBranchError, TlbError } from '../chain/tlb.ts'
import { leafCodec } from './firstEntries.ts'
import { MAX_SNAKE_BYTES, readSnake } from './snake.ts'

// offchain#01 uri:Text = FullContent;
// onchain#00 data:(HashmapE 256 ^ContentData) = FullContent;
// snake#00 data:(SnakeData ~n) = ContentData;
// chunks#01 data:ChunkedData = ContentData;
// chunked_data#_ data:(HashmapE 32 ^(SnakeData ~0)) = ChunkedData;

/** Token metadata (TEP-64). */
export type TokenContent =
  | { readonly type: 'offchain'; readonly data: string }
  | { readonly type: 'onchain'; readonly data: Readonly<Record<string, string>> }

const ONCHAIN = 0x00
const OFFCHAIN = 0x01
const SNAKE = 0x00
const CHUNKED = 0x01

/** SHA-256 of the names of attributes, in alphabetical order of the names. Others are left out. */
const ATTRIBUTES: readonly (readonly [name: string, hash: string])[] = [
  ['amount_style', '8b10e058ce46c44bc1ba139bc9761721e49170e2c0a176129250a70af053b700'],
  ['decimals', 'ee80fd2f1e03480e2282363596ee752d7bb27f50776b95086a0279189675923e'],
  ['description', 'c9046f7a37ad0ea7cee73355984fa5428982f8b37c8f7bcec91f7ac71a7cd104'],
  ['image', '6105d6cc76af400325e94d588ce511be5bfdbb73b437dc51eca43917d7a43e3d'],
  ['image_data', 'd9a88ccec79eef59c84b671136a20ece4cd00caaad5bc47e2c208829154ee9e4'],
  ['name', '82a3537ff0dbce7eec35d69edc3a189ee6f17d82f353a553f9aa96cb0be3ce89'],
  ['render_type', 'd33ae06043036d0d1c3be27201ac15ee4c73da8cdb7c8f3462ce308026095ac0'],
  ['symbol', 'b76a7ca153c24671658335bbd08946350ffc621fa1c516e7123095d4ffd5c581'],
  ['uri', '70e5d7b6a29b392f85076fe15ca2f2053c56c2338728c4e33c9e8ddb1ee827cc'],
]
/** Shown in base64, for it is an image. */
const BINARY_ATTRIBUTE = 'image_data'

/** Some contracts put the data into the leaf instead of a reference. */
const CONTENT = leafCodec('TEP-64 content', 256)
const CHUNKS: HashmapCodec<Cell> = {
  type: 'TEP-64 chunks',
  keyBits: 32,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (cell) => (builder) => builder.storeRef(cell),
}

/** Reads a content cell; undefined for what is none. */
export function readTokenContent(cell: Cell): TokenContent | undefined {
  return readable(() => {
    if (cell.isExotic || cell.bits.length < 8) return undefined
    const slice = cell.beginParse()
    const tag = slice.loadUint(8)
    if (tag === OFFCHAIN) {
      const data = readSnake(slice)
      return data && isUtf8(data) ? { type: 'offchain', data: data.toString('utf8') } : undefined
    }
    return tag === ONCHAIN
      ? { type: 'onchain', data: readAttributes(loadHashmapE(slice, CONTENT)) }
      : undefined
  })
}

function readAttributes(dictionary: HashmapE<Slice>): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, hash] of ATTRIBUTES) {
    const value = dictionary.get(Buffer.from(hash, 'hex'))
    const data = value && readable(() => readContentData(value))
    if (!data) continue
    if (name === BINARY_ATTRIBUTE) attributes[name] = data.toString('base64')
    else if (isUtf8(data)) attributes[name] = data.toString('utf8')
  }
  return attributes
}

function readContentData(leaf: Slice): Buffer | undefined {
  const isReference = leaf.remainingBits === 0 && leaf.remainingRefs > 0
  const slice = isReference ? leaf.loadRef().beginParse() : leaf
  const tag = slice.loadUint(8)
  if (tag === SNAKE) return readSnake(slice)
  return tag === CHUNKED ? readChunks(loadHashmapE(slice, CHUNKS)) : undefined
}

/** Reads chunks 0, 1, 2… up to the first missing one, at most MAX_SNAKE_BYTES of them; of each the root's bits. */
function readChunks(chunks: HashmapE<Cell>): Buffer | undefined {
  const parts: Buffer[] = []
  let length = 0
  for (let index = 0; index < MAX_SNAKE_BYTES; index++) {
    const chunk = chunks.get(keyOfUint(index, 32))
    if (!chunk) break
    if (chunk.bits.length % 8 !== 0) return undefined
    length += chunk.bits.length / 8
    if (length > MAX_SNAKE_BYTES) break
    parts.push(chunk.beginParse().loadBuffer(chunk.bits.length / 8))
  }
  return Buffer.concat(parts)
}

/** Returns the result of `read`; undefined for untrusted data that cannot be read. */
function readable<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    // @ton/core's slices throw plain Error and RangeError at their end.
    if (error instanceof TlbError || error instanceof PrunedBranchError || error instanceof Error)
      return undefined
    throw error
  }
}
