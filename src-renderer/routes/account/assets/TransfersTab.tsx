import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useIdentityState } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import {
  type JettonTransferFilter,
  jettonTransfersQuery,
  type NftTransferFilter,
  nftTransfersQuery,
} from '../../../api/tokens.ts'
import { JettonTransferTable } from '../../../components/JettonTransferTable.tsx'
import { ListFrame } from '../../../components/ListFrame.tsx'
import { NftTransferTable } from '../../../components/NftTransferTable.tsx'
import { WholeIndexOnly } from '../../../components/WholeListNote.tsx'
import type { IndexTarget } from '../../../format/findJob.ts'
import { keyOf, TransferPager } from './TransferPager.tsx'

const PAGE = 25
const route = getRouteApi('/account/$address')

type JettonTransfersProps = {
  readonly filter: JettonTransferFilter
  readonly target: IndexTarget
  /** The account from whose view the transfers are shown. */
  readonly of?: string
  /** The jetton of the page. */
  readonly jetton?: string
}

/** Jetton transfers by owner, wallet or jetton; without a whole index by wallet only. */
export function JettonTransfers(props: JettonTransfersProps) {
  const { isFollowed } = useIdentityState()
  return isFollowed === false && props.filter.jetton_wallet === undefined ? (
    <WholeIndexOnly
      what="the list of these token transfers"
      instead="The history of an account and the page of its jetton wallet show them without one."
    />
  ) : (
    <JettonTransferList {...props} />
  )
}

function JettonTransferList({ filter, target, of, jetton }: JettonTransfersProps) {
  const { tab, at, skip, assets } = route.useSearch()
  const key = keyOf(at, skip)
  const query = useQuery(jettonTransfersQuery(useNetwork(), filter, key, PAGE + 1))
  return (
    <ListFrame
      query={query}
      rowsOf={({ jetton_transfers }) => jetton_transfers}
      what="these token transfers"
      none={key ? 'No older transfers.' : 'No token transfers.'}
      target={target}
      columns={5}
    >
      {(rows) => {
        const shown = rows.slice(0, PAGE)
        return (
          <>
            <JettonTransferTable
              transfers={shown}
              {...(of !== undefined && { of })}
              {...(jetton !== undefined && { jetton })}
            />
            <TransferPager
              current={key}
              times={shown.map(({ transaction_lt }) => transaction_lt)}
              hasMore={rows.length > PAGE}
              search={{ tab, assets }}
            />
          </>
        )
      }}
    </ListFrame>
  )
}

type NftTransfersProps = {
  readonly filter: NftTransferFilter
  readonly target: IndexTarget
  readonly of?: string
}

/** NFT transfers by owner, item or collection; without a whole index by item only. */
export function NftTransfers(props: NftTransfersProps) {
  const { isFollowed } = useIdentityState()
  return isFollowed === false && props.filter.item_address === undefined ? (
    <WholeIndexOnly
      what="the list of these NFT transfers"
      instead="The history of an account and the page of an item show them without one."
    />
  ) : (
    <NftTransferList {...props} />
  )
}

function NftTransferList({ filter, target, of }: NftTransfersProps) {
  const { tab, at, skip, assets } = route.useSearch()
  const key = keyOf(at, skip)
  const query = useQuery(nftTransfersQuery(useNetwork(), filter, key, PAGE + 1))
  return (
    <ListFrame
      query={query}
      rowsOf={({ nft_transfers }) => nft_transfers}
      what="these NFT transfers"
      none={key ? 'No older transfers.' : 'No NFT transfers.'}
      target={target}
      columns={5}
    >
      {(rows) => {
        const shown = rows.slice(0, PAGE)
        return (
          <>
            <NftTransferTable
              transfers={shown}
              isItem={filter.item_address !== undefined}
              {...(of !== undefined && { of })}
            />
            <TransferPager
              current={key}
              times={shown.map(({ transaction_lt }) => transaction_lt)}
              hasMore={rows.length > PAGE}
              search={{ tab, assets }}
            />
          </>
        )
      }}
    </ListFrame>
  )
}
