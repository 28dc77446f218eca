import { MESSAGE_KINDS } from '../packing/layout.ts'
import { ACCOUNT_STATUSES, type AccountStatusName, type ParsedMessage } from '../parsedBlock.ts'

/** Conversions of columns with few values. */

/** Returns the kind of a message from messages.kind. Throws for an unknown number. */
export function messageKind(code: bigint): ParsedMessage['kind'] {
  const kind = MESSAGE_KINDS[Number(code)]
  if (kind === undefined) throw new Error(`the index has a message of kind ${code}`)
  return kind
}

/** Returns the status of an account from its column. Throws for an unknown number. */
export function accountStatus(code: bigint): AccountStatusName {
  const status = ACCOUNT_STATUSES[Number(code)]
  if (status === undefined) throw new Error(`the index has an account status ${code}`)
  return status
}
