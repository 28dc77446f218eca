import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { bocTextPlain } from '../../../../src-main/indexer/actions/bodyReader.ts'
import { actionsOf, bodyOf, comment, onlyOf } from './classified.ts'
import { accountOf, factsOf, NO_FACTS, type Sent } from './nestedTrace.ts'

const facts = factsOf({ multisigOrder: { order: { signers: [accountOf('alice'), accountOf('bob')] } } })
const order = beginCell().storeUint(5, 8).endCell()
const ref = beginCell().storeUint(6, 8).endCell()

describe('actions of a multisig wallet', () => {
  const created: Sent = {
    to: 'multisig',
    body: bodyOf(0xf718510f, (body) =>
      body
        .storeUint(2n ** 200n, 256)
        .storeBit(1)
        .storeUint(1, 8)
        .storeUint(9_000, 48)
        .storeRef(ref),
    ),
    sends: [
      {
        to: 'order',
        body: bodyOf(0x9c73fba2, (body) =>
          body.storeUint(2, 8).storeRef(ref).storeUint(9_000, 48).storeRef(order).storeBit(1).storeUint(1, 8),
        ),
      },
    ],
  }

  it('contain a created order', () => {
    const action = onlyOf(actionsOf('alice', [created], facts), 'multisig_create_order')
    expect(action.accounts).toContain(accountOf('bob'))
    expect(action.success).toBe(true)
    expect(action.details).toEqual({
      query_id: '77',
      order_seqno: (2n ** 200n).toString(),
      is_created_by_signer: true,
      // As the reference reads it (docs/actions §11).
      is_signed_by_creator: false,
      creator_index: 1,
      expiration_date: 9_000,
      order_boc: bocTextPlain(ref),
      source: accountOf('alice'),
      destination: accountOf('multisig'),
      destination_order: accountOf('order'),
    })
    expect(actionsOf('alice', [created], NO_FACTS).map(({ type }) => type)).toEqual([
      'call_contract',
      'call_contract',
    ])
  })

  const vote = { message: bodyOf(0xa762230f, (body) => body.storeUint(1, 8)), comment: comment('approve') }
  const answer = {
    accepted: bodyOf(0x82609bf6),
    rejected: bodyOf(0xafaf283e, (body) => body.storeUint(107, 32)),
  }
  it.each([
    { by: 'message', signer: 1, reply: 'accepted', success: true, exit: 0 },
    { by: 'message', signer: 1, reply: 'rejected', success: false, exit: 107 },
    { by: 'comment', signer: -1, reply: 'accepted', success: true, exit: 0 },
    { by: 'comment', signer: -1, reply: 'rejected', success: false, exit: 107 },
  ] as const)('contain a vote by $by that is $reply', ({ by, signer, reply, success, exit }) => {
    const sends = [{ to: 'order', body: vote[by], sends: [{ to: 'alice', body: answer[reply] }] }]
    const action = onlyOf(actionsOf('alice', sends, facts), 'multisig_approve')
    expect(action).toMatchObject({ success, accounts: expect.arrayContaining([accountOf('bob')]) })
    expect(action.details).toEqual({
      signer_index: signer,
      exit_code: exit,
      source: accountOf('alice'),
      destination: accountOf('order'),
    })
  })

  it('have a call or a transfer for a vote without an answer', () => {
    const types = Object.values(vote).map(
      (body) => actionsOf('alice', [{ to: 'order', body }], facts).map(({ type }) => type)[0],
    )
    expect(types).toEqual(['call_contract', 'ton_transfer'])
  })

  it.each([false, true])('contain an execution, aborted: %s', (aborted) => {
    const hash = Buffer.alloc(32, 7)
    const body = bodyOf(0x75097f5d, (fields) =>
      fields.storeUint(3, 256).storeUint(9_000, 48).storeUint(2, 8).storeBuffer(hash).storeRef(order),
    )
    const sends = [{ to: 'multisig', value: 1n, aborted, body, sends: [{ to: 'carol', value: 4n }] }]
    const actions = actionsOf('order', sends, facts)
    expect(actions.map(({ type }) => type).sort()).toEqual(
      ['multisig_execute', 'ton_transfer', 'call_contract'].sort(),
    )
    const action = onlyOf(actions, 'multisig_execute')
    expect(action.success).toBe(!aborted)
    expect(action.details).toEqual({
      query_id: '77',
      order_seqno: '3',
      expiration_date: 9_000,
      approvals_num: 2,
      signers_hash: hash.toString('base64'),
      order_boc: bocTextPlain(order),
      source: accountOf('order'),
      destination: accountOf('multisig'),
    })
  })
})
