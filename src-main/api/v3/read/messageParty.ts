import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { stdAddress } from './values.ts'

/** An address in a workchain without indexed accounts: no message has it. */
const NO_ACCOUNT: StdAddress = Buffer.alloc(33, 0xff)

/** Returns a party of messages for the store; null selects messages without one. */
export function messageParty(party: AccountAddress | null | undefined): StdAddress | null | undefined {
  return party ? (stdAddress(party) ?? NO_ACCOUNT) : party
}
