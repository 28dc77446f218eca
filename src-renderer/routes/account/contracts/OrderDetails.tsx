import type { MultisigOrderJson } from '#shared/schema/v3/multisig.ts'
import { DescriptionList } from '../../../components/DescriptionList.tsx'
import { approvalsOf } from '../../../decode/approvals.ts'
import { formatMoment } from '../../../format/age.ts'
import { AccountValue } from './AccountValue.tsx'
import styles from './ContractPanel.module.css'
import { OrderActions } from './OrderActions.tsx'
import { OrderStateChip } from './OrderState.tsx'

/** The signers of an order, with their approvals. */
export function Approvals({ order }: { readonly order: MultisigOrderJson }) {
  return (
    <ul className={styles.people} aria-label="Approvals">
      {approvalsOf(order).map(({ signer, approved }) => (
        <li key={signer}>
          <span title={approved ? 'Approved' : 'Not approved'}>
            <span aria-hidden="true">{approved ? '✓ ' : '· '}</span>
            <span className="visually-hidden">{approved ? 'Approved by' : 'Not approved by'} </span>
          </span>
          <AccountValue raw={signer} />
        </li>
      ))}
    </ul>
  )
}

/** The actions and the approvals of an order. */
export function OrderDetails({ order }: { readonly order: MultisigOrderJson }) {
  return (
    <div className={styles.stack}>
      <DescriptionList
        items={[
          { name: 'State', value: <OrderStateChip order={order} /> },
          { name: 'Order', value: `#${order.order_seqno}` },
          { name: 'Threshold', value: `${order.threshold} of ${order.signers.length} signers` },
          { name: 'Expires', value: formatMoment(order.expiration_date) },
        ]}
      />
      <section aria-label="Approvals by signer">
        <h2 className={styles.heading}>
          Approvals <span>{order.approvals_num}</span>
        </h2>
        <Approvals order={order} />
      </section>
      <section aria-label="Actions">
        <h2 className={styles.heading}>Actions</h2>
        <OrderActions actions={order.actions} />
      </section>
    </div>
  )
}
