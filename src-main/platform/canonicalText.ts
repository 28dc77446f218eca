import { bytesToHex } from '#shared/ton/base64.ts'

/**
 * Returns the parameters of a request as a text that is equal for two requests exactly if an operation cannot tell them
 * apart. Texts are quoted, bigints end with `n`, bytes begin with `x`, so that values of different types differ.
 */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      return value === null ? 'null' : textOfObject(value)
    default:
      return String(value)
  }
}

function textOfObject(value: object): string {
  if (value instanceof Uint8Array) return `x${bytesToHex(value)}`
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  let fields = ''
  for (const [name, field] of Object.entries(value)) {
    fields += `${fields === '' ? '' : ','}${JSON.stringify(name)}:${canonicalText(field)}`
  }
  return `{${fields}}`
}
