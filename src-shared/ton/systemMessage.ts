/** The masterchain's account zero: the source of the messages that blocks make themselves (fees, minted coins). */
export const SYSTEM_ADDRESS = { workchain: -1, hash: new Uint8Array(32) } as const

/** Alignment of the logical times at which blocks start (ConfigInfo::get_lt_align of the reference). */
export const LT_ALIGN = 1_000_000n

/**
 * Returns whether a block made a message itself, so that no transaction sent it. Such a message comes from the system
 * address and has the logical time at which its block starts. A message that the account with that address sends has a
 * later one: transactions follow the start, and the limits of a block keep its logical times below the next start.
 */
export function isMadeByBlock({
  workchain,
  hash,
  createdLt,
}: {
  readonly workchain: number
  readonly hash: Uint8Array
  readonly createdLt: bigint
}): boolean {
  return (
    workchain === SYSTEM_ADDRESS.workchain && createdLt % LT_ALIGN === 0n && hash.every((byte) => byte === 0)
  )
}
