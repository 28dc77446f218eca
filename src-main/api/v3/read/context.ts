import type { DecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import type { SeqnoRange } from '../../../store/indexStore.ts'
import type { KnownHistory } from '../../../store/queries/accountHistory.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import type { HintedRows, MissingData, ReadOptions } from '../reading.ts'
import type { ContractNames } from '../render/contractNames.ts'
import type { AccountCodes } from './accountCodes.ts'

/** The data for an answer, all of one snapshot. */
export type ReadContext = {
  readonly reader: Reader
  readonly options: ReadOptions
  readonly coverage: readonly SeqnoRange[]
  readonly contracts: ContractNames
  readonly codes: AccountCodes
  /** Accounts (33 latin1 characters) of the request, with findings about them. */
  readonly histories: Map<string, KnownHistory>
  /** Keys of the data that were fetched for this request, and whether ReadThrough found them. */
  readonly fetched: ReadonlyMap<string, boolean>
  /** Bounds the work of decoding the bodies of the answer. */
  readonly decodeBudget: DecodeBudget
  /** URLs of token content that the answer lacks. */
  readonly missingContent: Set<string>
}

export type Outcome =
  /** `coverage`: the data that the answer depends on, if not the indexed blocks. */
  | {
      readonly kind: 'found'
      readonly body: object
      readonly coverage?: string | undefined
      readonly hinted?: HintedRows | undefined
    }
  | { readonly kind: 'refused'; readonly status: number; readonly text: string }
  /**
   * Data to fetch; an empty list means that fetching would not help. `reason`: for the client, if the fetched data do
   * not help; `coverage` as above.
   */
  | {
      readonly kind: 'missing'
      readonly missing: readonly MissingData[]
      readonly reason?: string | undefined
      readonly coverage?: string | undefined
    }

export function found(body: object, coverage?: string): Outcome {
  return { kind: 'found', body, coverage }
}

export function notFound(text: string): Outcome {
  return { kind: 'refused', status: 404, text }
}
