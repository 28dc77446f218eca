import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import type { JettonMasterJson, JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { useIdentityState } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import { holdersQuery, walletQuery } from '../../../api/tokens.ts'
import { AccountLink } from '../../../components/AccountLink.tsx'
import { classNames } from '../../../components/classNames.ts'
import { ListFrame } from '../../../components/ListFrame.tsx'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import table from '../../../components/Table.module.css'
import { UnitAmount, useJettonUnit } from '../../../components/TokenAmount.tsx'
import { accountKey } from '../../../decode/accountKey.ts'
import { percentText, shareOf } from '../../../format/units.ts'
import { useParts } from '../../../hooks/useParts.ts'
import styles from './HoldersTab.module.css'
import { SeenList } from './SeenList.tsx'
import { useHasList } from './useHasList.ts'
import { useSeenTokens } from './useSeenTokens.ts'

const PAGE = 25
const TOP = 10
const route = getRouteApi('/account/$address')

type HoldersProps = { readonly jetton: JettonMasterJson }

/** The shares of the ten largest holders and of all others as a stacked bar. */
function HoldersBar({
  wallets,
  supply,
}: {
  readonly wallets: readonly JettonWalletJson[]
  readonly supply: bigint
}) {
  const top = wallets.slice(0, TOP)
  const sum = top.reduce((total, { balance }) => total + BigInt(balance), 0n)
  const words = `The ${top.length === 1 ? 'largest holder has' : `${top.length} largest holders have`} ${percentText(sum, supply)} % of the supply`
  return (
    <div className={styles.shares}>
      <div className={styles.bar} role="img" aria-label={words}>
        {top.map(({ address, balance }, i) => (
          <span
            key={address}
            className={styles.part}
            data-place={i}
            style={{ width: `${shareOf(BigInt(balance), supply) * 100}%` }}
          />
        ))}
      </div>
      <p className={styles.caption}>{words}</p>
    </div>
  )
}

type HolderTableProps = HoldersProps & {
  readonly wallets: readonly JettonWalletJson[]
  /** Number of holders with larger balances; undefined if it is unknown. */
  readonly ranksAfter?: number | undefined
}

function HolderTable({ wallets, jetton, ranksAfter }: HolderTableProps) {
  const unit = useJettonUnit(jetton.address)
  const supply = BigInt(jetton.total_supply)
  return (
    <table className={classNames(table.table, styles.table)}>
      <thead>
        <tr>
          {ranksAfter !== undefined && (
            <th scope="col" className={classNames(table.number, styles.place)}>
              Rank
            </th>
          )}
          <th scope="col">Holder</th>
          <th scope="col" className={styles.wallet}>
            Jetton wallet
          </th>
          <th scope="col" className={table.number}>
            Balance
          </th>
          <th scope="col" className={table.number}>
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {wallets.map((wallet, i) => (
          <tr key={wallet.address}>
            {ranksAfter !== undefined && (
              <td className={classNames(table.number, table.quiet, styles.place)}>{ranksAfter + i + 1}</td>
            )}
            <th scope="row">
              <AccountLink address={wallet.owner} pictured />
            </th>
            <td className={styles.wallet}>
              <AccountLink address={wallet.address} />
            </td>
            <td className={table.number}>
              <UnitAmount value={BigInt(wallet.balance)} unit={unit} bare />
            </td>
            <td className={classNames(table.number, table.quiet)}>
              {percentText(BigInt(wallet.balance), supply)} %
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type HoldersTabProps = HoldersProps & {
  /** The jetton's last transaction. */
  readonly last: TransactionIdJson
}

/** Wallets of a jetton, largest balance first: all of them, or without a whole index those of its history. */
export function HoldersTab({ jetton, last }: HoldersTabProps) {
  const hasList = useHasList(useHoldersQuery(jetton))
  return hasList ? <Holders jetton={jetton} /> : <ReadHolders jetton={jetton} last={last} />
}

function useHoldersQuery({ address }: JettonMasterJson) {
  const offset = Number(route.useSearch().skip ?? 0)
  return holdersQuery(useNetwork(), address, { limit: PAGE + 1, offset })
}

function byBalance(a: JettonWalletJson, b: JettonWalletJson): number {
  const [first, second] = [BigInt(a.balance), BigInt(b.balance)]
  return first < second ? 1 : first > second ? -1 : 0
}

/** Wallets of a jetton that its history names, where no index has all. */
function ReadHolders({ jetton, last }: HoldersTabProps) {
  const network = useNetwork()
  const { address } = jetton
  const seen = useSeenTokens(address, last)
  const wallets = useParts(seen.wallets, (wallet) => walletQuery(network, wallet))
  const rows = [...wallets.values.values()]
    .flatMap(({ result }) => result.jetton_wallets)
    .filter((wallet) => accountKey(wallet.jetton) === accountKey(address) && wallet.balance !== '0')
    .toSorted(byBalance)
  return (
    <SeenList
      address={address}
      seen={seen}
      what="the holders of this jetton"
      part="wallet"
      parts={wallets}
      places={seen.source}
      count={rows.length}
      none="None of the holders of this jetton are known here."
    >
      <HolderTable wallets={rows} jetton={jetton} />
    </SeenList>
  )
}

function Holders({ jetton }: HoldersProps) {
  const { skip } = route.useSearch()
  const offset = Number(skip ?? 0)
  const query = useQuery(useHoldersQuery(jetton))
  // A hint server can name fewer than all: ranks and shares of the largest would be its claims.
  const isComplete = useIdentityState().isFollowed !== false
  const supply = BigInt(jetton.total_supply)
  return (
    <ListFrame
      query={query}
      rowsOf={({ jetton_wallets }) => jetton_wallets}
      what="the holders of this jetton"
      none={offset > 0 ? 'No more holders.' : 'No account holds this jetton.'}
      target={{ kind: 'lately' }}
      columns={4}
    >
      {(rows) => (
        <>
          {isComplete && offset === 0 && <HoldersBar wallets={rows} supply={supply} />}
          <HolderTable
            wallets={rows.slice(0, PAGE)}
            jetton={jetton}
            ranksAfter={isComplete ? offset : undefined}
          />
          <OffsetPager
            note="Largest balance first"
            offset={offset}
            limit={PAGE}
            hasMore={rows.length > PAGE}
            search={{ tab: 'holders' }}
          />
        </>
      )}
    </ListFrame>
  )
}
