import { type Address, type Cell, loadStateInit, type Slice } from '@ton/core'
import { parseAddress } from '#shared/ton/address.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { findAccountId, loadByIds } from '../../store/queries/accountIds.ts'
import type { Reader } from '../../store/queries/reader.ts'
import type { TransactionRecord } from '../../store/queries/records.ts'
import { rawAddress, stdAddress, stdAddressOf } from '../stdAddress.ts'
import { classifyTrace } from './classify.ts'
import type { FactsSource, JettonWalletFacts } from './factsSource.ts'
import { createIndexFacts } from './indexFacts.ts'
import type { Classification } from './row.ts'
import { traceOfRecords } from './storedTrace.ts'

/**
 * Classifies a trace whose transactions are emulated or in blocks without a masterchain block. Uses the facts of the
 * index, and those of jetton wallets that the trace itself deploys. Never throws.
 * @param root first transaction of the trace
 */
export function classifyEmulated(
  reader: Reader,
  transactions: readonly TransactionRecord[],
  root: TransactionRecord,
): Classification {
  const facts = withDeployedWallets(reader, createIndexFacts(reader), transactions)
  try {
    return classifyTrace(traceOfRecords(transactions, root, root.finality === 'pending'), facts)
  } catch {
    // A transaction that cannot be read.
    return { state: 'failed', rows: [] }
  }
}

/** Adds the jetton wallets that transactions deploy, for masters that detection has verified. */
function withDeployedWallets(
  reader: Reader,
  facts: FactsSource,
  transactions: readonly TransactionRecord[],
): FactsSource {
  const deployed = new Map<string, JettonWalletFacts>()
  for (const { account, origStatus, endStatus, inMsg } of transactions) {
    if (endStatus !== 'active' || origStatus === 'active' || !inMsg?.init) continue
    const wallet = walletOfInit(reader, inMsg.init.boc)
    if (wallet) deployed.set(rawAddress(account), wallet)
  }
  return {
    ...facts,
    jettonWallet: (address) => facts.jettonWallet(address) ?? deployed.get(address),
  }
}

/**
 * Returns the jetton wallet of a StateInit if its storage names a jetton whose wallets have this code. The account's
 * address is the hash of the StateInit, because the transaction deployed it.
 */
function walletOfInit(reader: Reader, boc: Buffer): JettonWalletFacts | undefined {
  try {
    const { code, data } = loadStateInit(parseBocRoot(boc, { trusted: true }).beginParse())
    if (!code || !data) return undefined
    for (const read of STORAGES) {
      const wallet = readStorage(data, read)
      if (wallet && hasWalletCode(reader, wallet.jetton, code)) return wallet
    }
  } catch {
    // Not the StateInit of a wallet.
  }
  return undefined
}

type Storage = { readonly owner: Address; readonly jetton: Address }

/**
 * Layouts of the storage of jetton wallets: balance, owner and master (TEP-74); the same after a status of 4 bits.
 */
const STORAGES: readonly ((storage: Slice) => Storage)[] = [
  (storage) => {
    storage.loadCoins()
    return { owner: storage.loadAddress(), jetton: storage.loadAddress() }
  },
  (storage) => {
    storage.skip(4).loadCoins()
    return { owner: storage.loadAddress(), jetton: storage.loadAddress() }
  },
]

function readStorage(data: Cell, read: (storage: Slice) => Storage): JettonWalletFacts | undefined {
  try {
    const { owner, jetton } = read(data.beginParse())
    return { owner: rawAddress(stdAddressOf(owner)), jetton: rawAddress(stdAddressOf(jetton)) }
  } catch {
    return undefined
  }
}

function hasWalletCode(reader: Reader, jetton: string, code: Cell): boolean {
  const parsed = parseAddress(jetton)
  const id = parsed && findAccountId(reader, stdAddress(parsed))
  if (id === undefined) return false
  const [master] = loadByIds<{ wallet_code_hash: Buffer }>(
    reader,
    'SELECT wallet_code_hash FROM jetton_masters',
    'account',
    [id],
  )
  return master?.wallet_code_hash.equals(code.hash()) === true
}
