import { type Address, beginCell, type Cell, Dictionary } from '@ton/core'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { MULTISIG } from '#shared/contracts/multisig.ts'
import { ton } from './amounts.ts'
import { multisigCode } from './code/multisig.ts'
import { multisigOrderCode } from './code/multisigOrder.ts'
import { commentBody } from './comments.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { addressOf, initOf, sendFrom, type Users, usersOf } from './users.ts'
import { messageCell, type Transfer } from './walletContract.ts'

const NEW_ORDER = opcodeOf(MULTISIG, 'mulisig_new_order')
const APPROVE = opcodeOf(MULTISIG, 'multisig_approve')
const SEND_MESSAGE = 0xf1381e5b
/** Stands for the number of the next order. */
export const NEXT_SEQNO = (1n << 256n) - 1n

const THIRTY_DAYS = 30 * 24 * 3600

/** Returns the storage of multisig v2 before its first order. */
function multisigData(config: {
  readonly threshold: number
  readonly signers: readonly Address[]
  readonly proposers: readonly Address[]
}): Cell {
  return beginCell()
    .storeUint(0, 256)
    .storeUint(config.threshold, 8)
    .storeRef(beginCell().storeDictDirect(byIndex(config.signers)))
    .storeUint(config.signers.length, 8)
    .storeDict(byIndex(config.proposers))
    .storeBit(0)
    .endCell()
}

function byIndex(members: readonly Address[]): Dictionary<number, Address> {
  const dictionary = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Address())
  for (const [index, member] of members.entries()) dictionary.set(index, member)
  return dictionary
}

/** Returns the address of a multisig's order. */
export function orderAddress(multisig: Address, seqno: bigint): Address {
  const data = beginCell().storeAddress(multisig).storeUint(seqno, 256).endCell()
  return addressOf(initOf(multisigOrderCode(), data))
}

/** Returns the actions of an order: it sends these messages, with separate fees. */
export function orderCell(transfers: readonly Transfer[]): Cell {
  const actions = Dictionary.empty(Dictionary.Keys.Uint(8), Dictionary.Values.Cell())
  for (const [index, transfer] of transfers.entries()) {
    const action = beginCell()
      .storeUint(SEND_MESSAGE, 32)
      .storeUint(transfer.mode ?? 1, 8)
    actions.set(index, action.storeRef(messageCell(transfer)).endCell())
  }
  return beginCell().storeDictDirect(actions).endCell()
}

/** Body of a new order to the multisig. */
export function newOrderBody(order: {
  readonly queryId: number
  readonly seqno: bigint
  readonly fromSigner: boolean
  /** Index of the sender among the signers or the proposers. */
  readonly index: number
  /** Unix seconds. */
  readonly expiresAt: number
  readonly order: Cell
}): Cell {
  return beginCell()
    .storeUint(NEW_ORDER, 32)
    .storeUint(order.queryId, 64)
    .storeUint(order.seqno, 256)
    .storeBit(order.fromSigner)
    .storeUint(order.index, 8)
    .storeUint(order.expiresAt, 48)
    .storeRef(order.order)
    .endCell()
}

/** Body of an approval to an order, from the signer with this index. */
export function approveBody(queryId: number, index: number): Cell {
  return beginCell().storeUint(APPROVE, 32).storeUint(queryId, 64).storeUint(index, 8).endCell()
}

/** Returns the multisig of the scenario: three signers, of whom two must approve, and a proposer. */
export function purseOf({ alice, bob, carol, ivan }: Pick<Users, 'alice' | 'bob' | 'carol' | 'ivan'>) {
  const signers = [alice, bob, carol].map(({ address }) => address)
  const init = initOf(multisigCode(), multisigData({ threshold: 2, signers, proposers: [ivan.address] }))
  return { init, address: addressOf(init) }
}

/** Deploys the multisig, with one order that is carried out, and one that lacks an approval. */
export const multisig: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { alice, bob, carol, dave, ivan, treasury } = users
  const { init, address: multisig } = purseOf(users)
  const orders = [0n, 1n].map((seqno) => orderAddress(multisig, seqno)) as [Address, Address]

  const expiresAt = context.now() + THIRTY_DAYS
  const rent = orderCell([
    { to: dave.address, amount: ton(25), body: commentBody('Rent of the workshop, November') },
  ])
  // A signer's proposal counts as an approval.
  const first = { queryId: 1, seqno: 0n, fromSigner: true, index: 0, expiresAt, order: rent }
  await sendFrom(context, alice, [
    { to: multisig, amount: ton(200), init, body: commentBody('Our common purse') },
    { to: multisig, amount: ton(1), bounce: true, body: newOrderBody(first) },
  ])
  await context.settle()

  const hall = orderCell([
    { to: ivan.address, amount: ton(40), body: commentBody('Deposit for the hall') },
    { to: treasury.address, amount: ton(5), body: commentBody('Share of the costs') },
  ])
  const second = { queryId: 2, seqno: NEXT_SEQNO, fromSigner: false, index: 0, expiresAt, order: hall }
  await sendFrom(context, ivan, [{ to: multisig, amount: ton(1), bounce: true, body: newOrderBody(second) }])
  await sendFrom(context, bob, [{ to: orders[0], amount: ton(0.2), bounce: true, body: approveBody(3, 1) }])
  await context.settle()

  await sendFrom(context, carol, [
    { to: orders[1], amount: ton(0.2), bounce: true, body: commentBody('approve') },
  ])
  await context.settle()

  context.addAccount({ name: 'Workshop purse (2 of 3)', kind: 'multisig v2', address: multisig })
  context.addAccount({ name: 'Order 0: rent, executed', kind: 'multisig order', address: orders[0] })
  context.addAccount({
    name: 'Order 1: the hall, one approval of two',
    kind: 'multisig order',
    address: orders[1],
  })
}
