import type { Block } from './block.ts'

/** Joins halves that rules found apart, after all rules (actions-contract §1, step 4). */
export function joinBlocks(_root: Block): void {}
