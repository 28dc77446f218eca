import type { Answered, Question } from './indexRig.ts'

/** A place at which two answers differ. */
export type Unlike = { readonly path: string; readonly found: unknown; readonly expected: unknown }

/** Metadata of a contract beside a list, or the balance in it (compatibility-v3 §4.9, departure 6). */
const LISTED_METADATA = /\.metadata\.[^.]+(\.token_info\.\d+\.extra\.balance)?$/
/** What the header says that an answer does not know. */
const UNREAD_STATES = /account states of \d+ transactions? not read/

/**
 * Returns where an answer of an index of a part of the chain contradicts that of the whole chain's index. It can know
 * less only where compatibility-v3 says so.
 */
export function contradictions(question: Question, found: Answered, expected: Answered): Unlike[] {
  if (found.kind === 'refused' || expected.kind === 'refused') {
    return found.kind === expected.kind ? [] : [{ path: '', found, expected }]
  }
  const coverage = found.coverage ?? ''
  const known = (path: string, value: unknown): boolean => {
    // Contents of states (compatibility-v3 §4.7).
    if (/\.account_state_(before|after)\.\w+$/.test(path))
      return value === null && UNREAD_STATES.test(coverage)
    // An owner's domains cannot be searched (compatibility-v3 §4.9, departure 6).
    if (path.endsWith('.domain') && /address_book|addressBook/.test(path)) return value === null
    // Only the operation itself reads the contracts.
    if (question.name !== 'metadata' && /\.extra\.balance$/.test(path) && LISTED_METADATA.test(path))
      return value === undefined
    // A list of traces does not wait until they are classified (compatibility-v3 §11.6, departure 1).
    return path.endsWith('.classification_state') && question.name === 'traces'
  }
  const { status, body } = found
  return differences(
    { status, [question.name]: body },
    { status: expected.status, [question.name]: expected.body },
    '',
  ).filter(({ path, found: value }) => !known(path, value))
}

function differences(found: unknown, expected: unknown, path: string): Unlike[] {
  if (found === expected) return []
  if (typeof found !== 'object' || typeof expected !== 'object' || !found || !expected) {
    return [{ path, found, expected }]
  }
  const one = found as Readonly<Record<string, unknown>>
  const other = expected as Readonly<Record<string, unknown>>
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    differences(one[key], other[key], `${path}.${key}`),
  )
}

/**
 * Returns where a later answer contradicts an earlier one. Between them the index has grown: what one of them does not
 * know, the other can have.
 */
export function changes({ name, params }: Question, later: Answered, earlier: Answered): Unlike[] {
  if (later.kind === 'refused' || earlier.kind === 'refused') {
    return earlier.kind === 'answered' ? [{ path: '', found: later, expected: earlier }] : []
  }
  const isLearnt = ({ path, found, expected }: Unlike) => {
    const isNew = (found ?? null) === null || (expected ?? null) === null
    if (/\.account_state_(before|after)\.\w+$/.test(path) || path.endsWith('.domain')) return isNew
    // A contract that has lost its code keeps its name until its state is read (compatibility-v3 §4.8).
    if (/\.address_book\.[^.]+\.interfaces(\.\d+)?$/.test(path)) return isNew
    if (name !== 'metadata' && LISTED_METADATA.test(path)) return isNew
    // compatibility-v3 §11.6, departure 1.
    return path.endsWith('.classification_state') && name === 'traces' && !('include_actions' in params)
  }
  const { status, body } = later
  return differences({ status, body }, { status: earlier.status, body: earlier.body }, '').filter(
    (unlike) => !isLearnt(unlike),
  )
}
