import type { Cell } from '@ton/core'
import { ALL_CONTRACTS } from '#shared/contracts/allContracts.ts'
import type { BodySize, ContractDefinition } from '#shared/contracts/contractDefinition.ts'
import { LayoutCompiler, whole } from './compileLayout.ts'
import { BudgetError, type DecodedObject, type ValueReader, type Walk } from './valueReader.ts'

/** Maximum depth of known bodies inside known bodies (compatibility-v3 §9). */
const MAX_DEPTH = 10
/** Maximum of fields, cells and pieces of 32 digits in a body; the largest wallet messages have a tenth. */
const BUDGET = 32_768
/** Maximum for all bodies of an answer together: less than a second. */
const ANSWER_BUDGET = 1 << 19
/** Maximum that an ordinary body takes. */
const ORDINARY = 64
const OPCODE_BITS = 32
const SIGNATURE_BITS = 512
const MAX_REFERENCES = 4

const EMPTY_CELL: DecodedObject = { '@type': 'empty_cell' }

/** A budget that the bodies of one answer share, so that the answer is bounded however its bodies unfold. */
export type DecodeBudget = { left: number }

export function createDecodeBudget(): DecodeBudget {
  return { left: ANSWER_BUDGET }
}

/**
 * Adds what an ordinary body takes for one more message: only extraordinary bodies use up the shared part, so that the
 * last messages of a long answer are decoded like the first.
 */
export function addMessageBudget(decodeBudget: DecodeBudget): void {
  decodeBudget.left += ORDINARY
}

/** Checks that the next body has the full budget of a body: its decoding then does not depend on other bodies. */
export function hasFullBudget(decodeBudget: DecodeBudget): boolean {
  return decodeBudget.left >= BUDGET
}

export type DecodeOptions = {
  readonly decodeBudget?: DecodeBudget
  /** False for messages of contracts: only external ones begin with a signature. */
  readonly external?: boolean
}

type SignedBody = { readonly sizes: readonly BodySize[]; readonly reader: ValueReader }

/** Decodes the message bodies of a list of contracts. */
export class BodyDecoder {
  /** By opcode, in the order in which they are tried. */
  readonly #bodies: ReadonlyMap<number, readonly ValueReader[]>
  readonly #signedBodies: readonly SignedBody[]

  constructor(contracts: readonly ContractDefinition[]) {
    const compiler = new LayoutCompiler()
    const bodies = new Map<number, ValueReader[]>()
    for (const { opcode, layout } of contracts.flatMap(({ messages = [] }) => messages)) {
      if (!layout) continue
      const reader = compiler.compile(layout)
      const readers = bodies.get(opcode)
      if (readers) readers.push(reader)
      else bodies.set(opcode, [reader])
    }
    this.#bodies = bodies
    this.#signedBodies = contracts.flatMap(({ signedBodies = [] }) =>
      signedBodies.map(({ sizes, layout }) => ({ sizes, reader: whole(compiler.compile(layout)) })),
    )
  }

  /**
   * Returns a message body as JSON: `@type` and the fields in TL-B order (compatibility-v3 §9); undefined where no
   * known layout fits. Comments are as /decode has them. Never throws.
   */
  decode(cell: Cell, options: DecodeOptions = {}): DecodedObject | undefined {
    const { decodeBudget } = options
    const budget = Math.min(BUDGET, decodeBudget?.left ?? BUDGET)
    const walk: Walk = { budget, depth: 0, decode: (inner, nested) => this.#decodeNested(inner, nested) }
    // Layouts that do not fit throw errors whose stacks are never read.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      return (
        this.#decodeKnown(cell, walk) ??
        (options.external === false ? undefined : this.#decodeSigned(cell, walk))
      )
    } catch (error) {
      if (error instanceof BudgetError) return undefined
      throw error
    } finally {
      Error.stackTraceLimit = stackTraceLimit
      if (decodeBudget) decodeBudget.left -= budget - Math.max(0, walk.budget)
    }
  }

  #decodeNested(cell: Cell, walk: Walk): DecodedObject | undefined {
    if (walk.depth >= MAX_DEPTH) return undefined
    walk.depth++
    try {
      return this.#decodeKnown(cell, walk)
    } finally {
      walk.depth--
    }
  }

  #decodeKnown(cell: Cell, walk: Walk): DecodedObject | undefined {
    if (cell.isExotic) return undefined
    const slice = cell.beginParse()
    if (slice.remainingBits === 0 && slice.remainingRefs === 0) return EMPTY_CELL
    if (slice.remainingBits < OPCODE_BITS) return undefined
    const readers = this.#bodies.get(slice.preloadUint(OPCODE_BITS))
    return readers && firstThatFits(cell, readers, walk, OPCODE_BITS)
  }

  #decodeSigned(cell: Cell, walk: Walk): DecodedObject | undefined {
    if (cell.isExotic || cell.bits.length < SIGNATURE_BITS) return undefined
    if (this.#bodies.has(cell.beginParse().preloadUint(OPCODE_BITS))) return undefined
    // Trying a layout costs more than comparing sizes.
    const readers = this.#signedBodies
      .filter(({ sizes }) => sizes.some((size) => fits(size, cell.bits.length, cell.refs.length)))
      .map(({ reader }) => reader)
    return firstThatFits(cell, readers, walk, 0)
  }
}

function fits(size: BodySize, bits: number, references: number): boolean {
  const ownBits = bits - (size.bitsPerReference ?? 0) * references
  return (
    (size.bits === undefined || ownBits === size.bits) &&
    ownBits >= (size.minBits ?? 0) &&
    references >= (size.minReferences ?? 0) &&
    references <= (size.maxReferences ?? MAX_REFERENCES)
  )
}

const DECODER = new BodyDecoder(ALL_CONTRACTS)

/** Decodes a body of any contract that Tonscope knows, as BodyDecoder.decode. */
export function decodeBody(cell: Cell, options?: DecodeOptions): DecodedObject | undefined {
  return DECODER.decode(cell, options)
}

/** Rewrites a comment to its older form, which `message_content` and actions keep. */
export function inMessageContent(decoded: DecodedObject): DecodedObject {
  if (decoded['@type'] !== 'text_comment') return decoded
  return { '@type': 'text_comment', comment: decoded.text ?? '', type: 'text_comment' }
}

function firstThatFits(
  cell: Cell,
  readers: readonly ValueReader[],
  walk: Walk,
  skipped: number,
): DecodedObject | undefined {
  for (const read of readers) {
    try {
      return read(cell.beginParse().skip(skipped), walk) as DecodedObject
    } catch (error) {
      if (error instanceof BudgetError) throw error
    }
  }
  return undefined
}
