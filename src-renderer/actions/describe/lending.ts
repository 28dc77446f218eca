import { EVAA_TON_ID } from '#shared/contracts/evaaCoin.ts'
import { type ActionLine, actionLine, amount, clauseOf, moved, phrase, text } from './actionLine.ts'
import { addressIn, assetIn, type Details, numberIn, recordsIn, textIn } from './details.ts'

/** The amount with which EVAA withdraws everything. */
const ALL = 2n ** 64n - 1n

/** Returns the asset of an EVAA action, null for the network's coin, or undefined if only EVAA's own id is known. */
function evaaAsset(details: Details): string | null | undefined {
  const asset = addressIn(details, 'asset')
  if (asset !== undefined) return asset
  return details.is_ton === true || textIn(details, 'asset_id') === `0x${EVAA_TON_ID}` ? null : undefined
}

function evaaAmount(details: Details) {
  const asset = evaaAsset(details)
  const value = numberIn(details, 'amount')
  if (asset === undefined) return text('an asset')
  return value === ALL ? amount(asset, undefined) : amount(asset, value)
}

function reason(details: Details): string | undefined {
  return textIn(details, 'fail_reason')?.replaceAll('_', ' ')
}

function evaaMove(details: Details, from: string | undefined, to: string | undefined) {
  const asset = evaaAsset(details)
  const value = numberIn(details, 'amount')
  return asset === undefined || value === ALL ? [] : moved(from, to, asset, value)
}

export function evaaSupply(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const recipient = addressIn(details, 'recipient')
  const beneficiary = recipient === source ? [] : phrase('for', recipient)
  const rest = [evaaAmount(details), text('to EVAA'), ...beneficiary]
  return actionLine('lending', clauseOf(source, 'supplied', rest), {
    moves: evaaMove(details, source, undefined),
  })
}

export function evaaWithdraw(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const recipient = addressIn(details, 'recipient') ?? source
  const where = recipient === source ? [] : phrase('to', recipient)
  return actionLine(
    'lending',
    clauseOf(source, 'withdrew', [evaaAmount(details), text('from EVAA'), ...where]),
    {
      moves: evaaMove(details, undefined, recipient),
      reason: reason(details),
    },
  )
}

export function evaaLiquidate(details: Details): ActionLine {
  const rest = [
    ...phrase('the debt of', addressIn(details, 'borrower')),
    text('on EVAA for'),
    details.is_known_asset === true ? evaaAmount(details) : text('an unknown asset'),
  ]
  return actionLine('lending', clauseOf(addressIn(details, 'source'), 'liquidated', rest), {
    reason: reason(details),
  })
}

const ON_JVAULT = text('on JVault')

export function jvaultStake(details: Details): ActionLine {
  const [source, pool] = [addressIn(details, 'source'), addressIn(details, 'pool')]
  const [asset, value] = [assetIn(details, 'asset'), numberIn(details, 'amount')]
  return actionLine('staking', clauseOf(source, 'staked', [amount(asset, value), ON_JVAULT]), {
    moves: moved(source, pool, asset, value),
  })
}

function exitReason(details: Details): string | undefined {
  const exit = numberIn(details, 'exit_code')
  return exit === undefined ? undefined : `exit code ${exit}`
}

export function jvaultUnstake(details: Details): ActionLine {
  const [source, pool] = [addressIn(details, 'source'), addressIn(details, 'pool')]
  const asset = addressIn(details, 'asset')
  const value = numberIn(details, 'amount')
  const what = asset === undefined ? text('its stake') : amount(asset, value)
  // The action counts as a success even if the contract refused (docs/actions §12.7).
  const failed = exitReason(details)
  return actionLine('staking', clauseOf(source, 'unstaked', [what, ON_JVAULT]), {
    moves: asset === undefined || failed !== undefined ? [] : moved(pool, source, asset, value),
    reason: failed,
  })
}

export function jvaultUnstakeRequest(details: Details): ActionLine {
  const source = addressIn(details, 'source')
  const asset = addressIn(details, 'asset')
  const what = asset === undefined ? [] : [text('of'), amount(asset, numberIn(details, 'amount'))]
  return actionLine('staking', clauseOf(source, 'requested', [text('unstaking'), ...what, ON_JVAULT]), {
    reason: exitReason(details),
  })
}

export function jvaultClaim(details: Details): ActionLine {
  const [source, pool] = [addressIn(details, 'source'), addressIn(details, 'pool')]
  const rewards = recordsIn(details, 'claimed_rewards').map((reward) => ({
    asset: assetIn(reward, 'jetton'),
    value: numberIn(reward, 'amount'),
  }))
  const what =
    rewards.length === 0
      ? [text('staking rewards')]
      : rewards.flatMap(({ asset, value }, i) => [
          text(i === 0 ? 'a staking reward of' : 'and'),
          amount(asset, value),
        ])
  return actionLine('staking', clauseOf(source, 'claimed', [...what, ON_JVAULT]), {
    moves: rewards.flatMap(({ asset, value }) => moved(pool, source, asset, value)),
  })
}
