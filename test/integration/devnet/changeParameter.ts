import { Address, type Builder, beginCell, type Cell } from '@ton/core'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import type { SigningKey } from '../../../src-main/devnet/keys.ts'
import { CONFIG_ID } from '../../../src-main/devnet/zeroState/configuration.ts'

/** The external message of config-code.fc by which the holder of the master key changes a parameter. */
export function changeParameter(
  key: SigningKey,
  id: number,
  value: Builder | Cell,
  now: number,
  seqno = 0,
): Buffer {
  const order = beginCell()
    .storeUint(0x43665021, 32)
    .storeUint(seqno, 32)
    .storeUint(now + 100, 32)
    .storeInt(id, 32)
    .storeRef(value)
  const signature = key.sign(order.endCell().hash())
  const body = beginCell().storeBuffer(signature, 64).storeBuilder(order).endCell()
  const message = beginCell()
    .storeUint(0b10, 2)
    .storeUint(0, 2)
    .storeAddress(new Address(-1, CONFIG_ID))
    .storeCoins(0)
    .storeBit(0)
    .storeBit(1)
    .storeRef(body)
  return serializeBoc(message.endCell())
}
