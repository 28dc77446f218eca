import { type Actor, actorsOf, sendFrom } from './actors.ts'
import { ton } from './amounts.ts'
import { commentBody } from './comments.ts'
import type { Chapter } from './stage.ts'

/** Coins from the giver, and a first order by everybody: it brings the wallet's code to the chain. */
export const wallets: Chapter = async (stage) => {
  const actors = actorsOf(stage)
  const { giver, treasury, heidi, victor, mallory: _mallory, ...others } = actors
  stage.introduce({ name: 'giver', kind: 'wallet v3r2', address: giver.address })
  for (const { name, version, address } of [...Object.values(others), treasury, heidi, victor]) {
    stage.introduce({ name, kind: `wallet ${version}`, address })
  }

  const opening = (amount: number) => ({ amount: ton(amount), body: commentBody('Opening balance') })
  await sendFrom(stage, giver, [
    { to: treasury.address, ...opening(5_000_000) },
    { to: heidi.address, ...opening(250_000) },
    { to: victor.address, ...opening(100_000) },
  ])
  await stage.settle()

  const people: readonly Actor[] = Object.values(others)
  await sendFrom(
    stage,
    treasury,
    people.map(({ address }) => ({ to: address, ...opening(10_000) })),
  )
  await sendFrom(stage, heidi, [{ to: heidi.address, amount: ton(1), body: commentBody('Hello from heidi') }])
  await sendFrom(stage, victor, [
    { to: giver.address, amount: ton(1), body: commentBody('Hello from victor') },
  ])
  await stage.settle()

  for (const actor of people) {
    const body = commentBody(`Hello from ${actor.name}`)
    await sendFrom(stage, actor, [{ to: treasury.address, amount: ton(1), body }])
  }
  await stage.settle()
}
