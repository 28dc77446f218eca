import type { CodeBlockJson } from '#shared/schema/disassembly.ts'
import type { GasBlockJson, GasEntryJson, GasProfileJson, StepJson } from '#shared/schema/replay.ts'

/** Entries beyond these are cheap ones. */
const MAX_ENTRIES = 200

/**
 * Adds up the gas of steps by instruction, without operands, and by the innermost block of code that contains them.
 * @param blocks the blocks of the code that ran
 */
export function gasProfile(steps: readonly StepJson[], blocks: readonly CodeBlockJson[]): GasProfileJson {
  const byName = new Map<string, { count: number; gas: number }>()
  const byBlock = new Map<string, { cell: string; offset: number; count: number; gas: number }>()
  const starts = blockStarts(blocks)
  for (const { text, cell, offset, gas } of steps) {
    const name = text.startsWith('implicit ') ? text : (text.split(' ', 1)[0] ?? '')
    add(byName, name, { count: 0, gas: 0 }, gas)
    if (cell === undefined || offset === undefined) continue
    const start = startOf(starts.get(cell) ?? [], offset)
    add(byBlock, `${cell}${start}`, { cell, offset: start, count: 0, gas: 0 }, gas)
  }
  const instructions = [...byName].map(([name, sums]): GasEntryJson => ({ name, ...sums }))
  return { instructions: costly(instructions), blocks: costly<GasBlockJson>([...byBlock.values()]) }
}

function add<Sums extends { count: number; gas: number }>(
  sums: Map<string, Sums>,
  key: string,
  first: Sums,
  gas: number,
): void {
  const entry = sums.get(key) ?? first
  entry.count++
  entry.gas += gas
  sums.set(key, entry)
}

function costly<Entry extends { readonly gas: number; readonly count: number }>(
  entries: Entry[],
): readonly Entry[] {
  return entries.sort((a, b) => b.gas - a.gas || b.count - a.count).slice(0, MAX_ENTRIES)
}

type Range = { readonly from: number; readonly to: number }

function blockStarts(blocks: readonly CodeBlockJson[]): ReadonlyMap<string, readonly Range[]> {
  const ranges = new Map<string, Range[]>()
  for (const { cell, offset, bits } of blocks) {
    const known = ranges.get(cell) ?? []
    known.push({ from: offset, to: offset + bits })
    ranges.set(cell, known)
  }
  return ranges
}

/** Returns the start of the innermost range that contains an offset (its end is excluded); 0 if there is none. */
function startOf(ranges: readonly Range[], offset: number): number {
  return ranges.reduce(
    (start, { from, to }) => (from <= offset && offset < to ? Math.max(start, from) : start),
    0,
  )
}
