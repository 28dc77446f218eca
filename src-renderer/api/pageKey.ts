/**
 * Where a page of a list begins, newest first: not above a value of the list's order, and past so many rows that have
 * just this value. Without it a page begins at the newest. Such a key costs the same however deep the page is.
 */
export type PageKey = { readonly at: string; readonly skip: number }

/** The key of the page after one whose rows have these values of the order. */
export function nextKey(values: readonly string[], key: PageKey | undefined): PageKey | undefined {
  const at = values.at(-1)
  if (at === undefined) return undefined
  const same = values.filter((value) => value === at).length
  return { at, skip: same + (key?.at === at && same === values.length ? key.skip : 0) }
}
