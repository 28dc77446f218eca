import { Address, beginCell, type Cell, SendMode, storeMessageRelaxed } from '@ton/core'
import { type StateInit, storeStateInit } from '../../../src-main/chain/block/stateInit.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { type SigningKey, signingKey } from '../../../src-main/devnet/keys.ts'
import { GIVER_WALLET_ID, giverOf } from '../../../src-main/devnet/zeroState/giver.ts'
import { systemCode } from '../../../src-main/devnet/zeroState/systemCode.ts'

export type Transfer = {
  readonly to: Address
  readonly amount: bigint
  readonly bounce?: boolean
  readonly body?: Cell
  readonly init?: StateInit
  /** Default 3: fees are paid separately, errors are ignored. */
  readonly mode?: number
}

/** A wallet v3r2 as its owner sees it. */
export class TestWallet {
  readonly address: Address
  readonly init: StateInit
  readonly #key: SigningKey
  readonly #walletId: number
  seqno = 0

  constructor(key: SigningKey, workchain: number, walletId: number) {
    this.#key = key
    this.#walletId = walletId
    const data = beginCell().storeUint(0, 32).storeUint(walletId, 32).storeBuffer(key.publicKey, 32).endCell()
    const code = systemCode('wallet-v3r2')
    this.init = { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined }
    const hash = beginCell().store(storeStateInit(this.init)).endCell().hash()
    this.address = new Address(workchain, hash)
  }

  static giver(key: SigningKey): TestWallet {
    const giver = new TestWallet(key, -1, GIVER_WALLET_ID)
    if (!giver.address.hash.equals(giverOf(key.publicKey).accountId)) throw new Error('not the giver')
    return giver
  }

  static basechain(index: number): TestWallet {
    const seed = Buffer.alloc(32, index + 1)
    // A byte has too few values for more.
    if (index > 254) seed.writeUInt32BE(index)
    return new TestWallet(signingKey(seed), 0, 698983191)
  }

  /** The file of an external message with up to four transfers; seqno 0 brings the wallet's code. */
  message(
    transfers: readonly Transfer[],
    { now, seqno = this.seqno }: { now: number; seqno?: number },
  ): Buffer {
    const order = beginCell()
      .storeUint(this.#walletId, 32)
      .storeUint(now + 600, 32)
      .storeUint(seqno, 32)
    for (const transfer of transfers) {
      order
        .storeUint(transfer.mode ?? SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS, 8)
        .storeRef(internalMessage(transfer))
    }
    const signature = this.#key.sign(order.endCell().hash())
    const body = beginCell().storeBuffer(signature, 64).storeBuilder(order).endCell()
    const message = beginCell().storeUint(0b10, 2).storeUint(0, 2).storeAddress(this.address).storeCoins(0)
    message.storeBit(seqno === 0 && this.address.workChain === 0)
    if (seqno === 0 && this.address.workChain === 0) {
      message.storeBit(1).storeRef(beginCell().store(storeStateInit(this.init)).endCell())
    }
    return serializeBoc(message.storeBit(1).storeRef(body).endCell())
  }
}

function internalMessage({ to, amount, bounce = false, body, init }: Transfer): Cell {
  return beginCell()
    .store(
      storeMessageRelaxed({
        info: {
          type: 'internal',
          ihrDisabled: true,
          bounce,
          bounced: false,
          dest: to,
          value: { coins: amount },
          ihrFee: 0n,
          forwardFee: 0n,
          createdLt: 0n,
          createdAt: 0,
        },
        ...(init?.code && init.data && { init: { code: init.code, data: init.data } }),
        body: body ?? beginCell().endCell(),
      }),
    )
    .endCell()
}
