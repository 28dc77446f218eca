import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useNetwork } from '../../../api/network.tsx'
import { ordersOfMultisigQuery } from '../../../api/tokens.ts'
import { AccountLink } from '../../../components/AccountLink.tsx'
import { ListFrame } from '../../../components/ListFrame.tsx'
import { OffsetPager } from '../../../components/OffsetPager.tsx'
import { formatMoment } from '../../../format/age.ts'
import { OrderActions } from '../contracts/OrderActions.tsx'
import { Approvals } from '../contracts/OrderDetails.tsx'
import { OrderStateChip } from '../contracts/OrderState.tsx'
import styles from './OrdersTab.module.css'

const PAGE = 10
const route = getRouteApi('/account/$address')

/** Orders of a multisig wallet with their actions and approvals, newest first. */
export function OrdersTab({ address }: { readonly address: string }) {
  const { skip } = route.useSearch()
  const offset = Number(skip ?? 0)
  const query = useQuery(ordersOfMultisigQuery(useNetwork(), address, { limit: PAGE + 1, offset }))
  return (
    <ListFrame
      query={query}
      rowsOf={({ orders }) => orders}
      what="the orders of this multisig"
      none="This multisig has no orders."
      target={{ kind: 'account', address }}
      columns={3}
    >
      {(rows) => (
        <>
          <ol className={styles.orders}>
            {rows.slice(0, PAGE).map((order) => (
              <li key={order.address} className={styles.order}>
                <header className={styles.header}>
                  <h2>Order #{order.order_seqno}</h2>
                  <OrderStateChip order={order} />
                  <AccountLink address={order.address} />
                  <span className={styles.expires}>expires {formatMoment(order.expiration_date)}</span>
                </header>
                <Approvals order={order} />
                <OrderActions actions={order.actions} />
              </li>
            ))}
          </ol>
          <OffsetPager
            note="Newest first"
            offset={offset}
            limit={PAGE}
            hasMore={rows.length > PAGE}
            search={{ tab: 'orders' }}
          />
        </>
      )}
    </ListFrame>
  )
}
