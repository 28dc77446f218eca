import type { JsonObject } from '#shared/schema/jsonValue.ts'
import type { ActionRow } from './row.ts'

/** The first version of docs/actions §6 that serves a type; `named`: only where a client asks for the type. */
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

/** A type of action as clients see it. */
export type ActionType = {
  /** Name in `type`. */
  readonly name: string
  readonly since: ActionVersion
  readonly groups?: readonly ActionGroup[]
  /** `details` of the v3 API; absent for a type that the API serves without them. */
  details?(row: ActionRow): JsonObject
}
