import { getRouteApi } from '@tanstack/react-router'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { JettonMasterJson } from '#shared/schema/v3/jettons.ts'
import { useIdentityState } from '../../api/identityContext.tsx'
import { useNetwork } from '../../api/network.tsx'
import { jettonMastersQuery, masterQuery } from '../../api/tokens.ts'
import { useCalledAccount } from '../../api/useCalledAccount.ts'
import { AccountLink } from '../../components/AccountLink.tsx'
import { ImitationSign } from '../../components/AccountName.tsx'
import { classNames } from '../../components/classNames.ts'
import { DiscoveredList } from '../../components/DiscoveredList.tsx'
import { KnownParts, useKnownTokens } from '../../components/KnownParts.tsx'
import { PageHeader } from '../../components/PageHeader.tsx'
import { Panel } from '../../components/Panel.tsx'
import table from '../../components/Table.module.css'
import { JettonSymbol, UnitAmount } from '../../components/TokenAmount.tsx'
import { TokenImage } from '../../components/TokenImage.tsx'
import { KNOWN_JETTONS } from '../../decode/knownJettons.ts'
import { suspicionOf } from '../../decode/suspicion.ts'
import { hasKnownDecimals, tokenWords } from '../../decode/tokenInfo.ts'
import { useParts } from '../../hooks/useParts.ts'
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

type JettonTableProps = { readonly jettons: readonly JettonMasterJson[]; readonly metadata: MetadataJson }

function JettonTable({ jettons, metadata }: JettonTableProps) {
  return (
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
        {jettons.map((jetton) => (
          <Row key={jetton.address} jetton={jetton} metadata={metadata} />
        ))}
      </tbody>
    </table>
  )
}

/** All jettons in the index. */
function AllJettons() {
  const network = useNetwork()
  return (
    <DiscoveredList
      skip={route.useSearch().skip}
      limit={PAGE}
      queryOf={(page) => jettonMastersQuery(network, page)}
      rowsOf={({ jetton_masters }) => jetton_masters}
      what="tokens"
    >
      {(rows, { metadata }) => <JettonTable jettons={rows} metadata={metadata} />}
    </DiscoveredList>
  )
}

/** The jettons that are known without an index, each as soon as it is read. */
function KnownJettons() {
  const network = useNetwork()
  const wellKnown = network.kind === 'mainnet' ? KNOWN_JETTONS : []
  const keys = useKnownTokens('jetton_masters', wellKnown)
  const parts = useParts(keys, (jetton) => masterQuery(network, jetton))
  const answers = keys.flatMap((jetton) => parts.values.get(jetton)?.result ?? [])
  const jettons = answers.flatMap(({ jetton_masters }) => jetton_masters)
  const metadata: MetadataJson = Object.assign({}, ...answers.map((answer) => answer.metadata))
  return (
    <KnownParts parts={parts} what="jetton" isWellKnown={wellKnown.length > 0} isEmpty={jettons.length === 0}>
      <JettonTable jettons={jettons} metadata={metadata} />
    </KnownParts>
  )
}

function Jettons() {
  return useIdentityState().isFollowed === false ? <KnownJettons /> : <AllJettons />
}

/** The jettons of the network. */
export function TokensPage() {
  const { isFollowed } = useIdentityState()
  return (
    <>
      <title>Tokens · Tonscope</title>
      <PageHeader
        title="Tokens"
        note={isFollowed === false ? 'Jettons' : 'Jettons whose contracts the index has verified'}
      />
      <Panel title="Jettons" flush>
        <Jettons />
      </Panel>
    </>
  )
}
