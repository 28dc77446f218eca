import type { Address, Cell } from '@ton/core'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { HashmapE, loadHashmapE } from '../../chain/hashmap/hashmap.ts'
import { setCodec } from '../../chain/hashmap/setCodec.ts'
import { loadTag, parseCell } from '../../chain/tlb.ts'
import type { LiteSession } from '../../liteserver/session.ts'
import { Lru } from '../../platform/lru.ts'

// suspended_address_list#00 addresses:(HashmapE 288 Unit) suspended_until:uint32 = SuspendedAddressList;
// _ SuspendedAddressList = ConfigParam 44;

const SUSPENDED_ADDRESS_LIST = 44
const KEY_BITS = 288
const CODEC = setCodec('SuspendedAddressList', KEY_BITS)
/** Number of recent blocks whose lists are cached; lists are small and equal between key blocks. */
const CACHED_BLOCKS = 16

export type SuspendedAddressList = {
  /** Keys are the workchain (32 bits) and the account id. */
  readonly addresses: HashmapE<true>
  /** Unix seconds of the end of the suspension. */
  readonly suspendedUntil: number
}

function loadSuspendedAddressList(cell: Cell): SuspendedAddressList {
  return parseCell(cell, 'SuspendedAddressList', (slice) => {
    loadTag(slice, 'SuspendedAddressList', 0, 8)
    return { addresses: loadHashmapE(slice, CODEC), suspendedUntil: slice.loadUint(32) }
  })
}

/** Returns whether the list contains the account and is in force at that time (unix seconds). */
export function isSuspended(list: SuspendedAddressList, address: Address, utime: number): boolean {
  if (utime >= list.suspendedUntil) return false
  const key = Buffer.alloc(KEY_BITS / 8)
  key.writeInt32BE(address.workChain, 0)
  address.hash.copy(key, 4)
  return list.addresses.has(key)
}

/** Reads the lists of masterchain blocks' configurations and caches the most recent ones. */
export type SuspendedAddresses = {
  at(session: LiteSession, block: BlockIdExt): Promise<SuspendedAddressList>
}

const NO_ADDRESSES: SuspendedAddressList = { addresses: new HashmapE(CODEC, null), suspendedUntil: 0 }

export function createSuspendedAddresses(): SuspendedAddresses {
  const lists = new Lru<string, SuspendedAddressList>(CACHED_BLOCKS)
  return {
    async at(session, block) {
      const key = block.rootHash.toString('hex')
      const known = lists.get(key)
      if (known) return known
      const cell = await session.configParam(block, SUSPENDED_ADDRESS_LIST)
      const list = cell ? loadSuspendedAddressList(cell) : NO_ADDRESSES
      lists.set(key, list)
      return list
    },
  }
}
