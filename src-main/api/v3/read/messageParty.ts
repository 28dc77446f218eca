import type { AccountAddress } from '#shared/schema/v3/kinds.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { stdAddress } from './values.ts'

/** An address in a workchain that the index has no accounts of: no message names it. */
const NO_ACCOUNT: StdAddress = Buffer.alloc(33, 0xff)

/** A party of messages as the store takes it; null asks for messages without one. */
export function messageParty(party: AccountAddress | null | undefined): StdAddress | null | undefined {
  return party ? (stdAddress(party) ?? NO_ACCOUNT) : party
}
