import { readV3Answers } from '../fixtures/recorded.ts'

/** JSON of any answer. */
// biome-ignore lint/suspicious/noExplicitAny: recorded answers have many forms
export type Json = any

/** A question to toncenter's v3 server, with its answer. */
export type Question = {
  readonly name: string
  /** As it was sent, without the question mark. */
  readonly query: string
  readonly status: number
  readonly body: Json
}

const PREFIX = '/api/v3/'

export function readQuestions(): readonly Question[] {
  return readV3Answers<Omit<Question, 'name'> & { readonly path: string }>().map(
    ({ path, query, status, body }) => ({ name: path.slice(PREFIX.length), query, status, body }),
  )
}

/** A value of an answer that differs; undefined where a side does not have it. Keys of maps are `*` in the path. */
export type Difference = { readonly path: string; readonly theirs: Json; readonly ours: Json }

/** Every difference between two JSON values. Lists of unequal lengths differ as a whole. */
export function differences(theirs: Json, ours: Json, path = ''): Difference[] {
  if (Array.isArray(theirs) && Array.isArray(ours) && theirs.length === ours.length) {
    return theirs.flatMap((one, i) => differences(one, ours[i], `${path}[]`))
  }
  if (isObject(theirs) && isObject(ours)) {
    return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((name) =>
      differences(theirs[name], ours[name], `${path}.${isKey(name) ? '*' : name}`),
    )
  }
  return theirs === ours ? [] : [{ path, theirs, ours }]
}

function isObject(value: Json): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Whether a name is an address or a hash. */
function isKey(name: string): boolean {
  return /^(-?\d+:[0-9A-F]{64}|[A-Za-z0-9+/_-]{43}=|[A-Za-z0-9+/_-]{48})$/.test(name)
}
