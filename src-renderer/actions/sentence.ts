import { accountKey } from '../decode/accountKey.ts'
import type { Action } from './action.ts'
import {
  type ActionLine,
  account,
  type Clause,
  type LinePart,
  type Move,
  text,
} from './describe/actionLine.ts'

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isOf(address: string | undefined, here: string | undefined): boolean {
  return address !== undefined && here !== undefined && accountKey(address) === here
}

function tell({ by, verb, rest }: Clause, failed: boolean, here: string | undefined): LinePart[] {
  if (!verb) return [...rest]
  const words = failed ? `failed to ${verb.plain}` : verb.past
  const subject = by === undefined || isOf(by, here) ? [] : [account(by)]
  return [...subject, text(subject.length > 0 ? words : capital(words)), ...rest]
}

/** Returns whether an action failed. An action that counts as a success can still have a reason of failure. */
export function isFailure({ reason }: ActionLine, success: Action['success']): boolean {
  return success === false || reason !== undefined
}

/**
 * Returns the sentence of an action.
 * @param here key of the account of the page, which is then left out as the subject ("Sent …", "Received …")
 */
export function sentenceOf(line: ActionLine, success: Action['success'], here?: string): LinePart[] {
  // The sentence of a failure has the initiator as its subject: the others received nothing.
  if (isFailure(line, success)) return tell(line.clause, true, here)
  const own = [line.clause, ...line.others].find(({ by }) => isOf(by, here))
  return tell(own ?? line.clause, false, here)
}

/** A move of an account's own assets by an action; a failed action has none. */
export type OwnMove = Pick<Move, 'asset' | 'value'> & { readonly direction: 'in' | 'out' | 'self' }

export function ownMoves(line: ActionLine, success: Action['success'], here: string): OwnMove[] {
  if (isFailure(line, success)) return []
  return line.moves.flatMap(({ from, to, asset, value }): OwnMove[] => {
    const [out, into] = [isOf(from, here), isOf(to, here)]
    if (!out && !into) return []
    return [{ asset, value, direction: out && into ? 'self' : out ? 'out' : 'in' }]
  })
}

/**
 * Returns the sentence without the amounts that are displayed beside it with their signs. Their assets remain
 * ("Sent TON to …"), and of a call nothing does ("Called … on …").
 */
export function withoutMoved(parts: readonly LinePart[], moves: readonly OwnMove[]): LinePart[] {
  const isMoved = (part: LinePart | undefined) =>
    part?.kind === 'amount' && moves.some(({ asset, value }) => asset === part.asset && value === part.value)
  return parts.flatMap((part, i): LinePart[] => {
    const isPrice = isMoved(parts[i + 1]) && part.kind === 'text' && part.text === 'with'
    if (isPrice) return []
    if (part.kind !== 'amount' || !isMoved(part)) return [part]
    const before = parts[i - 1]
    return before?.kind === 'text' && before.text === 'with' ? [] : [{ kind: 'asset', asset: part.asset }]
  })
}
