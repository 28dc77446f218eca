import type { Cell } from '@ton/core'
import { BODIES } from './bodies.ts'
import { signedBodies } from './families/wallets.ts'
import { BudgetError, type DecodedObject, type Layout, type Walk } from './layout.ts'

/** Known bodies inside one another are decoded so deep (v3-contract §6.27). */
const MAX_DEPTH = 10
/** Fields, cells and pieces of 32 digits: the largest wallet messages of today need a tenth. */
const BUDGET = 32_768
/** All bodies of an answer together: less than a second. */
const ALLOWANCE = 1 << 19
/** What an ordinary body of a message takes, at most. */
const ORDINARY = 64
const OPCODE_BITS = 32
const SIGNATURE_BITS = 512

const EMPTY_CELL: DecodedObject = { '@type': 'empty_cell' }

/** What several bodies may take together; shared, so that one answer is bounded however its bodies unfold. */
export type Allowance = { left: number }

export function answerAllowance(): Allowance {
  return { left: ALLOWANCE }
}

/**
 * One more message is in the answer: what is shared is for those that are out of the ordinary, so that a long answer's
 * last messages are decoded as its first.
 */
export function allowMessage(allowance: Allowance): void {
  allowance.left += ORDINARY
}

/** Whether the next body may take as much as one may: what becomes of it is the same every time then. */
export function isAmple(allowance: Allowance): boolean {
  return allowance.left >= BUDGET
}

export type DecodeOptions = {
  readonly allowance?: Allowance
  /** False for messages of contracts: only external ones begin with a signature. */
  readonly external?: boolean
}

/**
 * A message body as JSON: `@type` and the fields in TL-B order (v3-contract §6.27); undefined where no known layout
 * fits. Comments are as /decode has them. Never throws.
 */
export function decodeBody(cell: Cell, options: DecodeOptions = {}): DecodedObject | undefined {
  const { allowance } = options
  const given = Math.min(BUDGET, allowance?.left ?? BUDGET)
  const walk: Walk = { budget: given, depth: 0, decode: decodeNested }
  // A layout that does not fit is an error that nobody sees: where it happened needs not be found out.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return decodeKnown(cell, walk) ?? (options.external === false ? undefined : decodeSigned(cell, walk))
  } catch (error) {
    if (error instanceof BudgetError) return undefined
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
    if (allowance) allowance.left -= given - Math.max(0, walk.budget)
  }
}

/** The form of comments in `message_content` and actions, kept from before there were other bodies. */
export function inMessageContent(decoded: DecodedObject): DecodedObject {
  if (decoded['@type'] !== 'text_comment') return decoded
  return { '@type': 'text_comment', comment: decoded.text ?? '', type: 'text_comment' }
}

function decodeNested(cell: Cell, walk: Walk): DecodedObject | undefined {
  if (walk.depth >= MAX_DEPTH) return undefined
  walk.depth++
  try {
    return decodeKnown(cell, walk)
  } finally {
    walk.depth--
  }
}

function decodeKnown(cell: Cell, walk: Walk): DecodedObject | undefined {
  if (cell.isExotic) return undefined
  const slice = cell.beginParse()
  if (slice.remainingBits === 0 && slice.remainingRefs === 0) return EMPTY_CELL
  if (slice.remainingBits < OPCODE_BITS) return undefined
  const layouts = BODIES.get(slice.preloadUint(OPCODE_BITS))
  return layouts && firstThatFits(cell, layouts, walk, OPCODE_BITS)
}

function decodeSigned(cell: Cell, walk: Walk): DecodedObject | undefined {
  if (cell.isExotic || cell.bits.length < SIGNATURE_BITS) return undefined
  const slice = cell.beginParse()
  if (BODIES.has(slice.preloadUint(OPCODE_BITS))) return undefined
  return firstThatFits(cell, signedBodies(cell.bits.length, cell.refs.length), walk, 0)
}

function firstThatFits(
  cell: Cell,
  layouts: readonly Layout[],
  walk: Walk,
  skipped: number,
): DecodedObject | undefined {
  for (const layout of layouts) {
    try {
      return layout(cell.beginParse().skip(skipped), walk) as DecodedObject
    } catch (error) {
      if (error instanceof BudgetError) throw error
    }
  }
  return undefined
}
