import type { V3Result } from '#shared/schema/v3/operations.ts'
import type { Action } from '../../../src-renderer/actions/action.ts'
import { foldTraces } from '../../../src-renderer/actions/foldTraces.ts'
import { traceFacts } from '../../../src-renderer/actions/traceFacts.ts'
import { accountKey } from '../../../src-renderer/decode/accountKey.ts'
import { assetFlow } from '../../../src-renderer/decode/assetFlow.ts'
import { identitiesOf } from '../../../src-renderer/decode/identity.ts'
import { traceModel } from '../../../src-renderer/decode/traceModel.ts'
import { resultV3 } from './v3Scene.ts'

/** Changes of an account's assets, by jetton master or number of the currency; without those that are zero. */
export type AssetSums = {
  readonly coins: bigint
  readonly jettons: Readonly<Record<string, bigint>>
  readonly currencies: Readonly<Record<string, bigint>>
}

const LIMIT = 1000

function withoutZero(sums: ReadonlyMap<string, bigint>): Readonly<Record<string, bigint>> {
  return Object.fromEntries([...sums].filter(([, value]) => value !== 0n).sort())
}

/**
 * Adds up the amounts and fees of all rows of an account's history, as the explorer derives them.
 * @param known answers with traces by their ids, which this function fills: accounts share traces
 */
export async function historySum(
  url: string,
  account: string,
  known: Map<string, V3Result<'traces'>>,
): Promise<AssetSums> {
  const { actions } = await resultV3(url, 'actions', {
    account,
    supported_action_types: ['latest', 'tgbtc'],
    limit: LIMIT,
  })
  if (actions.length === LIMIT) throw new Error(`${account} has more actions than one page`)
  let coins = 0n
  const jettons = new Map<string, bigint>()
  const currencies = new Map<string, bigint>()
  const add = (sums: Map<string, bigint>, key: string, value: bigint) =>
    sums.set(key, (sums.get(key) ?? 0n) + value)
  for (const { traceId } of foldTraces(actions as readonly Action[])) {
    const id = traceId ?? ''
    const answer = known.get(id) ?? (await resultV3(url, 'traces', { trace_id: id, include_actions: true }))
    known.set(id, answer)
    const [trace] = answer.traces
    const facts = trace && traceFacts(trace, answer, accountKey(account))
    if (!facts || 'unread' in facts) throw new Error(`trace ${id} is not readable`)
    coins += facts.changes.coins - facts.changes.fees
    for (const [jetton, value] of facts.changes.jettons) add(jettons, jetton, value)
    for (const [currency, value] of facts.changes.currencies) add(currencies, String(currency), value)
  }
  return { coins, jettons: withoutZero(jettons), currencies: withoutZero(currencies) }
}

type State = V3Result<'transactions'>['transactions'][number]['account_state_after']

function currenciesOf(state: State | undefined): ReadonlyMap<string, bigint> {
  return new Map(Object.entries(state?.extra_currencies ?? {}).map(([id, value]) => [id, BigInt(value)]))
}

/** Returns the change of an account's balances since its first transaction, and its balances of jettons. */
export async function balanceChange(url: string, account: string): Promise<AssetSums> {
  const limit = 1
  const first = await resultV3(url, 'transactions', { account, limit, sort: 'asc' })
  const last = await resultV3(url, 'transactions', { account, limit, sort: 'desc' })
  const before = first.transactions[0]?.account_state_before
  const after = last.transactions[0]?.account_state_after
  const wallets = await resultV3(url, 'jetton/wallets', { owner_address: account, limit: LIMIT })
  const [earlier, later] = [currenciesOf(before), currenciesOf(after)]
  const numbers = new Set([...earlier.keys(), ...later.keys()])
  return {
    coins: BigInt(after?.balance ?? 0) - BigInt(before?.balance ?? 0),
    jettons: withoutZero(
      new Map(
        wallets.jetton_wallets.map(({ jetton, balance }) => [accountKey(jetton), BigInt(balance)] as const),
      ),
    ),
    currencies: withoutZero(
      new Map([...numbers].map((id) => [id, (later.get(id) ?? 0n) - (earlier.get(id) ?? 0n)] as const)),
    ),
  }
}

/** Returns the owner of each NFT item by the flows of all traces, minted items included; by account keys. */
export async function ownersByFlow(url: string): Promise<ReadonlyMap<string, string>> {
  const answer = await resultV3(url, 'traces', { limit: LIMIT, sort: 'asc' })
  if (answer.traces.length === LIMIT) throw new Error('there are more traces than one page')
  const identities = identitiesOf(answer, true)
  const owners = new Map<string, string>()
  for (const trace of answer.traces) {
    const { items } = assetFlow(traceModel(trace, answer.address_book), identities)
    for (const [owner, moves] of items) {
      for (const item of new Set(moves.map((move) => move.item))) {
        const own = moves.filter((move) => move.item === item)
        if (own.filter(({ gained }) => gained).length > own.filter(({ gained }) => !gained).length) {
          owners.set(item, owner)
        }
      }
    }
  }
  return owners
}
