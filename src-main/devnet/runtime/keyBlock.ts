import type { Cell } from '@ton/core'
import { messageOf } from '#shared/messageOf.ts'
import type { Snapshot } from '#shared/schema/devnet.ts'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { configParam } from '../../chain/config/configParams.ts'
import type { Devnet } from '../chain/devnet.ts'
import { MessageRefusedError } from '../chain/externalCheck.ts'
import { KEY_BLOCK_PARAMETER, keyBlockValue, parameterOrder } from '../scenario/configOrder.ts'
import { headConfig, readActiveAccount } from './chainReads.ts'
import { DevnetError } from './devnetErrors.ts'

/**
 * Maximum number of blocks: a block can have too little room for all external messages; the others are left for the
 * next ones.
 */
const MAX_BLOCKS = 8

/**
 * Returns the first key block of a chain if every snapshot includes it, so that no restore can remove it. The first
 * start of a devnet makes one; undefined for older chains that have none.
 */
export function permanentKeyBlock({ store }: Devnet, snapshots: readonly Snapshot[]): BlockIdExt | undefined {
  const first = store.keyBlockFrom(1)
  return first && snapshots.every(({ seqno }) => seqno >= first.seqno) ? first : undefined
}

/** Sends the signed change of a harmless parameter for the next block; returns the value. */
export async function requestKeyBlock(devnet: Devnet, now: () => number): Promise<Cell> {
  const value = keyBlockValue(await headConfig(devnet))
  const state = (address: Parameters<typeof readActiveAccount>[1]) => readActiveAccount(devnet, address)
  const order = await parameterOrder({ devnet, state, now }, KEY_BLOCK_PARAMETER, value)
  await devnet.send(serializeBoc(order))
  return value
}

/**
 * Makes blocks until a key block has changed the configuration; returns its id. Rejects with DevnetError if the
 * configuration contract does not accept the order, or if other messages leave no room for it.
 * @param makeBlock makes the next block and returns the masterchain's
 */
export async function produceKeyBlock(
  devnet: Devnet,
  now: () => number,
  makeBlock: () => Promise<BlockIdExt>,
): Promise<BlockIdExt> {
  const value = await requestKeyBlock(devnet, now).catch((cause: unknown) => {
    if (!(cause instanceof MessageRefusedError)) throw cause
    throw new DevnetError('conflict', `the configuration contract refused: ${messageOf(cause)}`, { cause })
  })
  for (let made = 0; made < MAX_BLOCKS; made++) {
    const id = await makeBlock()
    if (
      configParam(await headConfig(devnet), KEY_BLOCK_PARAMETER)
        ?.hash()
        .equals(value.hash())
    )
      return id
  }
  throw new DevnetError('conflict', `the configuration did not change within ${MAX_BLOCKS} blocks`)
}
