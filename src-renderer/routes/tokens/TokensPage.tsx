import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { JettonMasterJson } from '#shared/schema/v3/jettons.ts'
import { useNetwork } from '../../api/network.tsx'
import { jettonMastersQuery } from '../../api/tokens.ts'
import { useCalledAccount } from '../../api/useCalledAccount.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { ImitationSign } from '../../components/AccountName.tsx'
import { classNames } from '../../components/classNames.ts'
import { ListFrame } from '../../components/ListFrame.tsx'
import { OffsetPager } from '../../components/OffsetPager.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import table from '../../components/Table.module.css'
import { JettonSymbol, UnitAmount } from '../../components/TokenAmount.tsx'
import { TokenImage } from '../../components/TokenImage.tsx'
import { suspicionOf } from '../../decode/suspicion.ts'
import { hasKnownDecimals, tokenWords } from '../../decode/tokenInfo.ts'
import styles from './TokensPage.module.css'

const PAGE = 25
const route = getRouteApi('/tokens')

function Row({ jetton, metadata }: { readonly jetton: JettonMasterJson; readonly metadata: MetadataJson }) {
  const info = metadata[jetton.address]?.token_info.find(({ type }) => type === 'jetton_masters')
  const words = tokenWords(info, jetton.jetton_content)
  const unit = {
    jetton: jetton.address,
    symbol: words.symbol,
    decimals: hasKnownDecimals(info, jetton.jetton_content) ? words.decimals : undefined,
  }
  const { address } = jetton
  const isMainnet = useNetwork().kind === 'mainnet'
  const { suspicion } = useCalledAccount(address)
  // The link has a sign unless it has a name of another source.
  const imitation = suspicion ? undefined : suspicionOf({ own: words, master: address }, isMainnet)
  return (
    <tr>
      <th scope="row">
        <span className={styles.token}>
          <TokenImage address={address} image={words.image} size={28} />
          {imitation && (
            <span className={styles.sign}>
              <ImitationSign imitation={imitation} />
            </span>
          )}
          <AccountLink address={address} />
        </span>
      </th>
      <td className={styles.symbol}>
        <JettonSymbol unit={unit} here />
      </td>
      <td className={classNames(table.number, styles.supply)}>
        <UnitAmount value={BigInt(jetton.total_supply)} unit={unit} bare />
      </td>
      <td className={styles.admin}>
        {jetton.admin_address === null ? (
          <span className={table.quiet}>none</span>
        ) : (
          <AccountLink address={jetton.admin_address} pictured />
        )}
      </td>
    </tr>
  )
}

/** All jettons in the index. */
export function TokensPage() {
  const { skip } = route.useSearch()
  const offset = Number(skip ?? 0)
  const query = useQuery(jettonMastersQuery(useNetwork(), { limit: PAGE + 1, offset }))
  return (
    <>
      <title>Tokens · Tonscope</title>
      <PageHeader title="Tokens" note="Jettons whose contracts the index has verified" />
      <Panel title="Jettons" flush>
        <ListFrame
          query={query}
          rowsOf={({ jetton_masters }) => jetton_masters}
          what="the tokens of this network"
          none={offset > 0 ? 'No more tokens.' : 'There are no tokens on this network.'}
          target={{ kind: 'lately' }}
          columns={4}
        >
          {(rows, { metadata }) => (
            <>
              <table className={classNames(table.table, styles.table)}>
                <thead>
                  <tr>
                    <th scope="col">Token</th>
                    <th scope="col" className={styles.symbol}>
                      Symbol
                    </th>
                    <th scope="col" className={table.number}>
                      Total supply
                    </th>
                    <th scope="col" className={styles.admin}>
                      Admin
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.slice(0, PAGE).map((jetton) => (
                    <Row key={jetton.address} jetton={jetton} metadata={metadata} />
                  ))}
                </tbody>
              </table>
              <OffsetPager
                note="In the order of their discovery"
                offset={offset}
                limit={PAGE}
                hasMore={rows.length > PAGE}
                search={{}}
              />
            </>
          )}
        </ListFrame>
      </Panel>
    </>
  )
}
