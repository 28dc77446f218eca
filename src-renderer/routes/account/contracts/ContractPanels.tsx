import type { Identity } from '../../../decode/identity.ts'
import { tokenOf } from '../../../decode/tokenInfo.ts'
import { CollectionFacts } from './CollectionFacts.tsx'
import { ContractPanel } from './ContractPanel.tsx'
import { JettonFacts } from './JettonFacts.tsx'
import { JettonWalletFacts } from './JettonWalletFacts.tsx'
import { MultisigFacts } from './MultisigFacts.tsx'
import { NftItemFacts } from './NftItemFacts.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { SaleFacts } from './SaleFacts.tsx'
import type { Contracts } from './useContracts.ts'
import { VestingFacts } from './VestingFacts.tsx'

type ContractPanelsProps = {
  readonly address: string
  readonly contracts: Contracts
  readonly identity: Identity | undefined
}

/** A panel for each kind of contract that the account is. */
export function ContractPanels({ address, contracts, identity }: ContractPanelsProps) {
  return (
    <>
      <ContractPanel contract={contracts.jetton} what="this jetton" address={address}>
        {(jetton) => <JettonFacts jetton={jetton} info={tokenOf(identity, 'jetton_masters')} />}
      </ContractPanel>
      <ContractPanel contract={contracts.wallet} what="this jetton wallet" address={address}>
        {(wallet) => <JettonWalletFacts wallet={wallet} />}
      </ContractPanel>
      <ContractPanel contract={contracts.collection} what="this collection" address={address}>
        {(collection) => (
          <CollectionFacts collection={collection} info={tokenOf(identity, 'nft_collections')} />
        )}
      </ContractPanel>
      <ContractPanel contract={contracts.item} what="this NFT" address={address}>
        {(item) => <NftItemFacts item={item} info={tokenOf(identity, 'nft_items')} address={address} />}
      </ContractPanel>
      <ContractPanel contract={contracts.sale} what="this sale" address={address}>
        {(sale) => <SaleFacts sale={sale} />}
      </ContractPanel>
      <ContractPanel contract={contracts.multisig} what="this multisig" address={address}>
        {(multisig) => <MultisigFacts multisig={multisig} />}
      </ContractPanel>
      <ContractPanel contract={contracts.order} what="this order" address={address}>
        {(order) => <OrderFacts order={order} />}
      </ContractPanel>
      <ContractPanel contract={contracts.vesting} what="this vesting wallet" address={address}>
        {(contract) => <VestingFacts contract={contract} />}
      </ContractPanel>
    </>
  )
}
