import type { Cell, Slice } from '@ton/core'
import { loadMsgAddressInt, stdAccountOf } from '../../../chain/block/msgAddress.ts'
import { HashmapE } from '../../../chain/hashmap/hashmap.ts'
import { firstEntries, leafCodec } from '../../../contracts/firstEntries.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { ResultShapeError } from '../../../tvm/methodResults.ts'
import { stdAddressOf } from '../../stdAddress.ts'

/** Longer lists are truncated: a vesting contract's whitelist has no limit of its own. */
const MAX_MEMBERS = 1_024
const INDEX_BITS = 8
const ADDRESS_BITS = 8 + 256

const byIndex = leafCodec('Hashmap 8 MsgAddressInt', INDEX_BITS)
const byAddress = leafCodec('Hashmap 264 Cell', ADDRESS_BITS)

/**
 * Reads the addresses of a dictionary with 8-bit keys, in the order of the keys.
 * @throws ResultShapeError
 */
export function membersByIndex(dictionary: Cell | undefined): StdAddress[] {
  return entriesOf(dictionary && new HashmapE(byIndex, dictionary)).map(({ value }) => {
    const address = stdAccountOf(readable(() => loadMsgAddressInt(value as Slice)))
    if (!address) throw new ResultShapeError()
    return stdAddressOf(address)
  })
}

/**
 * Reads the addresses in the keys of a dictionary: workchain and account.
 * @throws ResultShapeError
 */
export function membersByAddress(dictionary: Cell | undefined): StdAddress[] {
  return entriesOf(dictionary && new HashmapE(byAddress, dictionary)).map(({ key }) => Buffer.from(key))
}

function entriesOf<V>(map: HashmapE<V> | undefined) {
  return map ? readable(() => firstEntries(map, MAX_MEMBERS)) : []
}

/** Converts the plain errors of slices and dictionaries. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new ResultShapeError()
  }
}
