/**
 * Opcodes of receipts: messages that report the result of an earlier message. In a file of their own, so that
 * the explorer's start script does not contain the contracts' definitions.
 */

/** The message that returns the rest of the attached coins. */
export const EXCESS = 0xd53276db
export const JETTON_NOTIFY = 0x7362d09c
export const NFT_OWNERSHIP_ASSIGNED = 0x05138d91
/** Precedes the first bits of a bounced body. */
export const BOUNCE = 0xffffffff
