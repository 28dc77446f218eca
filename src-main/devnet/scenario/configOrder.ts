import { Address, beginCell, type Cell } from '@ton/core'
import { configParamCell, readConfigParam } from '../../chain/config/configCodecs.ts'
import { CONFIG_ID } from '../zeroState/configuration.ts'
import type { ScenarioContext } from './scenarioContext.ts'
import { externalMessage } from './users.ts'

const CHANGE_PARAMETER = 0x43665021
/** Seconds for which an order is valid: longer than the time between two blocks of a first start. */
const VALIDITY = 86_400

/** Complaint pricing: read by the elector only when a complaint against a validator is registered. */
export const KEY_BLOCK_PARAMETER = 13

/**
 * Returns a value of parameter 13 that makes a key block and has no other effect: the deposit of a complaint with its
 * lowest bit (one nanoton) inverted, so that every second change restores the first value.
 * @param config root of the configuration in force
 */
export function keyBlockValue(config: Cell): Cell {
  const pricing = readConfigParam(config, KEY_BLOCK_PARAMETER)
  if (!pricing) throw new Error('the configuration has no parameter 13')
  return configParamCell(KEY_BLOCK_PARAMETER, { ...pricing, deposit: pricing.deposit ^ 1n })
}

/**
 * Builds the external message by which the holder of the master key changes a parameter (config-code.fc). The block
 * that includes it is a key block unless `id` is negative. Valid for a day of the devnet's clock.
 */
export async function parameterOrder(
  context: Pick<ScenarioContext, 'devnet' | 'state' | 'now'>,
  id: number,
  value: Cell,
): Promise<Cell> {
  const config = new Address(-1, CONFIG_ID)
  const state = await context.state(config)
  if (!state) throw new Error('the configuration contract is not there')
  // cfg_dict:^Cell stored_seqno:uint32 …
  const seqno = state.data.beginParse().loadUint(32)
  const order = beginCell()
    .storeUint(CHANGE_PARAMETER, 32)
    .storeUint(seqno, 32)
    .storeUint(context.now() + VALIDITY, 32)
    .storeInt(id, 32)
    .storeRef(value)
  const signature = context.devnet.keys.validator.sign(order.endCell().hash())
  return externalMessage(config, beginCell().storeBuffer(signature, 64).storeBuilder(order).endCell())
}
