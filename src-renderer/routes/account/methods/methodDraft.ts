import { CONTRACTS } from '#shared/contracts/lookups.ts'
import type { MethodCall } from '../../../api/contractRuns.ts'
import { type ArgumentText, argumentTypeOf, readArgument } from '../../../decode/stackArguments.ts'
import type { DraftArgument } from './ArgumentRows.tsx'

const MAX_SEQNO = 2 ** 31 - 1

/** A call that is edited in the form. */
export type Draft = {
  readonly method: string
  readonly arguments: readonly DraftArgument[]
  readonly seqno: string
}

/**
 * Returns an argument of a draft.
 * @param id must differ from those of the draft's other arguments
 */
function drafted(id: number, { type, text }: ArgumentText, name?: string): DraftArgument {
  return { id, type, text, name }
}

function namesOf(method: string): readonly (string | undefined)[] {
  return CONTRACTS.methods.get(method)?.params.map(({ name }) => name) ?? []
}

/** Returns a draft of a method with these arguments. */
export function draftOf(method: string, given: readonly ArgumentText[], seqno: string): Draft {
  const names = namesOf(method)
  return { method, seqno, arguments: given.map((argument, i) => drafted(i, argument, names[i])) }
}

/** Returns an empty argument for each parameter of a known method. */
export function emptyArguments(method: string): readonly ArgumentText[] {
  return (
    CONTRACTS.methods.get(method)?.params.map(({ type }) => ({ type: argumentTypeOf(type), text: '' })) ?? []
  )
}

/** Returns the fault of a method's name or id, or undefined. */
export function methodFault(method: string): string | undefined {
  if (method === '') return 'Enter a name or an id'
  return /\s/.test(method) ? 'A name cannot contain spaces' : undefined
}

/** Returns the fault of a block's seqno, or undefined. */
export function seqnoFault(text: string): string | undefined {
  if (text === '') return undefined
  const seqno = Number(text)
  return /^\d{1,10}$/.test(text) && seqno >= 1 && seqno <= MAX_SEQNO
    ? undefined
    : 'Enter the seqno of a masterchain block'
}

/** Returns the call of a draft, or undefined if a part of it is invalid. */
export function callOf(draft: Draft, run: number): MethodCall | undefined {
  const method = draft.method.trim()
  const seqno = draft.seqno.trim()
  if (methodFault(method) !== undefined || seqnoFault(seqno) !== undefined) return undefined
  const readings = draft.arguments.map(readArgument)
  const stack = readings.flatMap((reading) => (reading.kind === 'entry' ? [reading.entry] : []))
  if (stack.length < readings.length) return undefined
  return {
    method,
    arguments: draft.arguments.map(({ type, text }) => ({ type, text })),
    stack,
    seqno: seqno === '' ? undefined : Number(seqno),
    run,
  }
}

/** Returns the draft with one more argument. */
export function withArgument(draft: Draft): Draft {
  const name = namesOf(draft.method.trim())[draft.arguments.length]
  const id = 1 + Math.max(-1, ...draft.arguments.map((argument) => argument.id))
  return { ...draft, arguments: [...draft.arguments, drafted(id, { type: 'number', text: '' }, name)] }
}
