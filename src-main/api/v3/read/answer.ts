import type { V3Values } from '#shared/schema/v3/operations.ts'
import { createDecodeBudget } from '../../../contracts/messages/decodeBody.ts'
import { readCoverage } from '../../../store/queries/coverage.ts'
import type { Reader } from '../../../store/queries/reader.ts'
import type { ReadName } from '../context.ts'
import { coverageText } from '../coverageText.ts'
import { readDecode } from '../decode.ts'
import type { ReadAnswer, ReadQuery } from '../reading.ts'
import type { ContractNames } from '../render/contractNames.ts'
import { jsonBytes } from '../render/jsonBytes.ts'
import { createAccountCodes } from './accountCodes.ts'
import { readAccountStates, readAddressBook, readTopAccounts, readWalletStates } from './accounts.ts'
import { readActions } from './actions.ts'
import { readBlockShards, readBlocks, readMasterchainInfo, readShardState } from './blocks.ts'
import type { Outcome, ReadContext } from './context.ts'
import { readDnsRecords } from './dns.ts'
import { readJettonBurns, readJettonMasters, readJettonTransfers, readJettonWallets } from './jettons.ts'
import { readMessages } from './messages.ts'
import { readMetadata } from './metadata.ts'
import { readMultisigOrders, readMultisigWallets } from './multisig.ts'
import { readNftCollections, readNftItems, readNftSales, readNftTransfers } from './nfts.ts'
import { readPendingTraces, readPendingTransactions } from './pending.ts'
import { readPendingActions } from './pendingActions.ts'
import { withBacklog } from './tokenCompleteness.ts'
import { readEvents, readTraces } from './traces.ts'
import {
  readAdjacentTransactions,
  readMasterchainBlockTransactions,
  readTransactions,
  readTransactionsByMessage,
} from './transactions.ts'
import { readVesting } from './vesting.ts'

/** Wraps a reader of rows of detection: the coverage of its answer has the number of accounts that are not inspected. */
function detected<Values>(read: (values: Values, context: ReadContext) => Outcome) {
  return (values: Values, context: ReadContext) => withBacklog(context, read(values, context))
}

type Read<Name extends ReadName> = (values: V3Values<Name>, context: ReadContext) => Outcome

/** The readers of the operations that the index answers. */
export type Reads = { readonly [Name in ReadName]: Read<Name> }

const READS: Reads = {
  masterchainInfo: readMasterchainInfo,
  blocks: readBlocks,
  masterchainBlockShardState: readShardState,
  masterchainBlockShards: readBlockShards,
  transactions: readTransactions,
  transactionsByMasterchainBlock: readMasterchainBlockTransactions,
  transactionsByMessage: readTransactionsByMessage,
  adjacentTransactions: readAdjacentTransactions,
  messages: readMessages,
  actions: readActions,
  traces: readTraces,
  events: readEvents,
  accountStates: readAccountStates,
  walletStates: readWalletStates,
  addressBook: readAddressBook,
  metadata: detected(readMetadata),
  topAccountsByBalance: readTopAccounts,
  'jetton/masters': detected(readJettonMasters),
  'jetton/wallets': detected(readJettonWallets),
  'jetton/transfers': detected(readJettonTransfers),
  'jetton/burns': detected(readJettonBurns),
  'nft/collections': detected(readNftCollections),
  'nft/items': detected(readNftItems),
  'nft/transfers': detected(readNftTransfers),
  'nft/sales': detected(readNftSales),
  'dns/records': detected(readDnsRecords),
  'multisig/wallets': detected(readMultisigWallets),
  'multisig/orders': detected(readMultisigOrders),
  vesting: detected(readVesting),
  decode: readDecode,
  pendingTransactions: readPendingTransactions,
  pendingTraces: readPendingTraces,
  pendingActions: readPendingActions,
}

/** Answers a query from one snapshot of the index. */
export function answerQuery(
  reader: Reader,
  contracts: ContractNames,
  { operation, values, options }: ReadQuery,
): ReadAnswer {
  return reader.snapshot(() => {
    const coverage = readCoverage(reader)
    const missingContent = new Set<string>()
    const read = READS[operation] as (values: unknown, context: ReadContext) => Outcome
    const outcome = read(values, {
      reader,
      contracts,
      codes: createAccountCodes(reader),
      options,
      coverage,
      histories: new Map(),
      fetched: new Map(options.fetched?.map(({ key, isFound }) => [key, isFound])),
      decodeBudget: createDecodeBudget(),
      missingContent,
    })
    switch (outcome.kind) {
      case 'found':
        return {
          kind: 'json',
          status: 200,
          json: jsonBytes(outcome.body),
          coverage: outcome.coverage ?? coverageText(coverage),
          hinted: outcome.hinted,
          ...(missingContent.size > 0 && { missingContent: [...missingContent] }),
        }
      case 'refused':
        return outcome
      case 'missing':
        return { ...outcome, covered: outcome.coverage ?? coverageText(coverage) }
    }
  })
}
