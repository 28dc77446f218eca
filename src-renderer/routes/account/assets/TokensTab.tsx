import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { TransactionIdJson } from '#shared/schema/v2/common.ts'
import { useNetwork } from '../../../api/network.tsx'
import { walletsOfOwnerQuery } from '../../../api/tokens.ts'
import { ListFrame } from '../../../components/ListFrame.tsx'
import parts from '../../../components/ListParts.module.css'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import { ReadTokens } from './ReadTokens.tsx'
import styles from './TokensTab.module.css'
import { TokenTable } from './TokenTable.tsx'
import { useHasList } from './useHasList.ts'

const PAGE = 50
const route = getRouteApi('/account/$address')

type TokensTabProps = {
  readonly address: string
  /** The account's last transaction. */
  readonly last: TransactionIdJson
}

type AllTokensProps = { readonly address: string; readonly showsZero: boolean }

function useTokensQuery({ address, showsZero }: AllTokensProps) {
  const offset = Number(route.useSearch().skip ?? 0)
  return walletsOfOwnerQuery(useNetwork(), address, { showsZero }, { limit: PAGE + 1, offset })
}

/** All jettons of an account, of which the index or a hint server has the list. */
function AllTokens(props: AllTokensProps) {
  const { showsZero } = props
  const { skip, zero } = route.useSearch()
  const offset = Number(skip ?? 0)
  return (
    <ListFrame
      query={useQuery(useTokensQuery(props))}
      rowsOf={({ jetton_wallets }) => jetton_wallets}
      what="the tokens of this account"
      none={showsZero ? 'This account has no jetton wallet.' : 'This account holds no jettons.'}
      target={{ kind: 'lately' }}
      columns={3}
    >
      {(rows, { metadata }) => (
        <>
          <TokenTable wallets={rows.slice(0, PAGE)} metadata={metadata} />
          <OffsetPager
            note="In the order of their discovery"
            offset={offset}
            limit={PAGE}
            hasMore={rows.length > PAGE}
            search={{ tab: 'tokens', zero }}
          />
        </>
      )}
    </ListFrame>
  )
}

/** Jettons of an account with their balances. */
export function TokensTab({ address, last }: TokensTabProps) {
  const navigate = useNavigate()
  const showsZero = route.useSearch().zero !== undefined
  const hasList = useHasList(useTokensQuery({ address, showsZero }))
  return (
    <>
      <div className={parts.scope}>
        <label className={styles.zero}>
          <input
            type="checkbox"
            checked={showsZero}
            onChange={({ target }) =>
              navigate({
                to: '.',
                search: { tab: 'tokens', zero: target.checked ? '1' : undefined },
                replace: true,
                resetScroll: false,
              })
            }
          />
          Show zero balances
        </label>
      </div>
      {hasList ? (
        <AllTokens address={address} showsZero={showsZero} />
      ) : (
        <ReadTokens address={address} last={last} showsZero={showsZero} />
      )}
    </>
  )
}
