import type { MultisigOrderJson } from '#shared/schema/v3/multisig.ts'

export type Approval = { readonly signer: string; readonly approved: boolean }

/** Returns which signers have approved an order. Bit i of the mask is signer i. */
export function approvalsOf({ signers, approvals_mask: mask }: MultisigOrderJson): Approval[] {
  const bits = BigInt(mask)
  return signers.map((signer, i) => ({ signer, approved: ((bits >> BigInt(i)) & 1n) === 1n }))
}

/** The state of an order. */
export type OrderState = 'executed' | 'expired' | 'waiting'

/**
 * Returns the state of an order.
 * @param now unix seconds
 */
export function orderState(order: MultisigOrderJson, now: number): OrderState {
  if (order.sent_for_execution) return 'executed'
  return order.expiration_date <= now ? 'expired' : 'waiting'
}
