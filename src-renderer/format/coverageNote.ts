/**
 * Returns the notes of a coverage header: `3 contracts not verified yet`, or that a list is from a hint server or of a
 * watched account. Undefined if it names blocks only.
 */
export function coverageNote(coverage: string | undefined): string | undefined {
  const [, rest] = /;\s*(.+)$/.exec(coverage ?? '') ?? []
  const notes = [hintsNote(coverage ?? ''), watchedNote(coverage ?? ''), rest]
  const given = notes.filter((note) => note !== undefined)
  return given.length === 0 ? undefined : given.join(' ')
}

/** Matches `hints toncenter.com, completeness unproved`, and the number of contracts that were not read. */
const HINTS = /, hints (\S+), completeness unproved(?:, (\d+) not read in time)?/

function hintsNote(coverage: string): string | undefined {
  const [, host, unread] = HINTS.exec(coverage) ?? []
  if (host === undefined) return undefined
  const left = unread === undefined ? '' : ` ${unread} of the named contracts could not be read in time.`
  return `${host} named what is listed here, and the network proves each row. Whether more exists is not proved.${left}`
}

/** Matches `watched account 0:83DF… lt 1-4800 as of seqno 4795, completeness unproved`, and what was not read. */
const WATCHED = /watched account \S+.*? as of seqno (\d+), completeness unproved((?:, [^,;]+)*)/

function watchedNote(coverage: string): string | undefined {
  const [, seqno, lacks = ''] = WATCHED.exec(coverage) ?? []
  if (seqno === undefined) return undefined
  const left = lacks === '' ? '' : ` Also: ${lacks.slice(2)}.`
  const named = `The history of this watched account named what is listed here, as of block ${seqno}.`
  return `${named} Whether more exists is not proved.${left}`
}
