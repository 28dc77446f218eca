import type { MultisigOrderJson } from '#shared/schema/v3/multisig.ts'
import { useHead } from '../../../api/network.tsx'
import { Chip } from '../../../components/Chip.tsx'
import { orderState } from '../../../decode/approvals.ts'

/** The state of an order: executed, expired, or waiting with its number of approvals. */
export function OrderStateChip({ order }: { readonly order: MultisigOrderJson }) {
  const head = useHead()
  switch (orderState(order, head?.utime ?? 0)) {
    case 'executed':
      return <Chip tone="good">✓ Executed</Chip>
    case 'expired':
      return <Chip tone="warn">! Expired</Chip>
    case 'waiting':
      return (
        <Chip>
          … {order.approvals_num} of {order.threshold} approvals
        </Chip>
      )
  }
}
