import { getRouteApi, useNavigate } from '@tanstack/react-router'
import scope from '../../../components/ListParts.module.css'
import { SegmentedControl } from '../../../components/SegmentedControl.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { JettonTransfers, NftTransfers } from './TransfersTab.tsx'

const route = getRouteApi('/account/$address')

/** Jetton and NFT transfers of an account. */
export function AssetTransfers({ address }: { readonly address: string }) {
  const navigate = useNavigate()
  const { assets } = route.useSearch()
  const owner = [accountKey(address)]
  const target = { kind: 'account', address } as const
  return (
    <>
      <div className={scope.scope}>
        <SegmentedControl
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
        <NftTransfers filter={{ owner_address: owner }} target={target} of={address} />
      ) : (
        <JettonTransfers filter={{ owner_address: owner }} target={target} of={address} />
      )}
    </>
  )
}
