import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { isDistinctive, opcodeHex } from './opcodeHex.ts'

/** A decoded value for display, without its TL-B types. */
export type PlainValue =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'account'; readonly raw: string }
  /** Nanounits. */
  | { readonly kind: 'coins'; readonly value: bigint }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'flag'; readonly value: boolean }
  /** A bag of cells in base64. */
  | { readonly kind: 'cell'; readonly boc: string }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'fields'
      readonly type: string | undefined
      readonly fields: readonly (readonly [name: string, value: PlainValue])[]
    }

const RAW_ADDRESS = /^-?\d+:[0-9a-fA-F]{64}$/
const DIGITS = /^-?\d+$/
/** The first characters of every bag of cells in base64. */
const BAG = 'te6cc'
/** Maximum length of a list: the network allows 255 actions in a transaction. */
const MAX_LIST = 256
/** Maximum depth, greater than that of any scheme: bodies are untrusted and must not block the page. */
const MAX_DEPTH = 64

function plainText(text: string): PlainValue {
  if (RAW_ADDRESS.test(text)) return { kind: 'account', raw: text }
  if (DIGITS.test(text)) return { kind: 'number', digits: text }
  return text.startsWith(BAG) ? { kind: 'cell', boc: text } : { kind: 'text', text }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const NOTHING: PlainValue = { kind: 'nothing' }
/** Opcode of text comments, which all contracts use. */
const COMMENT = 0
const EMPTY_TYPES = ['nothing_from_maybe', 'addr_none', 'hashmap_empty', 'empty_cell', 'out_list_empty']

function plainObject(object: Readonly<Record<string, unknown>>, depth: number): PlainValue {
  const type = typeof object['@type'] === 'string' ? object['@type'] : undefined
  if (type !== undefined && EMPTY_TYPES.includes(type)) return NOTHING
  const opcode = type === undefined ? undefined : CONTRACTS.opcodes.get(type)
  if (depth > 0 && opcode !== undefined && opcode !== COMMENT && !isDistinctive(opcode)) {
    // Its receiver is not known, and other protocols use the same small opcode.
    return { kind: 'text', text: `${opcodeHex(opcode)}, of no known layout` }
  }
  if (type === undefined && 'cell_reference' in object) return plainDecoded(object.cell_reference, depth + 1)
  switch (type) {
    case 'var_uint':
    case 'something_from_maybe':
    case 'first_from_either':
    case 'second_from_either':
      return plainDecoded(object.value, depth + 1)
    case 'currencies':
      return plainDecoded(object.grams, depth + 1)
    case 'nanocoins':
    case 'nanograms': {
      const amount = plainDecoded(object.amount, depth + 1)
      return amount.kind === 'number' ? { kind: 'coins', value: BigInt(amount.digits) } : amount
    }
    case 'out_list':
      return plainList(object, depth)
    case 'addr_std':
      return plainText(`${object.workchain_id}:${object.address}`)
  }
  const entries = Object.entries(object).filter(
    // Comments have their type twice, for older clients.
    ([name, value]) => name !== '@type' && !(name === 'type' && value === type),
  )
  return {
    kind: 'fields',
    type,
    fields: entries.map(([name, value]) => [name, plainDecoded(value, depth + 1)] as const),
  }
}

/**
 * Returns a list in the order of execution: it is stored as its last element with a reference to the others.
 */
function plainList(list: Readonly<Record<string, unknown>>, depth: number): PlainValue {
  const actions: unknown[] = []
  for (
    let at: unknown = list;
    isObject(at) && isObject(at.action) && actions.length < MAX_LIST;
    at = inside(at.prev)
  ) {
    actions.unshift(at.action)
  }
  return {
    kind: 'fields',
    type: undefined,
    fields: actions.map((action, i) => [String(i + 1), plainDecoded(action, depth + 1)] as const),
  }
}

/** Returns the content of a reference to a cell. */
function inside(value: unknown): unknown {
  return isObject(value) && 'cell_reference' in value ? value.cell_reference : value
}

/**
 * Removes the wrappers that decoders write around values: `{"@type":"var_uint","len":"4","value":"5"}` is the
 * number 5.
 */
export function plainDecoded(value: unknown, depth = 0): PlainValue {
  if (depth > MAX_DEPTH) return { kind: 'text', text: '…' }
  if (isObject(value)) return plainObject(value, depth)
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'boolean') return { kind: 'flag', value }
  return typeof value === 'number' ? { kind: 'number', digits: String(value) } : NOTHING
}
