/**
 * Returns the notes of a coverage header: `3 contracts not verified yet`, or that a list is from a hint server. Undefined
 * if it names blocks only.
 */
export function coverageNote(coverage: string | undefined): string | undefined {
  const [, rest] = /;\s*(.+)$/.exec(coverage ?? '') ?? []
  const notes = [hintsNote(coverage ?? ''), rest].filter((note) => note !== undefined)
  return notes.length === 0 ? undefined : notes.join(' ')
}

/** Matches `hints toncenter.com, completeness unproved`, and the number of contracts that were not read. */
const HINTS = /, hints (\S+), completeness unproved(?:, (\d+) not read in time)?/

function hintsNote(coverage: string): string | undefined {
  const [, host, unread] = HINTS.exec(coverage) ?? []
  if (host === undefined) return undefined
  const left = unread === undefined ? '' : ` ${unread} of the named contracts could not be read in time.`
  return `${host} named what is listed here, and the network proves each row. Whether more exists is not proved.${left}`
}
