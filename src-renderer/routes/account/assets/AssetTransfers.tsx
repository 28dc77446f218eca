import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Choice } from '../../../components/Choice.tsx'
import scope from '../../../components/ListParts.module.css'
import { accountKey } from '../../../decode/accountKey.ts'
import { JettonTransfers, NftTransfers } from './TransfersTab.tsx'

const route = getRouteApi('/account/$address')

/** Token and NFT transfers of an account. */
export function AssetTransfers({ address }: { readonly address: string }) {
  const navigate = useNavigate()
  const { assets } = route.useSearch()
  const owner = [accountKey(address)]
  const wanted = { kind: 'account', address } as const
  return (
    <>
      <div className={scope.scope}>
        <Choice
          label="Which transfers"
          options={[
            { value: 'tokens', label: 'Tokens' },
            { value: 'nfts', label: 'NFTs' },
          ]}
          current={assets ?? 'tokens'}
          onChange={(next) =>
            navigate({
              to: '.',
              search: { tab: 'transfers', assets: next === 'nfts' ? 'nfts' : undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </div>
      {assets === 'nfts' ? (
        <NftTransfers filter={{ owner_address: owner }} wanted={wanted} of={address} />
      ) : (
        <JettonTransfers filter={{ owner_address: owner }} wanted={wanted} of={address} />
      )}
    </>
  )
}
