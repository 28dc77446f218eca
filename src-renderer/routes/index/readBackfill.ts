import { readAddress } from '#shared/ton/address.ts'
import type { IndexRequest } from '../../api/indexCommands.ts'
import { addressFaultText } from '../../decode/addressFault.ts'

export const SPANS = ['hour', 'day', 'range', 'account'] as const
export type Span = (typeof SPANS)[number]

export type BackfillFields = { readonly from: string; readonly to: string; readonly account: string }

export type BackfillReading =
  | { readonly kind: 'order'; readonly sent: IndexRequest<'backfill'> }
  /** `fault` is undefined if the field is empty. */
  | { readonly kind: 'unready'; readonly field: keyof BackfillFields; readonly fault: string | undefined }

const HOUR = 3_600

function readSeqno(text: string): number | undefined {
  const digits = text.replace(/[\s\u2009_',]/g, '')
  return /^[1-9]\d{0,9}$/.test(digits) && Number(digits) < 2 ** 31 ? Number(digits) : undefined
}

function readRange({ from, to }: BackfillFields, head: number | undefined): BackfillReading {
  for (const [field, text] of [['from', from] as const, ['to', to] as const]) {
    if (text.trim() === '') return { kind: 'unready', field, fault: undefined }
    const seqno = readSeqno(text)
    if (seqno === undefined) return { kind: 'unready', field, fault: 'Enter a seqno: a whole number from 1' }
    if (head !== undefined && seqno > head) {
      return { kind: 'unready', field, fault: `The latest block is ${head}` }
    }
  }
  const [first = 0, last = 0] = [readSeqno(from), readSeqno(to)]
  return first > last
    ? { kind: 'unready', field: 'to', fault: 'The end is before the start' }
    : { kind: 'order', sent: { from: first, to: last } }
}

/** Returns the command for a filled-in form. */
export function readBackfill(span: Span, fields: BackfillFields, head: number | undefined): BackfillReading {
  switch (span) {
    case 'hour':
      return { kind: 'order', sent: { last_seconds: HOUR } }
    case 'day':
      return { kind: 'order', sent: { last_seconds: 24 * HOUR } }
    case 'range':
      return readRange(fields, head)
    case 'account': {
      const text = fields.account.trim()
      if (text === '') return { kind: 'unready', field: 'account', fault: undefined }
      const reading = readAddress(text)
      return reading.kind === 'fault'
        ? { kind: 'unready', field: 'account', fault: addressFaultText(reading.fault, text) }
        : { kind: 'order', sent: { account: text } }
    }
  }
}
