import type { ReactNode } from 'react'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useNetwork } from '../../../api/network.tsx'
import { itemQuery, walletOfJettonQuery } from '../../../api/tokens.ts'
import { Button } from '../../../components/Button.tsx'
import { NftGrid } from '../../../components/NftGrid.tsx'
import { Unread } from '../../../components/NotIndexed.tsx'
import { Reading } from '../../../components/Reading.tsx'
import { EmptyState, SkeletonRows } from '../../../components/states.tsx'
import { WholeListNote } from '../../../components/WholeListNote.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { type Parts, useParts } from '../../../hooks/useParts.ts'
import { TokenTable } from './TokenTable.tsx'
import { type SeenTokens, useSeenTokens } from './useSeenTokens.ts'

type ReadTokensProps = {
  readonly address: string
  readonly last: TransactionIdJson
}

type SeenListProps = {
  readonly address: string
  readonly seen: SeenTokens
  /** What is listed: "token". */
  readonly what: string
  /** What is read of each that was seen: "jetton". */
  readonly part: string
  readonly parts: Parts<unknown>
  readonly places: string
  /** Number of rows so far. */
  readonly count: number
  readonly none: string
  readonly children: ReactNode
}

function isReading({ values, errors, total }: Parts<unknown>): boolean {
  return values.size + errors.size < total
}

/** A list that grows while an account's history is read, with a note about what it has. */
function SeenList({ address, seen, what, part, parts, places, count, none, children }: SeenListProps) {
  const { error, onRetry, isStarted, traces, onMore } = seen
  if (error && !isStarted) {
    const target = { kind: 'account', address } as const
    return <Unread error={error} what={`the ${what}s of this account`} target={target} onRetry={onRetry} />
  }
  if (!isStarted) return <SkeletonRows rows={3} columns={4} />
  const failed = traces.errors.size + parts.errors.size
  const isBusy = isReading(traces) || isReading(parts)
  return (
    <>
      {count > 0 ? (
        children
      ) : isBusy ? (
        <SkeletonRows rows={3} columns={4} />
      ) : (
        <EmptyState>{none}</EmptyState>
      )}
      <WholeListNote>
        Looked for in {places}. Only an index of all blocks has the whole list.
        {failed > 0 && ` ${failed} could not be read.`}
        {error && ` Older transactions could not be read: ${error.message}`}{' '}
        <Reading parts={traces} what="trace" /> <Reading parts={parts} what={part} />
        {!isBusy && (error ? onRetry : onMore) && (
          <Button onClick={error ? onRetry : onMore}>{error ? 'Try again' : 'Look further back'}</Button>
        )}
      </WholeListNote>
    </>
  )
}

/** Jettons of an account that its history or the network's list of known jettons names, where no index has all. */
export function ReadTokens({ address, last, showsZero }: ReadTokensProps & { readonly showsZero: boolean }) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const wallets = useParts(seen.jettons, (jetton) => walletOfJettonQuery(network, address, jetton))
  const answers = [...wallets.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ jetton_wallets }) => jetton_wallets)
    .filter(({ balance }) => showsZero || balance !== '0')
  const { source, known } = seen
  return (
    <SeenList
      address={address}
      seen={seen}
      what="token"
      part="jetton"
      parts={wallets}
      places={known === 0 ? source : `${source}, and the ${known} best known jettons of the network`}
      count={rows.length}
      none="This account holds none of the jettons that are known here."
    >
      <TokenTable wallets={rows} metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))} />
    </SeenList>
  )
}

/** NFTs of an account that its history names, where no index has all. */
export function ReadNfts({ address, last }: ReadTokensProps) {
  const network = useNetwork()
  const seen = useSeenTokens(address, last)
  const items = useParts(seen.items, (item) => itemQuery(network, item))
  const here = accountKey(address)
  const isOwn = (owner: string | null | undefined) => owner != null && accountKey(owner) === here
  const answers = [...items.values.values()].map(({ result }) => result)
  const rows = answers
    .flatMap(({ nft_items }) => nft_items)
    .filter(({ owner_address, real_owner }) => isOwn(real_owner ?? owner_address))
  return (
    <SeenList
      address={address}
      seen={seen}
      what="NFT"
      part="NFT"
      parts={items}
      places={seen.source}
      count={rows.length}
      none="This account owns none of the NFTs that are known here."
    >
      <NftGrid
        items={rows}
        metadata={Object.assign({}, ...answers.map(({ metadata }) => metadata))}
        shows="collection"
      />
    </SeenList>
  )
}
