import { methodIdOf } from '#shared/ton/methodId.ts'

const NUMBER = /^(-?[0-9]+|-?0x[0-9a-fA-F]+)$/

/** Returns the id of a method given as a number, as a numeric text (decimal or 0x), or as a name. */
export function readMethodId(method: number | string): number {
  if (typeof method === 'number') return method
  // The reference server reads an empty text as the number 0.
  if (method === '') return 0
  if (!NUMBER.test(method)) return methodIdOf(method)
  const id = Number(method.startsWith('-') ? -Number(method.slice(1)) : method)
  return id === (id | 0) ? id : methodIdOf(method)
}
