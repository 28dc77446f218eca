/** A decoded value without the wrapping of its TL-B types, as it is drawn. */
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
/** How every bag of cells begins in base64. */
const BAG = 'te6cc'
/** Deeper than any scheme; a body is a stranger's and must not hang the page. */
const MAX_DEPTH = 16

function plainText(text: string): PlainValue {
  if (RAW_ADDRESS.test(text)) return { kind: 'account', raw: text }
  if (DIGITS.test(text)) return { kind: 'number', digits: text }
  return text.startsWith(BAG) ? { kind: 'cell', boc: text } : { kind: 'text', text }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

const NOTHING: PlainValue = { kind: 'nothing' }
const EMPTY_TYPES = ['nothing_from_maybe', 'addr_none', 'hashmap_empty', 'empty_cell']

function plainObject(object: Readonly<Record<string, unknown>>, depth: number): PlainValue {
  const type = typeof object['@type'] === 'string' ? object['@type'] : undefined
  if (type !== undefined && EMPTY_TYPES.includes(type)) return NOTHING
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
    case 'addr_std':
      return plainText(`${object.workchain_id}:${object.address}`)
  }
  const entries = Object.entries(object).filter(
    // Comments say their type twice, for older clients.
    ([name, value]) => name !== '@type' && !(name === 'type' && value === type),
  )
  return {
    kind: 'fields',
    type,
    fields: entries.map(([name, value]) => [name, plainDecoded(value, depth + 1)] as const),
  }
}

/** Strips what decoders write around values: `{"@type":"var_uint","len":"4","value":"5"}` is the number 5. */
export function plainDecoded(value: unknown, depth = 0): PlainValue {
  if (depth > MAX_DEPTH) return { kind: 'text', text: '…' }
  if (isObject(value)) return plainObject(value, depth)
  if (typeof value === 'string') return plainText(value)
  if (typeof value === 'boolean') return { kind: 'flag', value }
  return typeof value === 'number' ? { kind: 'number', digits: String(value) } : NOTHING
}
