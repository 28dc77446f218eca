import type { Identity } from '../../../decode/identity.ts'
import { tokenOf } from '../../../decode/tokenInfo.ts'
import { CollectionDetails } from './CollectionDetails.tsx'
import { ContractPanel } from './ContractPanel.tsx'
import { JettonDetails } from './JettonDetails.tsx'
import { JettonWalletDetails } from './JettonWalletDetails.tsx'
import { MultisigDetails } from './MultisigDetails.tsx'
import { NftItemDetails } from './NftItemDetails.tsx'
import { OrderDetails } from './OrderDetails.tsx'
import { SaleDetails } from './SaleDetails.tsx'
import type { Contracts } from './useContracts.ts'
import { VestingDetails } from './VestingDetails.tsx'

type ContractPanelsProps = {
  readonly address: string
  readonly contracts: Contracts
  readonly identity: Identity | undefined
}

/** A panel for each of the account's kinds of contracts. */
export function ContractPanels({ address, contracts, identity }: ContractPanelsProps) {
  return (
    <>
      <ContractPanel contract={contracts.jetton} what="this jetton" address={address}>
        {(jetton) => <JettonDetails jetton={jetton} info={tokenOf(identity, 'jetton_masters')} />}
      </ContractPanel>
      <ContractPanel contract={contracts.wallet} what="this jetton wallet" address={address}>
        {(wallet) => <JettonWalletDetails wallet={wallet} />}
      </ContractPanel>
      <ContractPanel contract={contracts.collection} what="this collection" address={address} isPictured>
        {(collection) => (
          <CollectionDetails collection={collection} info={tokenOf(identity, 'nft_collections')} />
        )}
      </ContractPanel>
      <ContractPanel contract={contracts.item} what="this NFT" address={address} isPictured>
        {(item) => <NftItemDetails item={item} info={tokenOf(identity, 'nft_items')} address={address} />}
      </ContractPanel>
      <ContractPanel contract={contracts.sale} what="this sale" address={address}>
        {(sale) => <SaleDetails sale={sale} />}
      </ContractPanel>
      <ContractPanel contract={contracts.multisig} what="this multisig" address={address}>
        {(multisig) => <MultisigDetails multisig={multisig} />}
      </ContractPanel>
      <ContractPanel contract={contracts.order} what="this order" address={address}>
        {(order) => <OrderDetails order={order} />}
      </ContractPanel>
      <ContractPanel contract={contracts.vesting} what="this vesting wallet" address={address}>
        {(contract) => <VestingDetails contract={contract} />}
      </ContractPanel>
    </>
  )
}
