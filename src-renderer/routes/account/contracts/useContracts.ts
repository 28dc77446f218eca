import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { JettonMasterJson, JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import type { MultisigJson, MultisigOrderJson } from '#shared/schema/v3/multisig.ts'
import type { NftCollectionJson, NftItemJson } from '#shared/schema/v3/nftItem.ts'
import type { NftSaleJson } from '#shared/schema/v3/nftSale.ts'
import type { VestingContractJson } from '#shared/schema/v3/vesting.ts'
import { useNetwork } from '../../../api/network.tsx'
import {
  jettonMasterQuery,
  jettonWalletQuery,
  multisigOrderQuery,
  multisigQuery,
  nftCollectionQuery,
  nftItemQuery,
  nftSaleQuery,
  vestingQuery,
} from '../../../api/tokens.ts'
import type { AccountKind } from '../../../decode/accountKinds.ts'

/** A contract of one kind at an account. */
export type Contract<Row> = {
  /**
   * The data that the index has verified, null if the account is not such a contract, undefined until that is
   * known.
   */
  readonly row: Row | null | undefined
  /** The error because of which it is unknown. */
  readonly error: Error | null
  readonly isAsked: boolean
  readonly onRetry: () => void
}

export type Contracts = {
  readonly jetton: Contract<JettonMasterJson>
  readonly wallet: Contract<JettonWalletJson>
  readonly item: Contract<NftItemJson>
  readonly collection: Contract<NftCollectionJson>
  readonly sale: Contract<NftSaleJson>
  readonly multisig: Contract<MultisigJson>
  readonly order: Contract<MultisigOrderJson>
  readonly vesting: Contract<VestingContractJson>
}

function contractOf<Data, Row>(
  { data, error, refetch }: UseQueryResult<Data>,
  isAsked: boolean,
  rowsOf: (data: Data) => readonly Row[],
): Contract<Row> {
  const rows = isAsked && data !== undefined ? rowsOf(data) : undefined
  return {
    row: rows && (rows[0] ?? null),
    error: isAsked && rows === undefined ? error : null,
    isAsked,
    onRetry: () => void refetch(),
  }
}

/** Reads the data of each kind of contract that an account claims to be. */
export function useContracts(address: string, kinds: ReadonlySet<AccountKind>): Contracts {
  const network = useNetwork()
  const has = (kind: AccountKind) => ({ enabled: kinds.has(kind) })
  const jetton = useQuery({ ...jettonMasterQuery(network, address), ...has('jetton') })
  const wallet = useQuery({ ...jettonWalletQuery(network, address), ...has('jetton wallet') })
  const item = useQuery({ ...nftItemQuery(network, address), ...has('NFT item') })
  const collection = useQuery({ ...nftCollectionQuery(network, address), ...has('NFT collection') })
  const sale = useQuery({ ...nftSaleQuery(network, address), ...has('NFT sale') })
  const multisig = useQuery({ ...multisigQuery(network, address), ...has('multisig') })
  const order = useQuery({ ...multisigOrderQuery(network, address), ...has('multisig order') })
  const vesting = useQuery({ ...vestingQuery(network, address), ...has('vesting') })
  return {
    jetton: contractOf(jetton, kinds.has('jetton'), ({ result }) => result.jetton_masters),
    wallet: contractOf(wallet, kinds.has('jetton wallet'), ({ result }) => result.jetton_wallets),
    item: contractOf(item, kinds.has('NFT item'), ({ result }) => result.nft_items),
    collection: contractOf(collection, kinds.has('NFT collection'), ({ result }) => result.nft_collections),
    sale: contractOf(sale, kinds.has('NFT sale'), ({ result }) => result.nft_sales),
    multisig: contractOf(multisig, kinds.has('multisig'), ({ result }) => result.multisigs),
    order: contractOf(order, kinds.has('multisig order'), ({ result }) => result.orders),
    vesting: contractOf(vesting, kinds.has('vesting'), ({ result }) => result.vesting_contracts),
  }
}

/** Returns whether the requests for all contracts of a list have succeeded or failed. */
function haveEnded(contracts: readonly Contract<unknown>[]): boolean {
  return contracts.every(({ isAsked, row, error }) => !isAsked || row !== undefined || error !== null)
}

/** Returns whether all requests have succeeded or failed. */
export function areSettled(contracts: Contracts): boolean {
  return haveEnded(Object.values(contracts))
}

/** Returns whether the requests that decide which tab opens have succeeded or failed. */
export function isFirstTabSettled({ jetton, collection, multisig }: Contracts): boolean {
  return haveEnded([jetton, collection, multisig])
}
