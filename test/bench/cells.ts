import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Cell, Dictionary, loadCurrencyCollection, loadTransaction, type Slice, type Transaction } from '@ton/core'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'

const FIXTURES = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url))

/** Four mainnet blocks of 2025 and 2026: 1.4 MB, some 1,100 transactions. */
const MAINNET_BLOCKS = [
  'tonkeeper-tongo/block-1.boc',
  'tonkeeper-tongo/block-3.boc',
  'xssnick-tonutils-go/wc0_71398501.boc',
  'rsquad-ton-rust-node/bundle-56703839/block_56703839.boc',
]

/** acc_trans#5 account_addr:bits256 transactions:(HashmapAug 64 ^Transaction CurrencyCollection) … = AccountBlock; */
function loadAccountTransactions(slice: Slice): Transaction[] {
  loadCurrencyCollection(slice)
  if (slice.loadUint(4) !== 5) throw new Error('no account block')
  slice.skip(256)
  const transactions = Dictionary.loadDirect(
    Dictionary.Keys.BigUint(64),
    {
      serialize: () => undefined,
      parse: (value: Slice) => {
        loadCurrencyCollection(value)
        return loadTransaction(value.loadRef().beginParse())
      },
    },
    slice,
  )
  return transactions.values()
}

/** All transactions of a block: block#11ef55aa … extra:^BlockExtra, whose third reference is account_blocks. */
export function loadBlockTransactions(block: Cell): Transaction[] {
  const extra = block.refs[3]!
  const accounts = extra.refs[2]!.beginParse().loadDict(Dictionary.Keys.Buffer(32), {
    serialize: () => undefined,
    parse: loadAccountTransactions,
  })
  return accounts.values().flat()
}
