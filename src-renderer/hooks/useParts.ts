import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query'

/** An answer that is read in parts, each by a request of its own. */
export type Parts<Value> = {
  /** What is read so far, by the keys of the parts. */
  readonly values: ReadonlyMap<string, Value>
  /** Why parts could not be read. */
  readonly errors: ReadonlyMap<string, Error>
  readonly total: number
}

/**
 * Reads the parts of an answer beside each other, so that a page shows each as soon as it is read.
 * @param keys distinct
 * @param optionsOf returns the query of a part
 */
export function useParts<Value, Key extends QueryKey>(
  keys: readonly string[],
  optionsOf: (key: string) => UseQueryOptions<Value, Error, Value, Key>,
): Parts<Value> {
  return useQueries({
    queries: keys.map(optionsOf),
    combine: (answers) => {
      const values = new Map<string, Value>()
      const errors = new Map<string, Error>()
      for (const [i, { data, error }] of answers.entries()) {
        const key = keys[i] ?? ''
        if (data !== undefined) values.set(key, data)
        else if (error !== null) errors.set(key, error)
      }
      return { values, errors, total: keys.length }
    },
  })
}
