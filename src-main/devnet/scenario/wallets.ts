import { ton } from './amounts.ts'
import { commentBody } from './comments.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { sendFrom, type User, usersOf } from './users.ts'

/** Sends coins from the giver, and a first order from each user, which deploys the wallet's code. */
export const wallets: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { giver, treasury, heidi, victor, mallory: _mallory, ...others } = users
  context.addAccount({ name: 'giver', kind: 'wallet v3r2', address: giver.address })
  for (const { name, version, address } of [...Object.values(others), treasury, heidi, victor]) {
    context.addAccount({ name, kind: `wallet ${version}`, address })
  }

  const opening = (amount: number) => ({ amount: ton(amount), body: commentBody('Opening balance') })
  await sendFrom(context, giver, [
    { to: treasury.address, ...opening(5_000_000) },
    { to: heidi.address, ...opening(250_000) },
    { to: victor.address, ...opening(100_000) },
  ])
  await context.settle()

  const people: readonly User[] = Object.values(others)
  await sendFrom(
    context,
    treasury,
    people.map(({ address }) => ({ to: address, ...opening(10_000) })),
  )
  await sendFrom(context, heidi, [
    { to: heidi.address, amount: ton(1), body: commentBody('Hello from heidi') },
  ])
  await sendFrom(context, victor, [
    { to: giver.address, amount: ton(1), body: commentBody('Hello from victor') },
  ])
  await context.settle()

  for (const user of people) {
    const body = commentBody(`Hello from ${user.name}`)
    await sendFrom(context, user, [{ to: treasury.address, amount: ton(1), body }])
  }
  await context.settle()
}
