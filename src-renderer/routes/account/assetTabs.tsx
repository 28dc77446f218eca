import type { Tab } from '../../components/Tabs.tsx'
import { accountKey } from '../../decode/accountKey.ts'
import type { AccountTab } from '../searchParams.ts'
import { AssetTransfers } from './assets/AssetTransfers.tsx'
import { HoldersTab } from './assets/HoldersTab.tsx'
import { NftsTab } from './assets/NftsTab.tsx'
import { OrdersTab } from './assets/OrdersTab.tsx'
import { TokensTab } from './assets/TokensTab.tsx'
import { JettonTransfers, NftTransfers } from './assets/TransfersTab.tsx'
import type { Contracts } from './contracts/useContracts.ts'

type AssetTabs = {
  /** Tabs before the history. */
  readonly first: readonly Tab<AccountTab>[]
  readonly others: readonly Tab<AccountTab>[]
}

/** Returns the tabs about tokens: of the token that the account is, otherwise of those that it owns. */
export function assetTabs(
  address: string,
  { jetton, wallet, item, collection, multisig }: Contracts,
): AssetTabs {
  const target = { kind: 'account', address } as const
  const key = [accountKey(address)]
  if (jetton.row) {
    const { row } = jetton
    return {
      first: [{ name: 'holders', label: 'Holders', content: <HoldersTab jetton={row} /> }],
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
    const { owner, jetton: master } = wallet.row
    return {
      first: [],
      others: [
        {
          name: 'transfers',
          label: 'Transfers',
          content: (
            <JettonTransfers
              filter={{ owner_address: [owner], jetton_master: master }}
              target={target}
              of={owner}
            />
          ),
        },
      ],
    }
  }
  if (collection.row) {
    return {
      first: [{ name: 'items', label: 'Items', content: <NftsTab address={address} by="collection" /> }],
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
      { name: 'tokens', label: 'Tokens', content: <TokensTab address={address} /> },
      { name: 'nfts', label: 'NFTs', content: <NftsTab address={address} by="owner" /> },
    ],
  }
}
