import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { NOMINATOR_POOL } from '#shared/contracts/nominatorPool.ts'
import type { ActionKind, Block } from '../block.ts'
import { call, made, type RuleContext, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { commentOf, tonTransfer } from './basic.ts'
import { stakingData } from './stakes.ts'

/** Stakes in the nominator pools of ton-blockchain (docs/actions §11). */

const PROCESS_WITHDRAWALS = opcodeOf(NOMINATOR_POOL, 'nominator_pool_process_withdrawals')
const CODES: ReadonlySet<string> = new Set((NOMINATOR_POOL.codes ?? []).map(({ hash }) => hash))
const REFUNDS: readonly (number | undefined)[] = [
  opcodeOf(BASIC_MESSAGES, 'excess'),
  opcodeOf(BASIC_MESSAGES, 'bounce'),
]

const PROVIDER = 'nominator'

type Stake = {
  readonly holder: string | null
  readonly pool: string | null
  /** Nanoton; null without a payout so far. */
  readonly amount: bigint | null
}

const fields = ({ holder, pool, amount }: Stake) => ({
  source: holder,
  destination: pool,
  amount,
  staking_data: stakingData({ provider: PROVIDER }),
})

const deposit: ActionKind<Stake> = { block: 'nominator_pool_deposit', type: 'stake_deposit', fields }
const request: ActionKind<Stake> = {
  block: 'nominator_pool_withdraw_request',
  type: 'stake_withdrawal_request',
  fields,
}
const withdrawal: ActionKind<Stake> = { ...request, type: 'stake_withdrawal' }

function isPool(address: string | null | undefined, { facts }: RuleContext): boolean {
  if (typeof address !== 'string') return false
  const code = facts.codeHash(address)
  return code !== undefined && CODES.has(code)
}

const toPool = (comment: string) =>
  where(
    made(tonTransfer),
    (block, context) => commentOf(block) === comment && isPool(block.message?.destination, context),
  )

/** Returns the refunds of the first message, which the rules of nominator pools include, unlike most rules. */
function refundsOf({ children }: Block): Block[] {
  return children.filter(({ opcode }) => REFUNDS.includes(opcode))
}

export const nominatorDepositRule: Rule = {
  name: 'nominator pool deposit',
  pattern: toPool('d'),
  build({ anchor }) {
    const { source, destination, value } = anchor.ownMessage
    return built(
      deposit,
      { holder: source, pool: destination, amount: value },
      { failed: anchor.failed, blocks: [anchor, ...refundsOf(anchor)] },
    )
  },
}

/** Maximum number of payments for a request: the stake and a refund of the fee. */
const MAX_PAYMENTS = 2

export const nominatorWithdrawRule: Rule = {
  name: 'nominator pool withdrawal request',
  pattern: toPool('w'),
  build({ anchor }) {
    const { source, destination, value } = anchor.ownMessage
    const payments = anchor.children.filter(({ type }) => type === tonTransfer.block)
    const taken = payments.length <= MAX_PAYMENTS ? payments : []
    const amount = payoutOf(taken, value ?? 0n)
    return built(
      amount === undefined ? request : withdrawal,
      { holder: source, pool: destination, amount: amount ?? null },
      { failed: anchor.failed, blocks: [anchor, ...refundsOf(anchor), ...taken] },
    )
  },
}

/**
 * Returns the stake among a pool's payments. A single payment that does not exceed the request is a refund of its
 * fee.
 */
function payoutOf(payments: readonly Block[], requested: bigint): bigint | undefined {
  const [first, second] = payments.toSorted((a, b) => (a.first.lt < b.first.lt ? -1 : 1))
  const paid = first?.ownMessage.value ?? 0n
  return second || paid > requested ? paid : undefined
}

/** A pool pays out stakes whose withdrawal was requested while they were in use. */
export const nominatorPayoutRule: Rule = {
  name: 'nominator pool payouts',
  pattern: where(call(PROCESS_WITHDRAWALS), ({ message }, context) => isPool(message?.destination, context)),
  build({ anchor }) {
    return anchor.children
      .filter(({ type }) => type === tonTransfer.block)
      .map((payment) => {
        const { source, destination, value } = payment.ownMessage
        return built(withdrawal, { holder: destination, pool: source, amount: value }, { blocks: [payment] })
      })
  },
}
