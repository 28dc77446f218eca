import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionRow } from './row.ts'

/**
 * The first version of docs/actions §6 that serves a type; `named` types are served only if a client requests them by
 * name.
 */
export type ActionVersion = 'v1' | 'v2' | 'v3' | 'v4' | 'named'

/** Short names for several types (docs/actions §6). */
export type ActionGroup =
  | 'staking'
  | 'jettons'
  | 'nft'
  | 'nft.v3'
  | 'dns'
  | 'dns.v2'
  | 'multisig'
  | 'vesting'
  | 'evaa'
  | 'jvault'
  | 'coffee'
  | 'layerzero'
  | 'cocoon'
  | 'tgbtc'

/** A served type of action. */
export type ActionType = {
  /** Name in `type`. */
  readonly name: string
  readonly since: ActionVersion
  readonly groups?: readonly ActionGroup[]
  /** Returns `details` of the v3 API; undefined for a type that the API serves without them. */
  details?(row: ActionRow): JsonObject
}
