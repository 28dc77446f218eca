import { Address, beginCell, type Cell, type CurrencyCollection } from '@ton/core'
import { storeMessage } from '../../chain/block/message.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'

/** Source of coins that no account sent: the masterchain's account zero. */
const NOWHERE = new Address(MASTERCHAIN, Buffer.alloc(32))

/** Builds the message by which a masterchain block pays out recovered fees or minted coins. */
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
