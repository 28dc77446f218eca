import type { Cell } from '@ton/core'
import { type HashmapCodec, loadHashmapE } from '../chain/hashmap/hashmap.ts'
import { intOfKey } from '../chain/hashmap/key.ts'
import { guardTlb, openCell, TlbError } from '../chain/tlb.ts'
import { firstEntries } from './firstEntries.ts'

// seqno:uint32 wallet_id:uint32 public_key:bits256 start_at:uint32 limits:(HashmapE 32 Grams)

export type RestrictedWallet = {
  readonly seqno: number
  readonly walletId: number
  /** Unix seconds. */
  readonly startAt: number
  /** How much is locked (nanoton) from so many seconds after the start on, by seconds. */
  readonly limits: readonly { readonly seconds: number; readonly value: bigint }[]
}

const LIMITS: HashmapCodec<bigint> = {
  type: 'limits of a restricted wallet',
  keyBits: 32,
  loadValue: (slice) => slice.loadCoins(),
  storeValue: (coins) => (builder) => builder.storeCoins(coins),
}

const MAX_LIMITS = 1_024

/**
 * Reads the storage of a restricted wallet (3 r1) and ignores further data. Throws TlbError for other storage, also for
 * that of a wallet before its first message, which has a second key in place of the limits.
 */
export function readRestrictedWallet(data: Cell): RestrictedWallet {
  return guardTlb('restricted wallet', () => {
    const slice = openCell(data, 'restricted wallet')
    const seqno = slice.loadUint(32)
    const walletId = slice.loadUint(32)
    const startAt = slice.skip(256).loadUint(32)
    const entries = firstEntries(loadHashmapE(slice, LIMITS), MAX_LIMITS + 1)
    if (entries.length > MAX_LIMITS) throw new TlbError(LIMITS.type, `more than ${MAX_LIMITS}`)
    const limits = entries
      .map(({ key, value }) => ({ seconds: Number(intOfKey(key, 32)), value }))
      .sort((a, b) => a.seconds - b.seconds)
    return { seqno, walletId, startAt, limits }
  })
}
