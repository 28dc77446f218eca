import type { HashmapCodec } from './hashmap.ts'

/** Values without bits (`True`, `Unit`): the dictionary is a set of keys. */
export function setCodec(type: string, keyBits: number): HashmapCodec<true> {
  return { type, keyBits, loadValue: () => true, storeValue: () => () => {} }
}
