import type { Parts } from '../hooks/useParts.ts'

type ReadingProps = {
  readonly parts: Pick<Parts<unknown>, 'values' | 'errors' | 'total'>
  /** The name of a part: "trace". */
  readonly what: string
  /** Separates it from the text before. */
  readonly before?: string
}

/** Says how much of an answer is read, until all of it is. */
export function Reading({ parts: { values, errors, total }, what, before }: ReadingProps) {
  const done = values.size + errors.size
  if (done >= total) return null
  return (
    <>
      {before}
      <span data-progress="">
        Reading {done} of {total} {total === 1 ? what : `${what}s`}
      </span>
    </>
  )
}
