/**
 * `GET /api/tonscope/system-accounts`: the accounts that the network's configuration names, in one answer. Not part of
 * toncenter's API.
 */

export const SYSTEM_ACCOUNTS_PATH = '/api/tonscope/system-accounts'

/** Configuration parameters that hold an account's address in the masterchain. */
export const ACCOUNT_PARAMS = [0, 1, 2, 3, 4] as const
/** The number of a configuration parameter that holds an account's address. */
export type AccountParam = (typeof ACCOUNT_PARAMS)[number]

/** An account of the configuration; parameters that the configuration lacks are left out. */
export type SystemAccountJson = {
  readonly param: AccountParam
  /** Raw form. */
  readonly address: string
}
