import type { Action } from '../../../../src-renderer/actions/action.ts'

/** The raw address that a letter stands for. */
export function at(letter: string): string {
  return `0:${letter.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0').repeat(32)}`
}

/** Writes the letters of addresses back into a text. */
export function withLetters(text: string): string {
  return text.replace(/0:([0-9A-F]{2})\1{31}/g, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
}

/** An action of trace `T`; `details` as v3 serves them. */
export function madeAction(
  type: string,
  details: Readonly<Record<string, unknown>>,
  rest: Partial<Action> = {},
): Action {
  return {
    trace_id: 'T',
    action_id: `${type} ${rest.start_lt ?? '10'}`,
    start_lt: '10',
    end_lt: '20',
    end_utime: 1_000,
    trace_end_lt: '30',
    trace_end_utime: 1_001,
    transactions: ['one', 'two'],
    success: true,
    type,
    details,
    trace_external_hash_norm: 'N',
    finality: 'finalized',
    ...rest,
  }
}
