import { type Answer, askBare } from './request.ts'
import type { V3Answers, V3Name } from './v3Types.ts'

const PREFIX = '/api/v3'

/** Values of a query; a list is repeated, undefined is left out. */
export type V3Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export function v3Path(name: V3Name, query: V3Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (typeof value === 'object' ? value : [value])
      .filter((item) => item !== undefined)
      .map((item) => [key, String(item)]),
  )
  const text = new URLSearchParams(pairs).toString()
  return `${PREFIX}/${name}${text === '' ? '' : `?${text}`}`
}

/** Asks an operation of `/api/v3`. Throws ApiFailure, or the signal's reason when the caller gave up. */
export async function askV3<Name extends V3Name>(
  name: Name,
  query: V3Query,
  signal: AbortSignal,
): Promise<Answer<V3Answers[Name]>> {
  const answer = await askBare<V3Answers[Name]>(v3Path(name, query), signal)
  if (!answer) throw new Error('an answer without an exception is never absent')
  return answer
}

/** The same where "there is none" has a status of its own (404): undefined then. */
export function findV3<Name extends V3Name>(
  name: Name,
  query: V3Query,
  signal: AbortSignal,
): Promise<Answer<V3Answers[Name]> | undefined> {
  return askBare(v3Path(name, query), signal, [404])
}
