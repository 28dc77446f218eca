import { BASIC_MESSAGES } from '#shared/contracts/basicMessages.ts'
import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { EVAA, EVAA_ASSETS } from '#shared/contracts/evaa.ts'
import type { ActionType } from '../actionType.ts'
import { type ActionKind, type Block, factsOf } from '../block.ts'
import { fieldsOf, readAddress, shortHex } from '../bodyReader.ts'
import { dataOf, decimal } from '../details.ts'
import { blockWhere, call, either, type Match, made, type Pattern, type PatternLinks } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'
import { fromMaster, jettonsFor, payloadOf, TON_ID } from './evaa.ts'
import { jettonTransfer } from './jettons.ts'

/** Liquidations of loans on EVAA: other users pay the debt and get the collateral (docs/actions §12.6). */

const op = (name: string) => opcodeOf(EVAA, `evaa_${name}`)

type Liquidation = {
  readonly liquidator: string | null
  readonly borrower: string | null
  readonly borrowerContract: string | null
  /** Id of the collateral. */
  readonly assetId: bigint
  readonly debtAmount: bigint
  /** Amount of the collateral that the liquidator got. */
  readonly amount: bigint
  readonly failReason: string | null
}

const evaaLiquidate: ActionKind<Liquidation> = {
  block: 'evaa_liquidate',
  fields: ({ liquidator, borrower, borrowerContract, assetId, debtAmount, amount, failReason }) => ({
    source: liquidator,
    destination: borrower,
    destination_secondary: borrowerContract,
    asset: assetOf(assetId) ?? null,
    amount,
    evaa_liquidate_data: {
      fail_reason: failReason,
      debt_amount: debtAmount.toString(),
      asset_id: assetId.toString(),
    },
  }),
}

/** Returns the jetton master of an id; null for TON, undefined for an unknown id. */
function assetOf(id: bigint): string | null | undefined {
  if (id === TON_ID) return null
  return EVAA_ASSETS[id.toString(16).padStart(64, '0')]?.toUpperCase()
}

/** Reasons of a refusal, by the code at the end of the user's contract's message. */
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0xe001, 'master_liquidating_too_much'],
  [0xe002, 'user_withdraw_in_progress'],
  [0xe003, 'not_liquidatable'],
  [0xe004, 'execution_crashed'],
  [0xe005, 'min_collateral_not_satisfied'],
  [0xe006, 'user_not_enough_collateral'],
  [0xe007, 'user_liquidating_too_much'],
  [0xe008, 'master_not_enough_liquidity'],
  [0xe009, 'liquidation_prices_missing'],
])

const anyPayment = either(
  [made(jettonTransfer), blockWhere(({ message }) => message !== undefined && message.destination !== null)],
  { optional: true },
)

const liquidated = (rejection: Pattern): PatternLinks => ({
  child: either([
    fromMaster('liquidate_user', {
      name: 'user',
      child: either([
        call(op('liquidate_satisfied'), {
          name: 'satisfied',
          children: [
            fromMaster('liquidate_success'),
            either([call([op('liquidate_success_report'), op('liquidate_fail')]), made(jettonTransfer)]),
          ],
        }),
        call(op('liquidate_satisfied'), {
          name: 'without liquidity',
          child: either([fromMaster('liquidate_fail'), call(op('liquidate_fail'))]),
        }),
        call(op('liquidate_unsatisfied'), { name: 'unsatisfied', child: anyPayment }),
      ]),
    }),
    rejection,
  ]),
})

function liquidateRule(name: string, pattern: Pattern): Rule {
  return {
    name,
    pattern,
    build(match) {
      const request = readRequest(match.anchor)
      const borrowerContract = match.get('user')?.ownMessage.destination ?? null
      const satisfied = match.get('satisfied')
      if (satisfied) {
        const { owner, debtAmount, collateral, reward } = readSatisfied(satisfied)
        const { liquidator } = request
        const result = { liquidator, borrower: owner, assetId: collateral, debtAmount, amount: reward }
        return built(evaaLiquidate, { ...result, borrowerContract, failReason: null })
      }
      const failReason = failReasonOf(match)
      return built(evaaLiquidate, { ...request, borrowerContract, amount: 0n, failReason }, { failed: true })
    },
  }
}

/** Reads the liquidator, the loan's owner and the payment in jettons or TON. */
function readRequest(anchor: Block) {
  const transfer = factsOf(anchor, jettonTransfer)
  const fields = transfer ? payloadOf(transfer) : fieldsOf(anchor.ownMessage).skip(64)
  const borrower = readAddress(fields)
  readAddress(fields)
  const assetId = fields.loadUintBig(256)
  // For jettons, the amount is that of the transfer.
  const debtAmount = transfer ? transfer.amount : fields.skip(64 + 2).loadUintBig(64)
  const liquidator = transfer ? transfer.sender : anchor.ownMessage.source
  return { liquidator, borrower, assetId, debtAmount }
}

function readSatisfied(block: Block) {
  const fields = fieldsOf(block.ownMessage).skip(64)
  const owner = readAddress(fields)
  const result = fields.loadRef().beginParse().skip(64)
  const debtAmount = result.loadUintBig(64)
  const collateral = result.skip(128).loadUintBig(256)
  const reward = result.skip(64).loadUintBig(64)
  return { owner, debtAmount, collateral, reward }
}

function failReasonOf(match: Match): string {
  if (match.get('without liquidity')) return 'master_not_enough_liquidity'
  const unsatisfied = match.get('unsatisfied')
  if (!unsatisfied) return 'immediate_rejection'
  const result = fieldsOf(unsatisfied.ownMessage).loadRef().beginParse()
  const code = result.skip(64 + 256 + 64 + 64)
  return ERRORS.get(code.remainingBits < 32 ? 0 : code.loadUint(32)) ?? 'unknown'
}

const bounced = call(opcodeOf(BASIC_MESSAGES, 'bounce'))

export const evaaLiquidateRules: readonly Rule[] = [
  liquidateRule('EVAA liquidation with TON', call(op('liquidate_master'), liquidated(bounced))),
  liquidateRule(
    'EVAA liquidation with jettons',
    jettonsFor('liquidate_master', liquidated(made(jettonTransfer))),
  ),
]

export const EVAA_LIQUIDATION_TYPES: readonly ActionType[] = [
  {
    name: 'evaa_liquidate',
    since: 'v2',
    groups: ['evaa'],
    details(row) {
      const data = dataOf(row.evaa_liquidate_data)
      const id = data.asset_id === undefined ? undefined : BigInt(String(data.asset_id))
      const asset = id === undefined ? undefined : assetOf(id)
      return {
        fail_reason: data.fail_reason ?? null,
        debt_amount: data.debt_amount ?? null,
        source: row.source ?? null,
        borrower: row.destination ?? null,
        borrower_contract: row.destination_secondary ?? null,
        // As in the reference, the stored id.
        collateral: data.asset_id ?? null,
        asset_id: id === undefined ? null : shortHex(id),
        asset: asset ?? null,
        is_known_asset: asset !== undefined,
        amount: decimal(row.amount),
      }
    },
  },
]
