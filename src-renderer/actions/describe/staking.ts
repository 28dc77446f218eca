import {
  type ActionLine,
  actionLine,
  amount,
  clauseOf,
  type LinePart,
  moved,
  phrase,
  text,
} from './actionLine.ts'
import { addressIn, assetIn, type Details, numberIn, textIn } from './details.ts'

const PROVIDERS: Readonly<Record<string, string>> = {
  liquid_staking: 'liquid staking',
  nominator: 'a nominator pool',
  ethena: 'Ethena',
}

function provider(preposition: string, details: Details): LinePart[] {
  const name = textIn(details, 'provider')
  const known = name === undefined ? undefined : (PROVIDERS[name] ?? name)
  const pool = addressIn(details, 'pool')
  return known === undefined ? phrase(preposition, pool) : [text(`${preposition} ${known}`)]
}

export function stakeDeposit(details: Details): ActionLine {
  const [holder, pool] = [addressIn(details, 'stake_holder'), addressIn(details, 'pool')]
  const value = numberIn(details, 'amount')
  const source = assetIn(details, 'source_asset')
  const asset = addressIn(details, 'asset')
  const minted = numberIn(details, 'tokens_minted')
  const got = asset === undefined || minted === undefined ? [] : [text('for'), amount(asset, minted)]
  return actionLine(
    'staking',
    clauseOf(holder, 'staked', [amount(source, value), ...got, ...provider('in', details)]),
    {
      moves: [
        ...moved(holder, pool, source, value),
        ...(asset === undefined ? [] : moved(undefined, holder, asset, minted)),
      ],
    },
  )
}

export function stakeWithdrawal(details: Details): ActionLine {
  const [holder, pool] = [addressIn(details, 'stake_holder'), addressIn(details, 'pool')]
  const value = numberIn(details, 'amount')
  const asset = addressIn(details, 'asset')
  const burned = numberIn(details, 'tokens_burnt')
  return actionLine(
    'staking',
    clauseOf(holder, 'withdrew', [amount(null, value), ...provider('from', details)]),
    {
      moves: [
        ...moved(pool, holder, null, value),
        ...(asset === undefined ? [] : moved(holder, undefined, asset, burned)),
      ],
    },
  )
}

export function stakeWithdrawalRequest(details: Details): ActionLine {
  const holder = addressIn(details, 'stake_holder')
  const asset = addressIn(details, 'asset')
  const burned = numberIn(details, 'tokens_burnt')
  const what = asset === undefined || burned === undefined ? [] : [text('of'), amount(asset, burned)]
  const rest = [text('a withdrawal'), ...what, ...provider('from', details)]
  return actionLine('staking', clauseOf(holder, 'requested', rest), {
    moves: asset === undefined ? [] : moved(holder, undefined, asset, burned),
  })
}
