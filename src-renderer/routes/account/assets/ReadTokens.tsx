import type { ReactNode } from 'react'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useNetwork } from '../../../api/network.tsx'
import { itemQuery, walletOfJettonQuery } from '../../../api/tokens.ts'
import { NftGrid } from '../../../components/NftGrid.tsx'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { EmptyState, SkeletonRows } from '../../../components/states.tsx'
import { WholeListNote } from '../../../components/WholeListNote.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { type Parts, useParts } from '../../../hooks/useParts.ts'
import { TokenTable } from './TokenTable.tsx'
import { useSeenTokens } from './useSeenTokens.ts'

type ReadTokensProps = {
  readonly address: string
  readonly last: TransactionIdJson
}

type ListProps = {
  readonly parts: readonly { readonly parts: Parts<unknown>; readonly what: string }[]
  /** Number of rows so far. */
  readonly count: number
  readonly none: string
  readonly note: string
  readonly children: ReactNode
}

/** A list that grows while its parts are read, with a note about what it has. */
function GrowingList({ parts, count, none, note, children }: ListProps) {
  const isReading = parts.some(({ parts: { values, errors, total } }) => values.size + errors.size < total)
  const failed = parts.reduce((sum, { parts: { errors } }) => sum + errors.size, 0)
  return (
    <>
      {count > 0 ? (
        children
      ) : isReading ? (
        <SkeletonRows rows={3} columns={3} />
      ) : (
        <EmptyState>{none}</EmptyState>
      )}
      <WholeListNote>
        {note}
        {failed > 0 && ` ${failed} could not be read.`}{' '}
        {parts.map(({ parts: own, what }) => (
          <Reading key={what} parts={own} what={what} />
        ))}
      </WholeListNote>
    </>
  )
}

/** Jettons of an account that its history or the network's list of known jettons names, where no index has all. */
export function ReadTokens({ address, last, showsZero }: ReadTokensProps & { readonly showsZero: boolean }) {
  const network = useNetwork()
  const { query, traces, jettons, source, known } = useSeenTokens(address, last)
  const wallets = useParts(jettons, (jetton) => walletOfJettonQuery(network, address, jetton))
  if (query.isError) {
    return (
      <Unread
        error={query.error}
        what="the tokens of this account"
        target={{ kind: 'account', address }}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (!query.data) return <SkeletonRows rows={3} columns={3} />
  const answers = [...wallets.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ jetton_wallets }) => jetton_wallets)
    .filter(({ balance }) => showsZero || balance !== '0')
  const metadata = Object.assign({}, ...answers.map((answer) => answer.metadata))
  const places = known === 0 ? source : `${source}, and the ${known} best known jettons of the network`
  return (
    <GrowingList
      parts={[
        { parts: traces, what: 'trace' },
        { parts: wallets, what: 'jetton' },
      ]}
      count={rows.length}
      none="This account holds none of the jettons that are known here."
      note={`Looked for in ${places}. Only an index of all blocks has the whole list.`}
    >
      <TokenTable wallets={rows} metadata={metadata} />
    </GrowingList>
  )
}

/** NFTs of an account that its history names, where no index has all. */
export function ReadNfts({ address, last }: ReadTokensProps) {
  const network = useNetwork()
  const { query, traces, items: seen, source } = useSeenTokens(address, last)
  const items = useParts(seen, (item) => itemQuery(network, item))
  if (query.isError) {
    return (
      <Unread
        error={query.error}
        what="the NFTs of this account"
        target={{ kind: 'account', address }}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (!query.data) return <SkeletonRows rows={3} columns={4} />
  const here = accountKey(address)
  const isOwn = (owner: string | null | undefined) => owner != null && accountKey(owner) === here
  const answers = [...items.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ nft_items }) => nft_items)
    .filter(({ owner_address, real_owner }) => isOwn(real_owner ?? owner_address))
  return (
    <GrowingList
      parts={[
        { parts: traces, what: 'trace' },
        { parts: items, what: 'NFT' },
      ]}
      count={rows.length}
      none="This account owns none of the NFTs that are known here."
      note={`Looked for in ${source}. Only an index of all blocks has the whole list.`}
    >
      <NftGrid
        items={rows}
        metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))}
        shows="collection"
      />
    </GrowingList>
  )
}
