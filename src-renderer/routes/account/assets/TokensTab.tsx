import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { MetadataJson } from '#shared/schema/v3/common.ts'
import type { JettonWalletJson } from '#shared/schema/v3/jettons.ts'
import { useNetwork } from '../../../api/network.tsx'
import { walletsOfOwnerQuery } from '../../../api/tokens.ts'
import { AccountLink } from '../../../components/AccountLink.tsx'
import { classNames } from '../../../components/classNames.ts'
import { ListFrame } from '../../../components/ListFrame.tsx'
import parts from '../../../components/ListParts.module.css'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import table from '../../../components/Table.module.css'
import { TokenAmount } from '../../../components/TokenAmount.tsx'
import { TokenImage } from '../../../components/TokenImage.tsx'
import { tokenWords } from '../../../decode/tokenInfo.ts'
import styles from './TokensTab.module.css'

const PAGE = 50
const route = getRouteApi('/account/$address')

function imageOf(metadata: MetadataJson, { jetton }: JettonWalletJson): string | undefined {
  return tokenWords(metadata[jetton]?.token_info.find(({ type }) => type === 'jetton_masters')).image
}

/** Jettons of an account with their balances. */
export function TokensTab({ address }: { readonly address: string }) {
  const navigate = useNavigate()
  const { skip, zero } = route.useSearch()
  const offset = Number(skip ?? 0)
  const showsZero = zero !== undefined
  const query = useQuery(
    walletsOfOwnerQuery(useNetwork(), address, { showsZero }, { limit: PAGE + 1, offset }),
  )
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
      <ListFrame
        query={query}
        rowsOf={({ jetton_wallets }) => jetton_wallets}
        what="the tokens of this account"
        none={showsZero ? 'This account has no jetton wallet.' : 'This account holds no jettons.'}
        target={{ kind: 'lately' }}
        columns={3}
      >
        {(rows, { metadata }) => (
          <>
            <table className={classNames(table.table, styles.table)}>
              <thead>
                <tr>
                  <th scope="col">Token</th>
                  <th scope="col" className={styles.wallet}>
                    Jetton wallet
                  </th>
                  <th scope="col" className={table.number}>
                    Balance
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.slice(0, PAGE).map((wallet) => (
                  <tr key={wallet.address}>
                    <th scope="row">
                      <span className={styles.token}>
                        <TokenImage address={wallet.jetton} image={imageOf(metadata, wallet)} size={24} />
                        <AccountLink address={wallet.jetton} />
                      </span>
                    </th>
                    <td className={styles.wallet}>
                      <AccountLink address={wallet.address} />
                    </td>
                    <td className={table.number}>
                      <TokenAmount value={BigInt(wallet.balance)} jetton={wallet.jetton} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
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
    </>
  )
}
