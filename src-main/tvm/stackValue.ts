import type { Cell } from '@ton/core'

/** A value on the stack of the TVM. */
export type StackValue =
  | { readonly type: 'null' }
  /** 257 bits, signed. */
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'nan' }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** What is left of the slice, as a cell of its own. */
  | { readonly type: 'slice'; readonly cell: Cell }
  /** What was written so far. */
  | { readonly type: 'builder'; readonly cell: Cell }
  /** Kept as it was serialized; only the TVM can open it. */
  | { readonly type: 'continuation'; readonly cell: Cell }
  | { readonly type: 'tuple'; readonly items: readonly StackValue[] }

/** Entries in all, those inside of tuples included, and how deep tuples may be nested: the reference's limits. */
export const MAX_STACK_ENTRIES = 8_000
export const MAX_STACK_DEPTH = 1_024

/** A stack beyond the limits, or none at all. */
export class StackError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.name = 'StackError'
  }
}

const MIN_INT = -(1n << 256n)
const MAX_INT = (1n << 256n) - 1n

export function fitsTvmInt(value: bigint): boolean {
  return value >= MIN_INT && value <= MAX_INT
}

/** @throws StackError for more entries, or deeper nesting, than the limits allow */
export function checkStackLimits(stack: readonly StackValue[]): void {
  let entries = 0
  const level: { items: readonly StackValue[]; next: number }[] = [{ items: stack, next: 0 }]
  for (let top = level.at(-1); top; top = level.at(-1)) {
    const value = top.items[top.next++]
    if (!value) {
      level.pop()
      continue
    }
    if (++entries > MAX_STACK_ENTRIES) throw new StackError('TVM stack size exceeds limit')
    if (value.type !== 'tuple') continue
    if (level.length > MAX_STACK_DEPTH) throw new StackError('TVM stack depth exceeds limit')
    level.push({ items: value.items, next: 0 })
  }
}
