/** Returns the note after the blocks of a coverage header: `3 contracts not verified yet`. */
export function coverageNote(coverage: string | undefined): string | undefined {
  const [, rest] = /;\s*(.+)$/.exec(coverage ?? '') ?? []
  return rest
}
