import { COFFEE } from '#shared/contracts/coffee.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, factsOf } from '../block.ts'
import { opcodeIn } from '../bodyReader.ts'
import { decimal } from '../details.ts'
import { blockWhere, call, made, type Pattern, type PatternLinks } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { jettonTransfer } from './jettons.ts'

/** Protection of swaps by swap.coffee: it holds the assets of a swap (docs/actions §12.5). */

const HOLD_FUNDS = opcodeOf(COFFEE, 'coffee_mev_protect_hold_funds')
const FAILED_SWAP = opcodeOf(COFFEE, 'coffee_mev_protect_failed_swap')

const jettonsWith = (payload: number, links: PatternLinks = {}): Pattern =>
  made(jettonTransfer, links, ({ request }) => opcodeIn(request.forwardPayload) === payload)

type HeldFunds = {
  readonly owner: string | null
  readonly ownerWallet: string | null
  readonly protector: string | null
  /** Jetton master; null for TON. */
  readonly asset: string | null
  readonly amount: bigint | null
}

const coffeeHoldFunds: ActionKind<HeldFunds> = {
  block: 'coffee_mev_protect_hold_funds',
  fields: ({ owner, ownerWallet, protector, asset, amount }) => ({
    source: owner,
    source_secondary: ownerWallet,
    destination: protector,
    asset,
    amount,
  }),
}

/** The fee is a separate payment. */
const besideFee: PatternLinks = {
  parent: blockWhere(() => true, {
    optional: true,
    child: call(opcodeOf(COFFEE, 'coffee_mev_protect_fee')),
  }),
}

const holdTonRule: Rule = {
  name: 'swap.coffee holds TON',
  pattern: call(HOLD_FUNDS, besideFee),
  build({ anchor }) {
    const { source, destination, value } = anchor.ownMessage
    const held = { owner: source, ownerWallet: null, protector: destination, asset: null, amount: value }
    return built(coffeeHoldFunds, held)
  },
}

const holdJettonsRule: Rule = {
  name: 'swap.coffee holds jettons',
  pattern: jettonsWith(HOLD_FUNDS, besideFee),
  build({ anchor }) {
    const transfer = factsOf(anchor, jettonTransfer)
    return (
      transfer &&
      built(coffeeHoldFunds, {
        owner: transfer.sender,
        ownerWallet: transfer.senderWallet,
        protector: transfer.receiver,
        asset: transfer.asset,
        amount: transfer.amount,
      })
    )
  },
}

/** As in the reference, only the common fields of actions. */
const coffeeFailedSwap: ActionKind<object> = {
  block: 'coffee_mev_protect_failed_swap',
  fields: () => ({}),
}

const failedSwapRule = (name: string, pattern: Pattern): Rule => ({
  name,
  pattern,
  build: () => built(coffeeFailedSwap, {}),
})

export const coffeeProtectionRules: readonly Rule[] = [
  holdTonRule,
  holdJettonsRule,
  failedSwapRule('swap.coffee returns TON', call(FAILED_SWAP)),
  failedSwapRule('swap.coffee returns jettons', jettonsWith(FAILED_SWAP)),
]

export const COFFEE_PROTECTION_TYPES: readonly ActionType[] = [
  {
    name: 'coffee_mev_protect_hold_funds',
    since: 'v2',
    groups: ['coffee'],
    details: (row) => ({
      source: row.source ?? null,
      source_jetton_wallet: row.source_secondary ?? null,
      mev_contract: row.destination ?? null,
      // The reference never sets this field.
      mev_contract_jetton_wallet: null,
      asset: row.asset ?? null,
      amount: decimal(row.amount),
    }),
  },
  { name: 'coffee_mev_protect_failed_swap', since: 'v2', groups: ['coffee'] },
]
