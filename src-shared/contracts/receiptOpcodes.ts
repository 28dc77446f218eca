/**
 * Opcodes of receipts: messages that report what an earlier message did. Apart from the contracts' facts, so that the
 * explorer's start script does not contain those.
 */

/** Returns the rest of the attached coins. */
export const EXCESS = 0xd53276db
export const JETTON_NOTIFY = 0x7362d09c
export const NFT_OWNERSHIP_ASSIGNED = 0x05138d91
/** Stands before the first bits of a body that bounced. */
export const BOUNCE = 0xffffffff
