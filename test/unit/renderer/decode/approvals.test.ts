import { describe, expect, it } from 'vitest'
import { approvalsOf, orderState } from '../../../../src-renderer/decode/approvals.ts'

const HASH = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
const ORDER = {
  address: '0:1',
  multisig_address: '0:2',
  order_seqno: '0',
  threshold: 2,
  sent_for_execution: false,
  approvals_mask: '5',
  approvals_num: 2,
  expiration_date: 1_000,
  order_boc: '',
  signers: ['0:A', '0:B', '0:C'],
  last_transaction_lt: '1',
  code_hash: HASH,
  data_hash: HASH,
  actions: null,
}

describe('approvalsOf', () => {
  it('reads bit i of the mask as the approval of signer i', () => {
    expect(approvalsOf(ORDER).map(({ approved }) => approved)).toEqual([true, false, true])
  })

  it('reads masks of more than 53 bits exactly', () => {
    const signers = Array.from({ length: 200 }, (_, i) => `0:${i}`)
    const order = { ...ORDER, signers, approvals_mask: String(1n << 199n) }
    expect(approvalsOf(order).filter(({ approved }) => approved)).toEqual([
      { signer: '0:199', approved: true },
    ])
  })
})

describe('orderState', () => {
  it('distinguishes executed, expired and waiting orders', () => {
    expect(orderState({ ...ORDER, sent_for_execution: true }, 2_000)).toBe('executed')
    expect(orderState(ORDER, 1_000)).toBe('expired')
    expect(orderState(ORDER, 999)).toBe('waiting')
  })
})
