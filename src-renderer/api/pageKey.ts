/**
 * The start of a page of a list, newest first: the highest value of the sort column, and the number of rows to
 * skip that have this value. A page without a key is the newest one. Every page costs the same.
 */
export type PageKey = { readonly at: string; readonly skip: number }

/** Returns the key of the page after rows with these values of the sort column. */
export function nextKey(values: readonly string[], key: PageKey | undefined): PageKey | undefined {
  const at = values.at(-1)
  if (at === undefined) return undefined
  const same = values.filter((value) => value === at).length
  return { at, skip: same + (key?.at === at && same === values.length ? key.skip : 0) }
}
