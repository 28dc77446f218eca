/**
 * A value of a TL-B type as JSON: hashes and other bytes in hexadecimal, 64-bit and larger numbers as decimal texts,
 * addresses in raw form, dictionaries as objects by key, sets as arrays of keys, a cell as its hash in CELL_FIELD.
 * Fields that the value lacks are left out.
 */
export type JsonTree =
  | string
  | number
  | boolean
  | null
  | readonly JsonTree[]
  | { readonly [field: string]: JsonTree }

/** The field of a cell in a JsonTree: its representation hash in hexadecimal. */
export const CELL_FIELD = '$cell'
