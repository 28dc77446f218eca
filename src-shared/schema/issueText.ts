import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** The reason of a refusal: values that a field may have, a rule as a predicate, or a message of the schema's own. */
type Fault = { readonly field: string } & (
  | { readonly values: readonly unknown[] }
  | { readonly rule: string }
  | { readonly message: string }
)

/**
 * Returns one sentence about the first fault that a schema found: `blocks must be at least 1`. Names all forms of a
 * union that are equally near to the value: `the value needs the field forward, or needs the field to`. Keeps messages
 * that a schema defines itself, after the field's name; replaces zod's default messages, which name its types.
 */
export function issueText({ issues: [issue] }: z.core.$ZodError): string {
  if (!issue) return 'the value is malformed'
  const byField = Map.groupBy(faultsOf(issue, []), ({ field }) => field)
  return [...byField].map(([field, faults]) => fieldText(field, faults)).join(', or ')
}

/** Returns the fault of an issue, or one for each of the nearest forms of a union. */
function faultsOf(issue: Issue, parent: Path): readonly Fault[] {
  const path = [...parent, ...issue.path]
  if (issue.code === 'invalid_key' && issue.issues[0]) return faultsOf(issue.issues[0], path)
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return nearest(issue.errors).flatMap(([first]) => (first ? formFaults(first, path) : []))
  }
  const field = nameOf(path)
  const values = valuesOf(issue)
  if (values) return [{ field, values }]
  const rule = ruleOf(issue)
  return [rule === undefined ? { field, message: issue.message } : { field, rule }]
}

/** Returns the faults of one form of a union: which fields it has is said of the value as a whole. */
function formFaults(first: Issue, path: Path): readonly Fault[] {
  if (isMissing(first) && first.path.length === 1) {
    return [{ field: nameOf(path), rule: `needs the field ${nameOf(first.path)}` }]
  }
  if (first.code === 'unrecognized_keys' && first.path.length === 0) {
    return [{ field: nameOf(path), rule: `must have no field ${first.keys.join(', ')}` }]
  }
  return faultsOf(first, path)
}

/** Returns the forms that are nearest to the value: the faults of a form that the value has not are no help. */
function nearest(forms: readonly Issue[][]): readonly Issue[][] {
  const least = Math.min(...forms.map(distanceOf))
  return forms.filter((form) => distanceOf(form) === least)
}

function distanceOf(form: readonly Issue[]): number {
  return Math.max(...form.map(issueDistance))
}

/** Returns 3 for a value of another type, 2 for one of another kind, 1 for other fields, and 0 for a wrong field. */
function issueDistance(issue: Issue): number {
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    return issue.path.length === 0 ? Math.min(...issue.errors.map(distanceOf)) : 0
  }
  if (issue.path.length === 0) {
    if (issue.code === 'unrecognized_keys') return 1
    return issue.code === 'invalid_type' || valuesOf(issue) ? 3 : 0
  }
  if (issue.path.length > 1) return 0
  return valuesOf(issue) ? 2 : isMissing(issue) ? 1 : 0
}

function fieldText(field: string, faults: readonly Fault[]): string {
  const rules = new Set(faults.flatMap((fault) => ('rule' in fault ? fault.rule : [])))
  const values = new Set(faults.flatMap((fault) => ('values' in fault ? fault.values : [])))
  const messages = new Set(faults.flatMap((fault) => ('message' in fault ? fault.message : [])))
  const predicates = rules.has(IS_MISSING)
    ? [IS_MISSING]
    : [...(values.size > 0 ? [oneOf([...values])] : []), ...rules]
  return [
    ...(predicates.length > 0 ? [`${field || 'the value'} ${predicates.join(', or ')}`] : []),
    ...(messages.size > 0 ? [`${field}${field && ': '}${[...messages].join(', or ')}`] : []),
  ].join(', or ')
}

/** Returns the values of an enumeration, a constant or the discriminator of a union, if the issue is about one. */
function valuesOf(issue: Issue): readonly unknown[] | undefined {
  if (issue.code === 'invalid_value') return issue.values
  return issue.code === 'invalid_union' && 'options' in issue ? issue.options : undefined
}

/** Returns the violated rule as a predicate, or undefined if the schema has its own message. */
function ruleOf(issue: Issue): string | undefined {
  if (!/^(Invalid|Too (small|big)|Unrecognized key)/.test(issue.message)) return undefined
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? IS_MISSING : `must be ${NOUNS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${boundOf(issue.inclusive === false ? 'more than' : 'at least', issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${boundOf(issue.inclusive === false ? 'less than' : 'at most', issue.origin, issue.maximum)}`
    case 'unrecognized_keys':
      return `has no field ${issue.keys.join(', ')}`
    default:
      return 'has the wrong form'
  }
}

const IS_MISSING = 'is missing'

function isMissing(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.input === undefined && issue.message.endsWith('undefined')
}

function nameOf(path: Path): string {
  return path.map(String).join('.')
}

const NOUNS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`
}

function boundOf(bound: string, origin: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set')
    return `have ${bound} ${limit} ${limit === 1 ? 'element' : 'elements'}`
  return `be ${bound} ${limit}`
}
