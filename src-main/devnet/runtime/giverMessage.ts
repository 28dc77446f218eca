import { type Address, beginCell, type Cell, SendMode } from '@ton/core'
import type { SigningKey } from '../keys.ts'
import { externalMessage } from '../scenario/users.ts'
import { messageCell } from '../scenario/walletContract.ts'
import { GIVER_WALLET_ID } from '../zeroState/giver.ts'

export type Transfer = {
  readonly to: Address
  /** Nanoton. */
  readonly amount: bigint
  readonly comment?: string | undefined
}

/** Maximum number of transfers of a wallet v3's message. */
export const MAX_TRANSFERS = 4

/** No expiry: devnet time can jump. The seqno prevents a replay. */
const FOREVER = 0xffff_ffff

/**
 * Builds the external message (a v3r2's) by which the giver sends coins. Transfers that an account cannot receive (a
 * bad address) are omitted; an account without a contract keeps the coins.
 */
export function giverMessage(
  giver: Address,
  key: SigningKey,
  { seqno, transfers }: { readonly seqno: number; readonly transfers: readonly Transfer[] },
): Cell {
  const order = beginCell().storeUint(GIVER_WALLET_ID, 32).storeUint(FOREVER, 32).storeUint(seqno, 32)
  for (const { to, amount, comment } of transfers) {
    const body = comment === undefined ? undefined : beginCell().storeUint(0, 32).storeStringTail(comment)
    order
      .storeUint(SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS, 8)
      .storeRef(messageCell({ to, amount, body: body?.endCell() }))
  }
  const body = beginCell().storeBuffer(key.sign(order.endCell().hash()), 64).storeBuilder(order).endCell()
  return externalMessage(giver, body)
}
