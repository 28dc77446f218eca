import { Address } from '@ton/core'
import type { Chapter } from '../../../src-main/devnet/scenario/stage.ts'
import { devnetGetMethods, type GetMethods } from './getMethods.ts'
import {
  type PlayedScenario,
  type PlayedTransaction,
  playScenario,
  readTransactions,
} from './playedScenario.ts'

/** A played scenario on which more is played. */
export type Scene = PlayedScenario & {
  readonly getMethods: GetMethods
  /** Of the accounts that were introduced as this. */
  introduced(kind: string): Address[]
  /** Sends messages and returns the transactions that follow from them, in the order of their lt. */
  after(send: () => Promise<void>): Promise<readonly PlayedTransaction[]>
  close(): Promise<void>
}

export async function openScene(chapters: readonly Chapter[]): Promise<Scene> {
  const played = await playScenario(chapters, 'market')
  const { stage } = played
  const getMethods = devnetGetMethods(stage.devnet)
  return {
    ...played,
    getMethods,
    introduced: (kind) =>
      stage.introduced.flatMap((known) => (known.kind === kind ? Address.parse(known.address) : [])),
    async after(send) {
      const before = stage.blocks.length
      await send()
      await stage.settle()
      return readTransactions(stage, stage.blocks.slice(before))
    },
    async close() {
      await getMethods.close()
      await stage.close()
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
