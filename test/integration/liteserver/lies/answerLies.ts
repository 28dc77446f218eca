import type { Cell } from '@ton/core'
import type { BlockIdExt } from '../../../../src-main/chain/blockId.ts'
import { parseBoc } from '../../../../src-main/chain/cells/parseBoc.ts'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import type { LiteQuery } from '../../../../src-main/liteserver/tl/liteQuery.ts'
import type { SeededRandom } from '../../../fixtures/seededRandom.ts'
import { type CellLie, flipCellBit, pruneSubtree, swapChildren } from './cellLies.ts'

/** The query, the honest answer and the random choices of a lie. */
export type LieContext = {
  readonly query: LiteQuery
  /** The honest answer's bytes. */
  readonly answer: Buffer
  readonly random: SeededRandom
  /** The honest answer to the same question about something else (another block, account, page), if there is one. */
  other(): Promise<Buffer | undefined>
}

/** A false answer, or undefined if this lie does not apply to the answer. */
export type Lie = (context: LieContext) => Promise<Buffer | undefined> | Buffer | undefined

type Fields = Record<string, unknown>

/** Every way to lie, by name. */
export const LIES: Readonly<Record<string, Lie>> = {
  'a flipped bit': ({ answer, random }) => {
    const bytes = Buffer.from(answer)
    // The first four bytes are the constructor: a lie about the type of the answer.
    const at = 4 + random.below(bytes.length - 4)
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at)
    return bytes
  },
  'a flipped bit in a cell': cellLie(flipCellBit),
  'a truncated proof': cellLie(pruneSubtree),
  'swapped children': cellLie(swapChildren),
  'an answer cut short': ({ answer, random }) => {
    const length = random.below(answer.length >> 2) * 4
    return Buffer.from(answer.subarray(0, length))
  },
  'an empty field': (context) =>
    changeField(context, (value) =>
      Buffer.isBuffer(value) && value.length > 0 && value.length !== 32 ? Buffer.alloc(0) : undefined,
    ),
  'another number': (context) =>
    changeField(context, (value, { random }) => {
      if (typeof value === 'number') return value + random.pick([-1, 1])
      if (typeof value === 'bigint') return BigInt.asIntN(64, value + random.pick([-1n, 1n]))
      return typeof value === 'boolean' ? !value : undefined
    }),
  'another hash': (context) =>
    changeField(context, (value, { random }) =>
      Buffer.isBuffer(value) && value.length === 32 ? random.bytes(32) : undefined,
    ),
  'a forged signature': (context) =>
    changeField(context, (value, { random }, key) => {
      if (key !== 'signature' || !Buffer.isBuffer(value)) return undefined
      const bytes = Buffer.from(value)
      const at = random.below(bytes.length)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.below(8)), at)
      return bytes
    }),
  'an item left out': (context) =>
    changeField(context, (value, { random }) => {
      if (!Array.isArray(value) || value.length === 0) return undefined
      const left = random.below(value.length)
      return value.filter((_, index) => index !== left)
    }),
  'an item twice': (context) =>
    changeField(context, (value, { random }) => {
      if (!Array.isArray(value) || value.length === 0) return undefined
      return [...value, random.pick(value)]
    }),
  'items in another order': (context) =>
    changeField(context, (value) =>
      Array.isArray(value) && value.length > 1 ? [...value.slice(1), value[0]] : undefined,
    ),
  'a transaction left out': (context) =>
    changeField(context, (value, { random }, key) => {
      if (key !== 'transactions' || !Buffer.isBuffer(value)) return undefined
      const roots = rootsOf(value)
      if (!roots || roots.length < 2) return undefined
      const left = random.below(roots.length)
      return serializeBoc(roots.filter((_, index) => index !== left))
    }),
  'the answer about something else': async ({ other }) => other(),
  'the answer about something else under the right name': async ({ query, answer, other }) => {
    const bytes = await other()
    if (!bytes) return undefined
    const decode = query.fn.decodeResponse as (data: Uint8Array) => Fields
    const encode = query.fn.encodeResponse as (value: Fields) => Buffer
    const honest = decode(answer)
    const { id, from, to, masterchainId, mcBlockId } = honest
    const names = { id, from, to, masterchainId, mcBlockId, shardblk: honest.shardblk }
    const present = Object.fromEntries(Object.entries(names).filter(([, value]) => value !== undefined))
    return encode({ ...decode(bytes), ...present })
  },
  'one field of the answer about something else': async (context) => {
    const bytes = await context.other()
    if (!bytes) return undefined
    const decode = context.query.fn.decodeResponse as (data: Uint8Array) => Fields
    const encode = context.query.fn.encodeResponse as (value: Fields) => Buffer
    const [honest, others] = [decode(context.answer), decode(bytes)]
    const keys = Object.keys(honest).filter((key) => key !== 'mode' && key in others)
    const key = context.random.pick(keys)
    return encode({ ...honest, [key]: others[key] })
  },
}

function cellLie(lie: CellLie): Lie {
  return (context) =>
    changeField(context, (value, { random }) => {
      const roots = Buffer.isBuffer(value) ? rootsOf(value) : undefined
      if (!roots) return undefined
      const at = random.below(roots.length)
      const changed = lie(roots[at] as Cell, random)
      return changed && serializeBoc(roots.map((root, index) => (index === at ? changed : root)))
    })
}

function rootsOf(value: Buffer): readonly Cell[] | undefined {
  if (value.length < 16) return undefined
  try {
    return parseBoc(value)
  } catch {
    return undefined
  }
}

type Change = (value: unknown, context: LieContext, key: string) => unknown

/** The answer with one of those fields changed for which `change` has something else to say. */
function changeField(context: LieContext, change: Change): Buffer | undefined {
  const { query, answer, random } = context
  const decode = query.fn.decodeResponse as (data: Uint8Array) => Fields
  const encode = query.fn.encodeResponse as (value: Fields) => Buffer
  const value = decode(answer)
  const places = fieldsOf(value).filter(({ holder, key }) => {
    // What bits of `mode` announce can't be left out, so a changed mode alone is an answer that isn't TL.
    return key !== 'mode' && change(holder[key], context, key) !== undefined
  })
  if (places.length === 0) return undefined
  const { holder, key } = random.pick(places)
  const changed = change(holder[key], context, key)
  if (changed === undefined) return undefined
  holder[key] = changed
  try {
    return encode(value)
  } catch {
    // A number that no longer fits its type.
    return undefined
  }
}

type Place = { readonly holder: Fields; readonly key: string }

function fieldsOf(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...fieldsOf(holder[key])])
}

/** A masterchain head that was the newest once. */
export function replayHead(query: LiteQuery, answer: Buffer, old: BlockIdExt): Buffer | undefined {
  if (query.name !== 'getMasterchainInfo') return undefined
  return query.fn.encodeResponse({ ...query.fn.decodeResponse(answer), last: old })
}
