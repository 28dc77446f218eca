import type { ParsedHeader } from '../parsedBlock.ts'

/** First byte of packed facts, by kind. */
export const MC_BLOCK = 1
export const HISTORY = 2

export const HASH = 32
export const ADDRESS = 33

/** Kinds of messages in the order of their numbers in packed facts and in the column messages.kind. */
export const MESSAGE_KINDS = ['internal', 'external-in', 'external-out'] as const

/** The boolean fields of a block's header by bit number, in packed facts and in the column blocks.bits. */
export const HEADER_BITS = [
  'afterMerge',
  'beforeSplit',
  'afterSplit',
  'wantMerge',
  'wantSplit',
  'keyBlock',
  'vertSeqnoIncr',
] as const satisfies readonly (keyof ParsedHeader)[]

/** The boolean fields of a block's header. */
export type HeaderBits = Pick<ParsedHeader, (typeof HEADER_BITS)[number]>

/** Packs the boolean fields of a header into one number. */
export function headerBits(header: HeaderBits): number {
  return HEADER_BITS.reduce((bits, name, i) => (header[name] ? bits | (1 << i) : bits), 0)
}

/** Unpacks the result of headerBits. */
export function headerOfBits(bits: number): HeaderBits {
  const is = (name: (typeof HEADER_BITS)[number]) => ((bits >> HEADER_BITS.indexOf(name)) & 1) === 1
  return {
    afterMerge: is('afterMerge'),
    beforeSplit: is('beforeSplit'),
    afterSplit: is('afterSplit'),
    wantMerge: is('wantMerge'),
    wantSplit: is('wantSplit'),
    keyBlock: is('keyBlock'),
    vertSeqnoIncr: is('vertSeqnoIncr'),
  }
}

/** Bits of a message's boolean fields in the column messages.flags. */
export const MESSAGE_FLAGS = { ihrDisabled: 1, bounce: 2, bounced: 4 } as const
