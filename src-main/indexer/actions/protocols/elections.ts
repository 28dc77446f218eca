import { opcodeOf } from '#shared/contracts/contractDefinition.ts'
import { ELECTOR } from '#shared/contracts/elector.ts'
import { ELECTOR_ADDRESS } from '#shared/contracts/standardAccounts.ts'
import type { ActionType } from '../actionType.ts'
import type { ActionKind } from '../block.ts'
import { decimal, withoutNulls } from '../details.ts'
import { call, type Pattern, where } from '../pattern.ts'
import { built, type Rule } from '../rule.ts'

/** Stakes of validators at the elector (docs/actions §11). */

const NEW_STAKE = opcodeOf(ELECTOR, 'elector_new_stake')
const CONFIRMATION = opcodeOf(ELECTOR, 'elector_new_stake_confirmation')
const RECOVER = opcodeOf(ELECTOR, 'elector_recover_stake_request')
const RECOVERED = opcodeOf(ELECTOR, 'elector_recover_stake_response')

type Stake = {
  readonly holder: string | null
  /** Nanoton; null if nothing was recovered. */
  readonly amount: bigint | null
}

const fields = ({ holder, amount }: Stake) => ({ source: holder, amount })
const electionDeposit: ActionKind<Stake> = { block: 'election_deposit', fields }
const electionRecover: ActionKind<Stake> = { block: 'election_recover', fields }

const toElector = (pattern: Pattern) =>
  where(pattern, ({ message }) => message?.destination === ELECTOR_ADDRESS)

/** Excesses stay separate actions: the blocks are named. */
export const electionDepositRule: Rule = {
  name: 'election deposit',
  pattern: toElector(call(NEW_STAKE, { child: call(CONFIRMATION, { optional: true, name: 'confirmed' }) })),
  build(match) {
    const { anchor } = match
    const { source, value } = anchor.ownMessage
    const confirmed = match.all('confirmed')
    return built(
      electionDeposit,
      { holder: source, amount: value },
      { failed: confirmed.length === 0, blocks: [anchor, ...confirmed] },
    )
  },
}

export const electionRecoverRule: Rule = {
  name: 'election recovery',
  pattern: toElector(call(RECOVER, { child: call(RECOVERED, { optional: true, name: 'recovered' }) })),
  build(match) {
    const { anchor } = match
    const recovered = match.all('recovered')
    return built(
      electionRecover,
      { holder: anchor.ownMessage.source, amount: recovered[0]?.ownMessage.value ?? null },
      { failed: recovered.length === 0, blocks: [anchor, ...recovered] },
    )
  },
}

export const ELECTION_TYPES: readonly ActionType[] = ['election_deposit', 'election_recover'].map((name) => ({
  name,
  since: 'v1',
  details: (row) => ({
    stake_holder: row.source ?? null,
    ...withoutNulls({ amount: decimal(row.amount) }),
  }),
}))
