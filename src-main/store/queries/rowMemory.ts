import type { Reader } from './reader.ts'

/** What readers met lately of rows that never change, by the rows' numbers. */
export type RowMemory<Value> = {
  /** Values of `ids`; those that are not remembered come of `read`, which leaves out what is not there. */
  load(
    reader: Reader,
    ids: Iterable<bigint>,
    read: (others: readonly bigint[]) => Iterable<readonly [bigint, Value]>,
  ): ReadonlyMap<bigint, Value>
}

type Memory<Value> = {
  /** What was met since the memory last began anew, and what before that. */
  young: Map<bigint, Value>
  old: ReadonlyMap<bigint, Value>
  /** Numbers that were met, each in the place that its last bits name. */
  readonly met: BigInt64Array
}

/** A power of two, several times what pages have. */
const MET_BITS = 13

export type RowMemoryOptions<Value> = {
  /** Values that are remembered for each reader, at least; twice as many at most. What is met again and again stays. */
  readonly size: number
  /**
   * Of large values those only that are met again, or pages that nobody asks for twice would fill V8's old space, and
   * a page waits while that is marked.
   */
  readonly onlyMetAgain?: boolean
  /** False for a value that is too large to be kept. */
  readonly isKept?: (value: Value) => boolean
}

export function createRowMemory<Value>(options: RowMemoryOptions<Value>): RowMemory<Value> {
  const { size, onlyMetAgain = false, isKept = () => true } = options
  const memories = new WeakMap<Reader, Memory<Value>>()

  function memoryOf(reader: Reader): Memory<Value> {
    const known = memories.get(reader)
    if (known) return known
    const memory = { young: new Map(), old: new Map(), met: new BigInt64Array(1 << MET_BITS) }
    memories.set(reader, memory)
    return memory
  }

  function keep(memory: Memory<Value>, id: bigint, value: Value): void {
    if (memory.young.size >= size) {
      memory.old = memory.young
      memory.young = new Map()
    }
    memory.young.set(id, value)
  }

  return {
    load(reader, ids, read) {
      const memory = memoryOf(reader)
      const found = new Map<bigint, Value>()
      const others = new Set<bigint>()
      for (const id of ids) {
        if (found.has(id) || others.has(id)) continue
        let value = memory.young.get(id)
        if (value === undefined) {
          value = memory.old.get(id)
          if (value !== undefined) keep(memory, id, value)
        }
        if (value === undefined) others.add(id)
        else found.set(id, value)
      }
      if (others.size === 0) return found
      for (const [id, value] of read([...others])) {
        found.set(id, value)
        if (isKept(value) && (!onlyMetAgain || wasMet(memory.met, id))) keep(memory, id, value)
      }
      return found
    },
  }
}

/** Whether a number was met, unless another took its place; from now on it was. */
function wasMet(met: BigInt64Array, id: bigint): boolean {
  const place = Number(BigInt.asUintN(MET_BITS, id))
  if (met[place] === id) return true
  met[place] = id
  return false
}
