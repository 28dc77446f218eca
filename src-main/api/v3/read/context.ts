import type { Allowance } from '../../../contracts/messages/decodeBody.ts'
import type { SeqnoRange } from '../../../store/indexStore.ts'
import type { KnownHistory } from '../../../store/queries/accountHistory.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import type { Need, ReadOptions } from '../reading.ts'
import type { ContractNames } from '../render/contractNames.ts'
import type { AccountCodes } from './accountCodes.ts'

/** What a question is answered with; all of it is of one snapshot. */
export type ReadContext = {
  readonly reader: Reader
  readonly options: ReadOptions
  readonly coverage: readonly SeqnoRange[]
  readonly contracts: ContractNames
  readonly codes: AccountCodes
  /** Of accounts (33 latin1 characters) that the question is about: what was found out of them. */
  readonly histories: Map<string, KnownHistory>
  /** Keys of the needs that were fetched for this question, and whether ReadThrough found them. */
  readonly fetched: ReadonlyMap<string, boolean>
  /** What decoding the bodies of the answer may still take. */
  readonly allowance: Allowance
  /** URLs of token content that the answer lacks. */
  readonly wanted: Set<string>
}

export type Outcome =
  /** `coverage`: what the answer rests on, where it is not the indexed blocks. */
  | { readonly kind: 'found'; readonly body: object; readonly coverage?: string | undefined }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /**
   * Without needs: nothing that could be fetched would tell. `reason`: for the client, if the needs do not help;
   * `coverage` as above.
   */
  | {
      readonly kind: 'missing'
      readonly needs: readonly Need[]
      readonly reason?: string | undefined
      readonly coverage?: string | undefined
    }

export function found(body: object, coverage?: string): Outcome {
  return { kind: 'found', body, coverage }
}

export function notFound(text: string): Outcome {
  return { kind: 'refused', status: 404, text }
}
