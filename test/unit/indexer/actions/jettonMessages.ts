import { Address, type Builder, beginCell, type Cell } from '@ton/core'
import { PTON } from '#shared/contracts/pton.ts'
import type { FactsSource } from '../../../../src-main/indexer/actions/factsSource.ts'
import { accountOf, NO_FACTS, type Sent } from './nestedTrace.ts'

/** Messages of jettons and pTON between named accounts, for traces of exchanges. */

export const addressOf = (name: string) => Address.parseRaw(accountOf(name))

/** A body that begins with an opcode and a query id. */
export const request = (opcode: number, queryId = 7n): Builder =>
  beginCell().storeUint(opcode, 32).storeUint(queryId, 64)

/** Name of an account's wallet. */
export const walletOf = (owner: string, jetton: string) => `${owner}'s wallet of ${jetton}`

const PTON_MASTERS: Readonly<Record<string, string>> = Object.fromEntries(
  (PTON.accounts ?? []).map(({ title, address }) => [title, address.toUpperCase()]),
)

/** Address of a jetton's master; that of pTON for its titles. */
export const masterOf = (jetton: string) => PTON_MASTERS[jetton] ?? accountOf(jetton)

/** Facts of wallets, as pairs of owner and jetton. */
export function walletFacts(wallets: readonly (readonly [string, string])[]): FactsSource {
  const known = new Map(
    wallets.map(([owner, jetton]) => [
      accountOf(walletOf(owner, jetton)),
      { owner: accountOf(owner), jetton: masterOf(jetton) },
    ]),
  )
  return { ...NO_FACTS, jettonWallet: (address) => known.get(address) }
}

export type JettonPayment = {
  readonly jetton: string
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly payload?: Cell
  /** What the receiver sends because of it. */
  readonly reaction?: readonly Sent[]
}

/** A transfer that `from` requests: wallet, wallet of the receiver, notification. */
export function jettonPayment({ jetton, from, to, amount, payload, reaction = [] }: JettonPayment): Sent {
  return {
    ...transferRequest({ jetton, from, to, amount, ...(payload ? { payload } : {}) }),
    sends: [
      {
        to: walletOf(to, jetton),
        body: request(0x178d4519)
          .storeCoins(amount)
          .storeAddress(addressOf(from))
          .storeAddress(addressOf(from))
          .storeCoins(1)
          .storeMaybeRef(payload)
          .endCell(),
        sends: [{ to, body: notification(from, amount, payload), sends: reaction }],
      },
    ],
  }
}

/** Only the request, as to a wallet of pTON. */
export function transferRequest({ jetton, from, to, amount, payload }: JettonPayment): Sent {
  return {
    to: walletOf(from, jetton),
    body: request(0x0f8a7ea5)
      .storeCoins(amount)
      .storeAddress(addressOf(to))
      .storeAddress(addressOf(from))
      .storeMaybeRef(null)
      .storeCoins(1)
      .storeMaybeRef(payload)
      .endCell(),
  }
}

function notification(from: string, amount: bigint, payload: Cell | undefined): Cell {
  return request(0x7362d09c).storeCoins(amount).storeAddress(addressOf(from)).storeMaybeRef(payload).endCell()
}

/** TON that `from` pays a router through its wallet of pTON. */
export function tonPayment(
  pton: string,
  { from, to, amount, payload, reaction = [] }: Omit<JettonPayment, 'jetton'>,
): Sent {
  return {
    ...tonTransfer(walletOf(to, pton), from, amount, payload),
    sends: [{ to, body: notification(from, amount, payload), sends: reaction }],
  }
}

/** TON that a router pays through its wallet of pTON. */
export function tonPayout(pton: string, from: string, to: string, amount: bigint): Sent {
  return {
    ...transferRequest({ jetton: pton, from, to, amount }),
    sends: [tonTransfer(to, from, amount)],
  }
}

export function tonTransfer(to: string, refund: string, amount: bigint, payload?: Cell): Sent {
  return {
    to,
    value: amount + 1_000n,
    body: request(0x01f3835d)
      .storeCoins(amount)
      .storeAddress(addressOf(refund))
      .storeMaybeRef(payload)
      .endCell(),
  }
}
