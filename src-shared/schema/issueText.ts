import type { z } from 'zod'

/**
 * Returns one sentence about the first fault that a schema found: `blocks must be at least 1`. Keeps messages that a
 * schema defines itself, after the field's name; replaces zod's default messages, which name its types.
 */
export function issueText({ issues: [issue] }: z.core.$ZodError): string {
  if (!issue) return 'the value is malformed'
  const field = issue.path.map(String).join('.')
  const rule = ruleOf(issue)
  return rule === undefined ? `${field}${field && ': '}${issue.message}` : `${field || 'the value'} ${rule}`
}

/** Returns the violated rule as a predicate, or undefined if the schema has its own message. */
function ruleOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('undefined')
        ? 'is missing'
        : `must be ${NOUNS[issue.expected] ?? issue.expected}`
    case 'too_small':
      return `must ${boundOf('at least', issue.origin, issue.minimum)}`
    case 'too_big':
      return `must ${boundOf('at most', issue.origin, issue.maximum)}`
    case 'invalid_value':
      return oneOf(issue.values)
    case 'unrecognized_keys':
      return `has no field ${issue.keys.join(', ')}`
    case 'invalid_union': {
      const values = issue.errors.map(([first]) => (first?.code === 'invalid_value' ? first.values : []))
      // A union of constants is a kind of enumeration; the forms of any other union are too long to list.
      return values.length > 0 && values.every(({ length }) => length > 0)
        ? oneOf(values.flat())
        : 'has none of the possible forms'
    }
    default:
      return issue.message.startsWith('Invalid') ? 'has the wrong form' : undefined
  }
}

const NOUNS: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
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
