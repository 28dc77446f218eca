import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import type { Tab } from '../../components/Tabs.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import type { AccountTab } from '../searchParams.ts'
import { AssetTransfers } from './assets/AssetTransfers.tsx'
import { HoldersTab } from './assets/HoldersTab.tsx'
import { CollectionItems, OwnedNfts } from './assets/NftsTab.tsx'
import { OrdersTab } from './assets/OrdersTab.tsx'
import { TokensTab } from './assets/TokensTab.tsx'
import { JettonTransfers, NftTransfers } from './assets/TransfersTab.tsx'
import { areSettled, type Contracts } from './contracts/useContracts.ts'

type AssetTabs = {
  /** Tabs before the history. */
  readonly first: readonly Tab<AccountTab>[]
  readonly others: readonly Tab<AccountTab>[]
}

/**
 * Returns the tabs about tokens: of the token that the account is, otherwise of those that it owns.
 * @param last the account's last transaction; undefined until it is known
 */
export function assetTabs(
  address: string,
  contracts: Contracts,
  last: TransactionIdJson | undefined,
): AssetTabs {
  const { jetton, wallet, item, collection, multisig } = contracts
  // A token has other tabs than an owner of tokens: none of them is shown before it is known.
  if (!areSettled(contracts)) return { first: [], others: [] }
  const target = { kind: 'account', address } as const
  const key = [accountKey(address)]
  if (jetton.row) {
    const { row } = jetton
    return {
      first: [
        { name: 'holders', label: 'Holders', content: last && <HoldersTab jetton={row} last={last} /> },
      ],
      others: [
        {
          name: 'transfers',
          label: 'Transfers',
          content: (
            <JettonTransfers
              filter={{ jetton_master: accountKey(address) }}
              target={{ kind: 'lately' }}
              jetton={row.address}
            />
          ),
        },
      ],
    }
  }
  if (wallet.row) {
    const { owner } = wallet.row
    return {
      first: [],
      others: [
        {
          name: 'transfers',
          label: 'Transfers',
          content: <JettonTransfers filter={{ jetton_wallet: key }} target={target} of={owner} />,
        },
      ],
    }
  }
  if (collection.row) {
    return {
      first: [
        { name: 'items', label: 'Items', content: last && <CollectionItems address={address} last={last} /> },
      ],
      others: [
        {
          name: 'transfers',
          label: 'Transfers',
          content: (
            <NftTransfers filter={{ collection_address: accountKey(address) }} target={{ kind: 'lately' }} />
          ),
        },
      ],
    }
  }
  if (item.row) {
    return {
      first: [],
      others: [
        {
          name: 'transfers',
          label: 'Transfers',
          content: <NftTransfers filter={{ item_address: key }} target={target} />,
        },
      ],
    }
  }
  return {
    first: multisig.row
      ? [{ name: 'orders', label: 'Orders', content: <OrdersTab address={address} /> }]
      : [],
    others: [
      { name: 'transfers', label: 'Transfers', content: <AssetTransfers address={address} /> },
      { name: 'tokens', label: 'Tokens', content: last && <TokensTab address={address} last={last} /> },
      { name: 'nfts', label: 'NFTs', content: last && <OwnedNfts address={address} last={last} /> },
    ],
  }
}
