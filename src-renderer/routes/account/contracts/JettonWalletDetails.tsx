import type { JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'

/** The balance of a jetton wallet. The header has its owner and jetton. */
export function JettonWalletDetails({ wallet }: { readonly wallet: JettonWalletJson }) {
  const { mintless_info: mintless } = wallet
  return (
    <DescriptionList
      items={[
        {
          name: 'Jetton balance',
          value: <TokenAmount value={BigInt(wallet.balance)} jetton={wallet.jetton} />,
        },
        mintless && {
          name: 'Unclaimed airdrop',
          value: <TokenAmount value={BigInt(mintless.amount)} jetton={wallet.jetton} />,
        },
      ]}
    />
  )
}
