import { type Address, beginCell, type Cell } from '@ton/core'
import { ton } from '../../../src-main/devnet/scenario/amounts.ts'
import { onchainContent } from '../../../src-main/devnet/scenario/tokenContent.ts'
import type { Transfer } from '../../../src-main/devnet/scenario/walletContract.ts'
import { contractCode, pushAddress, REPLACEABLE } from './hostileCode.ts'
import { answering, answers, hostile, jettonData, walletData } from './hostileContracts.ts'

/** A jetton master whose code can be replaced, and a wallet that it acknowledges or denies. */
export type ReplaceableMaster = {
  /** Deploys the master without get-methods. */
  readonly master: Transfer
  readonly wallet: Transfer
  /** Gives the master the code that acknowledges the wallet. */
  readonly acknowledging: Transfer
  /** Gives it the code that names another wallet. */
  readonly denying: Transfer
}

const NOTHING = { interfaces: [], verified: [], outcomes: {} } as const

export function replaceableMaster(owner: Address): ReplaceableMaster {
  const shell = hostile('replaceable master', contractCode({}, REPLACEABLE), NOTHING, 77)
  const wallet = hostile(
    'wallet',
    answering({ get_wallet_data: walletData(owner, shell.address) }),
    NOTHING,
    77,
  )
  const naming = (address: Address): Transfer =>
    replace(
      shell.address,
      contractCode(
        {
          get_jetton_data: jettonData(onchainContent({ name: 'Replaceable', symbol: 'RPL' })),
          get_wallet_address: answers(pushAddress(address)),
        },
        REPLACEABLE,
      ),
    )
  return {
    master: shell.deploy,
    wallet: wallet.deploy,
    acknowledging: naming(wallet.address),
    denying: naming(owner),
  }
}

/** Replaces code and data of a contract that REPLACEABLE serves. */
export function replace(
  to: Address,
  code: Cell,
  data: Cell = beginCell().storeUint(0, 64).endCell(),
): Transfer {
  return { to, amount: ton(0.5), bounce: true, body: beginCell().storeRef(code).storeRef(data).endCell() }
}
