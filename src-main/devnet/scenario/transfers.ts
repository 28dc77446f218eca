import { Address, type Builder, beginCell, type Cell } from '@ton/core'
import { derivedSeed } from '../keys.ts'
import { ton } from './amounts.ts'
import { WORKSHOP_OPS, workshopCode } from './code/workshop.ts'
import { commentBody } from './comments.ts'
import { encryptedCommentBody } from './encryptedComment.ts'
import type { ScenarioContext, ScenarioStep } from './scenarioContext.ts'
import { addressOf, initOf, sendFrom, type Users, usersOf } from './users.ts'
import type { Transfer } from './walletContract.ts'

export const SECRET_COMMENT = 'The key is under the third flower pot 🪴'

/** Longer than a cell. */
export const LONG_COMMENT = [
  'Dear Erin, here is my share of the trip: two nights in the hut above the lake, the boat, and the bread that we',
  'ate before anybody woke up. I have left out the jam, because you said that it was a present. If the sum looks',
  'odd, the ferry back was dearer than the ferry there, and nobody could tell me why. See you on Sunday — alice',
].join(' ')

/** Transfers of all kinds between the users, some of which fail. */
export const transfers: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { alice, bob, carol, dave, erin, frank, grace, heidi, ivan, judy, victor } = users

  await sendFrom(context, alice, [
    { to: bob.address, amount: ton(12.5) },
    { to: carol.address, amount: ton(3), body: commentBody('Coffee and two croissants') },
    { to: dave.address, amount: ton(7.77), body: commentBody('Спасибо! ありがとう 🎉') },
    { to: erin.address, amount: ton(41.3), body: commentBody(LONG_COMMENT) },
  ])
  await sendFrom(context, bob, [
    { to: alice.address, amount: ton(0.5), body: secretTo(context, users) },
    { to: victor.address, amount: ton(25), body: commentBody('Up to the masterchain') },
  ])
  await sendFrom(context, carol, [
    { to: unusedAddress(context.seed), amount: ton(2), body: commentBody('For when you have a wallet') },
    { to: mistypedAddress(context.seed), amount: ton(5), bounce: true },
  ])
  await sendFrom(context, dave, [
    { to: frank.address, amount: ton(15), body: commentBody('Rent, first part') },
  ])
  await sendFrom(context, grace, [{ to: erin.address, amount: ton(1.25) }])
  await sendFrom(context, heidi, payroll(users))
  await sendFrom(context, victor, [{ to: alice.address, amount: ton(30), body: commentBody('Down again') }])
  await sendFrom(context, judy, workshopOrders(users))
  await sendFrom(context, ivan, closedWorkshopOrders(users))
  context.addAccount({
    name: 'workshop',
    kind: 'contract to try things with',
    address: openWorkshop(users).address,
  })
  context.addAccount({
    name: 'closed workshop',
    kind: 'destroyed contract',
    address: closedWorkshop(users).address,
  })
  await context.settle()
}

/** An address without a contract. */
export function unusedAddress(seed: string): Address {
  return new Address(0, derivedSeed(seed, 'address without a contract'))
}

/** Another address without a contract: coins that are sent to it bounce. */
export function mistypedAddress(seed: string): Address {
  return new Address(0, derivedSeed(seed, 'mistyped address'))
}

function secretTo({ seed }: ScenarioContext, { alice, bob }: Users): Cell {
  return encryptedCommentBody(SECRET_COMMENT, {
    key: bob.key,
    recipient: alice.key.publicKey,
    sender: bob.address,
    randomness: derivedSeed(seed, 'prefix of the encrypted comment'),
  })
}

function payroll({ alice, bob, carol, dave, erin, frank, grace, ivan, judy }: Users): Transfer[] {
  return [alice, bob, carol, dave, erin, frank, grace, ivan, judy].map(({ address, name }, place) => ({
    to: address,
    amount: ton(120 + 5 * place),
    body: commentBody(`Salary for October: ${name}`),
  }))
}

/** Returns two contracts of one code: judy's stays, ivan closes his. */
export function openWorkshop({ judy }: Pick<Users, 'judy'>) {
  return workshopOf(judy.address)
}

export function closedWorkshop({ ivan }: Pick<Users, 'ivan'>) {
  return workshopOf(ivan.address)
}

function workshopOf(owner: Address) {
  const data = beginCell().storeAddress(owner).storeUint(0, 64).endCell()
  const init = initOf(workshopCode(), data)
  return { init, address: addressOf(init) }
}

/** Deploys it, makes it count, and then makes it fail in each way. */
function workshopOrders(users: Users): Transfer[] {
  const open = openWorkshop(users)
  const order = (body: Cell, amount = ton(0.2)) => ({ to: open.address, amount, bounce: true, body })
  return [
    { to: open.address, amount: ton(3), init: open.init },
    order(workshopOrder('add', beginCell().storeUint(7, 32))),
    order(workshopOrder('add', beginCell().storeUint(35, 32))),
    // An unknown op: exit code 65535, and the rest is returned.
    order(beginCell().storeUint(0x6a1d0bad, 32).storeUint(0, 64).endCell()),
    // Too short: exit code 9.
    order(beginCell().storeUint(WORKSHOP_OPS.add, 32).endCell()),
    order(workshopOrder('spin'), ton(0.05)),
    order(workshopOrder('overspend')),
  ]
}

function closedWorkshopOrders(users: Users): Transfer[] {
  const [open, closed] = [openWorkshop(users), closedWorkshop(users)]
  return [
    { to: closed.address, amount: ton(1), init: closed.init },
    { to: closed.address, amount: ton(0.1), bounce: true, body: workshopOrder('close') },
    // Not the owner: exit code 401.
    { to: open.address, amount: ton(0.1), bounce: true, body: workshopOrder('close') },
  ]
}

/** Builds the body of an order to a workshop; `rest` follows the query id. */
export function workshopOrder(op: keyof typeof WORKSHOP_OPS, rest: Builder = beginCell()): Cell {
  return beginCell().storeUint(WORKSHOP_OPS[op], 32).storeUint(0, 64).storeBuilder(rest).endCell()
}
