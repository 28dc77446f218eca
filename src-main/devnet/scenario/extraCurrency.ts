import { EXTRA_CURRENCY_ID } from '../zeroState/configuration.ts'
import { ton } from './amounts.ts'
import { commentBody } from './comments.ts'
import type { ScenarioStep } from './scenarioContext.ts'
import { sendFrom, usersOf } from './users.ts'

/** Amount of the minted extra currency that the giver sends to a user. */
export const EXTRA_GIFT = 5_000_000n
/** Amount that this user passes on. */
export const EXTRA_SHARE = 1_250_000n

/**
 * The giver in the masterchain, to which the first block minted the extra currency, sends it to a wallet of the
 * basechain, which passes some of it on.
 */
export const extraCurrency: ScenarioStep = async (context) => {
  const { giver, judy, ivan } = usersOf(context)
  await sendFrom(context, giver, [
    {
      to: judy.address,
      amount: ton(1),
      extraCurrencies: { [EXTRA_CURRENCY_ID]: EXTRA_GIFT },
      body: commentBody(`Currency ${EXTRA_CURRENCY_ID} for you`),
    },
  ])
  await context.settle()
  await sendFrom(context, judy, [
    {
      to: ivan.address,
      amount: ton(0.1),
      extraCurrencies: { [EXTRA_CURRENCY_ID]: EXTRA_SHARE },
      body: commentBody('A quarter of it'),
    },
  ])
  await context.settle()
}
