import { ACCOUNT_STATUSES, type AccountStatusName, type MessageFacts } from '../facts.ts'
import { MESSAGE_KINDS } from '../packing/layout.ts'

/** Columns of few values. */

export function messageKind(code: bigint): MessageFacts['kind'] {
  const kind = MESSAGE_KINDS[Number(code)]
  if (kind === undefined) throw new Error(`the index has a message of kind ${code}`)
  return kind
}

export function accountStatus(code: bigint): AccountStatusName {
  const status = ACCOUNT_STATUSES[Number(code)]
  if (status === undefined) throw new Error(`the index has an account status ${code}`)
  return status
}
