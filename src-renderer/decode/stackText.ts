import { splitStackText } from '#shared/ton/stackText.ts'

/** A value of the TVM's stack, as the emulator's log has it. Bags of cells are hexadecimal. */
export type StackText =
  | { readonly kind: 'number'; readonly value: bigint }
  | { readonly kind: 'null' | 'NaN' }
  | { readonly kind: 'cell' | 'slice' | 'builder' | 'continuation'; readonly boc: string }
  /** A continuation of the machine itself, such as `vmc_std`. */
  | { readonly kind: 'continuation'; readonly name: string }
  | { readonly kind: 'tuple'; readonly items: readonly string[] }
  | { readonly kind: 'other'; readonly text: string }

const NUMBER = /^-?\d+$/
/** The first digits of every bag of cells. */
const BAGGED = /^(C|CS|BC|Cont)\{(B5EE9C72[0-9A-F]*)\}$/i
const KINDS = { C: 'cell', CS: 'slice', BC: 'builder', Cont: 'continuation' } as const
const CONTINUATION = /^Cont\{(.*)\}$/

/** Reads a value of the emulator's log. */
export function readStackText(text: string): StackText {
  if (NUMBER.test(text)) return { kind: 'number', value: BigInt(text) }
  if (text === '(null)' || text === '()') return { kind: 'null' }
  if (text === 'NaN') return { kind: 'NaN' }
  const [, form, boc] = BAGGED.exec(text) ?? []
  if (boc !== undefined) return { kind: KINDS[form as keyof typeof KINDS], boc }
  const [, name] = CONTINUATION.exec(text) ?? []
  if (name !== undefined) return { kind: 'continuation', name }
  if (/^[([]/.test(text)) return { kind: 'tuple', items: splitStackText(text, 1) }
  return { kind: 'other', text }
}
