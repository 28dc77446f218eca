import type { JsonTree } from '#shared/jsonTree.ts'

/** A validator of a set. */
export type Validator = {
  /** Ed25519, hexadecimal. */
  readonly publicKey: string
  readonly weight: bigint
  /** ADNL address, hexadecimal; undefined if the set has none for this validator. */
  readonly adnlAddr: string | undefined
}

/** A set of validators: parameters 32 to 37. */
export type ValidatorSet = {
  /** Unix seconds. */
  readonly utimeSince: number
  readonly utimeUntil: number
  /** The number of validators, from the first on, of the masterchain. */
  readonly main: number
  readonly totalWeight: bigint
  readonly list: readonly Validator[]
}

/** The JSON of a set (src-main/chain/config/validatorSet.ts). */
type ValidatorSetJson = {
  readonly utimeSince: number
  readonly utimeUntil: number
  readonly main: number
  readonly totalWeight: string
  readonly list: readonly {
    readonly publicKey: string
    readonly weight: string
    readonly adnlAddr?: string
  }[]
}

/** Parameters that hold a set of validators. */
export const VALIDATOR_SETS: ReadonlySet<number> = new Set([32, 33, 34, 35, 36, 37])

/** Reads the decoded value of a parameter in VALIDATOR_SETS. */
export function readValidatorSet(value: JsonTree): ValidatorSet {
  const { list, totalWeight, ...set } = value as ValidatorSetJson
  return {
    ...set,
    totalWeight: BigInt(totalWeight),
    list: list.map(({ publicKey, weight, adnlAddr }) => ({ publicKey, weight: BigInt(weight), adnlAddr })),
  }
}
