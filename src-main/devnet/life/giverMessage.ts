import { type Address, beginCell, type Cell, SendMode, storeMessageRelaxed } from '@ton/core'
import type { SigningKey } from '../keys.ts'
import { GIVER_WALLET_ID } from '../zeroState/giver.ts'

export type Transfer = {
  readonly to: Address
  /** Nanoton. */
  readonly amount: bigint
  readonly comment?: string | undefined
}

/** What a wallet v3 sends with one message. */
export const MAX_TRANSFERS = 4

/** No end of validity: a message that waits may meet a journey in time; its seqno keeps it from counting twice. */
const FOREVER = 0xffff_ffff

/**
 * The external message (a v3r2's) by which the giver sends coins. What an account cannot take (a bad address) is
 * left out; an account without a contract keeps what it gets.
 */
export function giverMessage(
  giver: Address,
  key: SigningKey,
  { seqno, transfers }: { readonly seqno: number; readonly transfers: readonly Transfer[] },
): Cell {
  const order = beginCell().storeUint(GIVER_WALLET_ID, 32).storeUint(FOREVER, 32).storeUint(seqno, 32)
  for (const transfer of transfers) {
    order
      .storeUint(SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS, 8)
      .storeRef(transferMessage(transfer))
  }
  const body = beginCell().storeBuffer(key.sign(order.endCell().hash()), 64).storeBuilder(order).endCell()
  // ext_in_msg_info$10 src:addr_none dest import_fee:0, no state init, the body in a reference.
  const head = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(giver).storeCoins(0)
  return head.storeBit(0).storeBit(1).storeRef(body).endCell()
}

function transferMessage({ to, amount, comment }: Transfer): Cell {
  const body = comment === undefined ? beginCell() : beginCell().storeUint(0, 32).storeStringTail(comment)
  return beginCell()
    .store(
      storeMessageRelaxed({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce: false,
          bounced: false,
          dest: to,
          value: { coins: amount },
          ihrFee: 0n,
          forwardFee: 0n,
          createdLt: 0n,
          createdAt: 0,
        },
        body: body.endCell(),
      }),
    )
    .endCell()
}
