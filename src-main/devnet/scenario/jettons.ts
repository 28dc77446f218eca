import { beginCell } from '@ton/core'
import { tokenCode } from './code/tokens.ts'
import { commentBody } from './comments.ts'
import {
  burnJettons,
  type Jetton,
  jettonOf,
  jettonWalletOf,
  mintJettons,
  sendJettons,
} from './jettonContract.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { onchainContent, svgUri } from './tokenContent.ts'
import { sendFrom, type Users, usersOf } from './users.ts'

/** Units of one jetton: millionths. */
export function cranes(amount: number): bigint {
  return BigInt(Math.round(amount * 1e6))
}

/** Units of one jetton: hundredths. */
export function kettles(amount: number): bigint {
  return BigInt(Math.round(amount * 100))
}

/** The two jettons of the scenario, both issued by the treasury. */
export function jettonsOf({ treasury }: Pick<Users, 'treasury'>): {
  readonly crane: Jetton
  readonly kettle: Jetton
} {
  const admin = treasury.address
  return {
    crane: jettonOf('Paper Crane (USDP)', {
      minterCode: tokenCode('jetton minter'),
      walletCode: tokenCode('jetton wallet'),
      admin,
      content: onchainContent({
        name: 'Paper Crane',
        symbol: 'USDP',
        decimals: '6',
        description: 'A dollar folded out of paper. Worth nothing outside of this network.',
        image: svgUri('<path d="M4 40 30 24 58 8 44 34 60 38 34 44 22 58 24 42Z" fill="#3478f6"/>'),
      }),
    }),
    kettle: jettonOf('Copper Kettle (KTL)', {
      minterCode: tokenCode('first jetton minter'),
      walletCode: tokenCode('first jetton wallet'),
      admin,
      // Partly on the chain and partly in a document, as TEP-64 allows; the document is in a `data:` URL.
      content: onchainContent({
        uri: `data:application/json,${JSON.stringify({ description: 'Points of the tea house' })}`,
        name: 'Copper Kettle',
        symbol: 'KTL',
        decimals: '2',
      }),
    }),
  }
}

/** Mints to a set of holders, and makes transfers with payloads, a failed one, and a burn. */
export const jettons: ScenarioStep = async (context) => {
  const users = usersOf(context)
  const { treasury, alice, bob, carol, dave, erin, frank, grace, heidi, ivan, judy } = users
  const { crane, kettle } = jettonsOf(users)
  for (const { name, address } of [crane, kettle]) {
    context.addAccount({ name, kind: 'jetton master', address })
  }

  await sendFrom(context, treasury, [
    mintJettons(crane, treasury.address, cranes(1_000_000), treasury.address),
    mintJettons(kettle, treasury.address, kettles(50_000), treasury.address),
  ])
  await context.settle()

  const holders = [alice, bob, carol, dave, erin, frank, heidi, ivan, judy]
  await sendFrom(context, treasury, [
    ...holders.map(({ address: to }, place) =>
      sendJettons(crane, {
        from: treasury.address,
        to,
        amount: cranes(1000 + 250 * place),
        payload: commentBody('Welcome to Paper Crane'),
        queryId: place + 1,
      }),
    ),
    ...holders
      .slice(1)
      .map(({ address: to }, place) =>
        sendJettons(kettle, { from: treasury.address, to, amount: kettles(10 + 2.5 * place) }),
      ),
  ])
  await context.settle()

  await sendFrom(context, alice, [
    sendJettons(crane, {
      from: alice.address,
      to: bob.address,
      amount: cranes(12.34),
      payload: commentBody('Half of the taxi'),
    }),
  ])
  await sendFrom(context, carol, [
    sendJettons(crane, {
      from: carol.address,
      to: treasury.address,
      amount: cranes(99.99),
      // The number of an order, for a shop.
      payload: beginCell().storeUint(0x0bde0bde, 32).storeUint(20261, 64).storeUint(1, 1).endCell(),
      queryId: 20261,
    }),
  ])
  await sendFrom(context, dave, [
    // There is no notification, and grace gets a jetton wallet.
    sendJettons(crane, { from: dave.address, to: grace.address, amount: cranes(400) }),
  ])
  await sendFrom(context, erin, [burnJettons(crane, erin.address, cranes(500))])
  await sendFrom(context, ivan, [burnJettons(kettle, ivan.address, kettles(5))])
  await sendFrom(context, judy, [
    // More than she has.
    sendJettons(crane, { from: judy.address, to: alice.address, amount: cranes(1_000_000) }),
    sendJettons(kettle, {
      from: judy.address,
      to: bob.address,
      amount: kettles(1.25),
      payload: commentBody('Two cups of green tea'),
    }),
  ])
  await sendFrom(
    context,
    heidi,
    [alice, bob, carol, frank].map(({ address: to, name }) =>
      sendJettons(crane, {
        from: heidi.address,
        to,
        amount: cranes(75),
        payload: commentBody(`Bonus: ${name}`),
      }),
    ),
  )
  await context.settle()
  context.addAccount({
    name: "alice's Paper Crane",
    kind: 'jetton wallet',
    address: jettonWalletOf(crane, alice.address),
  })
}
