import { Address, beginCell, type Cell } from '@ton/core'
import { CONFIG_ADDRESS } from '../zeroState/configuration.ts'
import { externalMessage } from './actors.ts'
import type { Stage } from './stage.ts'

const CHANGE_PARAMETER = 0x43665021
/** Seconds for which an order is valid. */
const VALIDITY = 600

/**
 * The external message by which the holder of the master key changes a parameter (config-code.fc); the next block is
 * a key block.
 */
export async function parameterOrder(
  stage: Pick<Stage, 'devnet' | 'state' | 'now'>,
  id: number,
  value: Cell,
): Promise<Cell> {
  const config = new Address(-1, CONFIG_ADDRESS)
  const state = await stage.state(config)
  if (!state) throw new Error('the configuration contract is not there')
  // cfg_dict:^Cell stored_seqno:uint32 …
  const seqno = state.data.beginParse().loadUint(32)
  const order = beginCell()
    .storeUint(CHANGE_PARAMETER, 32)
    .storeUint(seqno, 32)
    .storeUint(stage.now() + VALIDITY, 32)
    .storeInt(id, 32)
    .storeRef(value)
  const signature = stage.devnet.keys.validator.sign(order.endCell().hash())
  return externalMessage(config, beginCell().storeBuffer(signature, 64).storeBuilder(order).endCell())
}
