import type { JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { Facts } from '../../../components/Facts.tsx'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { AccountValue } from './AccountValue.tsx'

/** Balance, owner and jetton of a jetton wallet. */
export function JettonWalletFacts({ wallet }: { readonly wallet: JettonWalletJson }) {
  const { mintless_info: mintless } = wallet
  return (
    <Facts
      facts={[
        {
          name: 'Jetton balance',
          value: <TokenAmount value={BigInt(wallet.balance)} jetton={wallet.jetton} />,
        },
        { name: 'Owner', value: <AccountValue raw={wallet.owner} /> },
        { name: 'Jetton', value: <AccountValue raw={wallet.jetton} /> },
        mintless && {
          name: 'Unclaimed airdrop',
          value: <TokenAmount value={BigInt(mintless.amount)} jetton={wallet.jetton} />,
        },
      ]}
    />
  )
}
