import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { JettonMasterJson, JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { useIdentityState } from '../../../api/identityContext.tsx'
import { useNetwork } from '../../../api/network.tsx'
import { holdersQuery } from '../../../api/tokens.ts'
import { AccountLink } from '../../../components/AccountLink.tsx'
import { classNames } from '../../../components/classNames.ts'
import { ListFrame } from '../../../components/ListFrame.tsx'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import table from '../../../components/Table.module.css'
import { UnitAmount, useJettonUnit } from '../../../components/TokenAmount.tsx'
import { WholeIndexOnly } from '../../../components/WholeListNote.tsx'
import { percentText, shareOf } from '../../../format/units.ts'
import styles from './HoldersTab.module.css'

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

/** Wallets of a jetton, largest balance first, where the index has all. */
export function HoldersTab(props: HoldersProps) {
  const { isFollowed } = useIdentityState()
  return isFollowed === false ? (
    <WholeIndexOnly
      what="all holders of a jetton"
      instead="The page of an account shows its balance of a jetton without one."
    />
  ) : (
    <Holders {...props} />
  )
}

function Holders({ jetton }: HoldersProps) {
  const { skip } = route.useSearch()
  const offset = Number(skip ?? 0)
  const network = useNetwork()
  const unit = useJettonUnit(jetton.address)
  const query = useQuery(holdersQuery(network, jetton.address, { limit: PAGE + 1, offset }))
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
          {offset === 0 && <HoldersBar wallets={rows} supply={supply} />}
          <table className={classNames(table.table, styles.table)}>
            <thead>
              <tr>
                <th scope="col" className={classNames(table.number, styles.place)}>
                  Rank
                </th>
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
              {rows.slice(0, PAGE).map((wallet, i) => (
                <tr key={wallet.address}>
                  <td className={classNames(table.number, table.quiet, styles.place)}>{offset + i + 1}</td>
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
