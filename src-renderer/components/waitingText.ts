/** What a coverage header says after the blocks: `3 contracts not verified yet`. */
export function waitingText(coverage: string | undefined): string | undefined {
  const [, rest] = /;\s*(.+)$/.exec(coverage ?? '') ?? []
  return rest
}
