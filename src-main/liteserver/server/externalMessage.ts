import { CellType } from '@ton/core'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { bocFault } from '../../chain/cells/bocFault.ts'
import { parseBoc } from '../../chain/cells/parseBoc.ts'
import type { LiteServerError } from '../errors.ts'
import { liteError, PLAIN_ERROR } from './liteErrors.ts'

/** The default of `size_limits_config`. */
const MAX_BYTES = 65535
const MAX_DEPTH = 512

/**
 * Returns the reference server's error for bytes that are not an external message, or undefined for a message
 * that it would execute. Its texts follow `cannot apply external message to current state : `.
 */
export function refuseMalformedMessage(body: Buffer): LiteServerError | undefined {
  const reason = faultOf(body)
  return reason === undefined ? undefined : unacceptable(reason)
}

/** Returns the rejection of a message, in the reference server's words. */
export function unacceptable(reason: string): LiteServerError {
  return liteError(`cannot apply external message to current state : ${reason}`, PLAIN_ERROR)
}

function faultOf(body: Buffer): string | undefined {
  if (body.length > MAX_BYTES) return 'external message too large, rejecting'
  try {
    const [root, ...others] = parseBoc(body)
    if (!root || others.length > 0) return 'external message is not a valid bag of cells'
    if (root.level() !== 0) return 'external message must have zero level'
    if (root.depth() >= MAX_DEPTH) return 'external message is too deep'
    // ext_in_msg_info$10 src:MsgAddressExt dest:MsgAddressInt import_fee:Grams = CommonMsgInfo;
    const starts =
      root.type === CellType.Ordinary && root.bits.length >= 2 && root.beginParse().loadUint(2) === 2
    return starts ? undefined : 'external message must begin with ext_in_msg_info$10'
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    return bocFault(body, error)
  }
}
