import type { Builder, CurrencyCollection, Slice } from '@ton/core'
import { loadCurrencies, storeCurrencies } from '../state/currencies.ts'

// import_fees$_ fees_collected:Grams value_imported:CurrencyCollection = ImportFees;

/** What in-messages brought: fees for this block's validators, and value. Summed up the InMsgDescr tree. */
export type ImportFees = {
  /** Nanotons. */
  readonly feesCollected: bigint
  readonly valueImported: CurrencyCollection
}

export function loadImportFees(slice: Slice): ImportFees {
  return { feesCollected: slice.loadCoins(), valueImported: loadCurrencies(slice) }
}

export function storeImportFees(value: ImportFees) {
  return (builder: Builder): void => {
    builder.storeCoins(value.feesCollected).store(storeCurrencies(value.valueImported))
  }
}
