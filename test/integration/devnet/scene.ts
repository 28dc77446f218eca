import { Address } from '@ton/core'
import type { ScenarioStep } from '../../../src-main/devnet/scenario/scenarioContext.ts'
import { devnetGetMethods, type GetMethods } from './getMethods.ts'
import {
  type PlayedScenario,
  type PlayedTransaction,
  playScenario,
  readTransactions,
} from './playedScenario.ts'

/** A scenario to which tests add messages. */
export type Scene = PlayedScenario & {
  readonly getMethods: GetMethods
  /** Returns the addresses of the scenario's accounts of a kind. */
  accountsOf(kind: string): Address[]
  /** Sends messages and returns the transactions that follow from them, in the order of their lt. */
  after(send: () => Promise<void>): Promise<readonly PlayedTransaction[]>
  close(): Promise<void>
}

export async function openScene(steps: readonly ScenarioStep[]): Promise<Scene> {
  const played = await playScenario(steps, 'market')
  const { context } = played
  const getMethods = devnetGetMethods(context.devnet)
  return {
    ...played,
    getMethods,
    accountsOf: (kind) =>
      context.accounts.flatMap((known) => (known.kind === kind ? Address.parse(known.address) : [])),
    async after(send) {
      const before = context.blocks.length
      await send()
      await context.settle()
      return readTransactions(context, context.blocks.slice(before))
    },
    async close() {
      await getMethods.close()
      await context.close()
    },
  }
}

export const isOf =
  ({ hash }: Address) =>
  ({ accountAddr }: PlayedTransaction) =>
    accountAddr.equals(hash)

/** Coins that came to an account from another, message by message. */
export function received(transactions: readonly PlayedTransaction[], by: Address, from: Address): bigint[] {
  return transactions.filter(isOf(by)).flatMap(({ in: message }) => {
    const info = message?.info
    return info?.type === 'internal' && info.src instanceof Address && info.src.equals(from)
      ? info.value.coins
      : []
  })
}
