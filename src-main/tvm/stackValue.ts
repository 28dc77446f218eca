import type { Cell } from '@ton/core'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'

/** A value on the stack of the TVM. */
export type StackValue =
  | { readonly type: 'null' }
  /** 257 bits, signed. */
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'nan' }
  | { readonly type: 'cell'; readonly cell: Cell }
  /** The rest of the slice, as a cell of its own. */
  | { readonly type: 'slice'; readonly cell: Cell }
  /** The contents of the builder. */
  | { readonly type: 'builder'; readonly cell: Cell }
  /** The serialized continuation; only the TVM can open it. */
  | { readonly type: 'continuation'; readonly cell: Cell }
  | { readonly type: 'tuple'; readonly items: readonly StackValue[] }

/** The reference node's limits on the number of entries, including those in tuples, and on the nesting of tuples. */
export const MAX_STACK_ENTRIES = 8_000
export const MAX_STACK_DEPTH = 1_024

/** The error for a stack beyond the limits, or for data that is not a stack. */
export class StackError extends TypedError {
  constructor(reason: string, options?: TypedErrorOptions) {
    super('stack', reason, options)
  }
}

const MIN_INT = -(1n << 256n)
const MAX_INT = (1n << 256n) - 1n

/** Returns whether a value fits the TVM's signed 257-bit integers. */
export function fitsTvmInt(value: bigint): boolean {
  return value >= MIN_INT && value <= MAX_INT
}

/**
 * Checks the number of entries and the nesting of a stack.
 * @throws StackError beyond the limits
 */
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
