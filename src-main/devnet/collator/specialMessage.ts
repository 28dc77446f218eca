import { Address, beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import { SYSTEM_ADDRESS } from '#shared/ton/systemMessage.ts'
import { storeMessage } from '../../chain/block/message.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'

const NOWHERE = new Address(SYSTEM_ADDRESS.workchain, Buffer.from(SYSTEM_ADDRESS.hash))

/**
 * Builds the message by which a masterchain block pays out recovered fees or minted coins.
 * @param createdLt the start of the block (see isMadeByBlock)
 */
export function specialMessage(
  destination: Buffer,
  value: CurrencyCollection,
  createdLt: bigint,
  createdAt: number,
): Cell {
  return beginCell()
    .store(
      storeMessage({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: true,
          bounced: false,
          src: NOWHERE,
          dest: new Address(MASTERCHAIN, destination),
          value,
          extraFlags: 0n,
          fwdFee: 0n,
          createdLt,
          createdAt,
        },
        init: undefined,
        body: beginCell().endCell(),
        initInRef: false,
        bodyInRef: false,
      }),
    )
    .endCell()
}
