import type { CurrencyCollection } from '@ton/core'
import { TypedError } from '#shared/typedError.ts'
import type { ValueFlow } from '../../chain/block/valueFlow.ts'
import { type BurningConfig, burnedFees } from '../../chain/config/burningConfig.ts'
import {
  addCurrencies,
  NO_CURRENCIES,
  sameCurrencies,
  subtractCurrencies,
} from '../../chain/state/currencies.ts'
import type { BlockContents } from './blockContents.ts'
import type { Collation } from './collation.ts'
import type { BlockBase } from './shardBase.ts'

/** Amounts of the value flow that do not come from transactions: all zero but `created` for a shard. */
export type Income = Pick<ValueFlow, 'created' | 'minted' | 'recovered' | 'feesImported'>

/** Fees that a masterchain block burns (parameter 5); coins only. */
export type Burning = {
  readonly config: BurningConfig | undefined
  /** Nanoton burned of the fees that shard blocks collected. */
  readonly imported: bigint
}

/** The error of a block whose value flow does not balance: a mistake in the collator. */
class ValueFlowError extends TypedError {
  readonly valueFlow: ValueFlow

  constructor(valueFlow: ValueFlow) {
    super('value-flow', 'the value flow of a new block does not balance')
    this.valueFlow = valueFlow
  }
}

/** The value flow of a block, with the results for its validators. */
export type Balance = {
  readonly valueFlow: ValueFlow
  readonly totalValidatorFees: CurrencyCollection
  /** Nanoton that the block burns. */
  readonly burned: bigint
}

/**
 * Balances the books of a finished collation.
 * @throws ValueFlowError
 */
export function balanceOf(
  collation: Collation,
  { details }: BlockBase,
  { accountBlocks, inMsgDescr, outMsgDescr, accounts }: BlockContents,
  { income, burning }: { readonly income: Income; readonly burning: Burning | undefined },
): Balance {
  const ownFees = addCurrencies(accountBlocks.extra, { coins: inMsgDescr.extra.feesCollected })
  const burnedOfFees = burnedFees(burning?.config, ownFees.coins) + (burning?.imported ?? 0n)
  const burned = burnedOfFees + collation.sentToBlackhole
  const valueFlow: ValueFlow = {
    fromPrevBlk: details.totalBalance,
    toNextBlk: accounts.extra.balance,
    imported: inMsgDescr.extra.valueImported,
    exported: outMsgDescr.extra,
    feesCollected: [ownFees, income.feesImported, income.created, { coins: -burnedOfFees }].reduce(
      addCurrencies,
    ),
    // The reference omits this field if nothing is burned.
    burned: burned > 0n ? { coins: burned } : undefined,
    ...income,
  }
  if (!isBalanced(valueFlow)) throw new ValueFlowError(valueFlow)
  const fees = addCurrencies(details.totalValidatorFees, valueFlow.feesCollected)
  const totalValidatorFees = subtractCurrencies(fees, valueFlow.recovered)
  if (!totalValidatorFees) throw new ValueFlowError(valueFlow)
  return { valueFlow, totalValidatorFees, burned }
}

/** Checks that inputs and outputs of a block are equal in every currency. */
export function isBalanced(flow: ValueFlow): boolean {
  const sum = (amounts: readonly CurrencyCollection[]) => amounts.reduce(addCurrencies, NO_CURRENCIES)
  const into = [flow.fromPrevBlk, flow.imported, flow.feesImported, flow.created, flow.minted, flow.recovered]
  const out = [flow.toNextBlk, flow.exported, flow.feesCollected, flow.burned ?? NO_CURRENCIES]
  return sameCurrencies(sum(into), sum(out))
}
