import type { HashmapCodec } from './hashmap.ts'

/** Returns the codec of a set: a dictionary whose values have no bits (`True`, `Unit`). */
export function setCodec(type: string, keyBits: number): HashmapCodec<true> {
  return { type, keyBits, loadValue: () => true, storeValue: () => () => {} }
}
