import type { V3Name, V3Result } from '#shared/schema/v3/operations.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'
import { indexedToHead, indexUntil } from '../indexer/indexGateway.ts'
import { openScene, type Scene } from '../operations/scene.ts'
import { askV3, pathOf } from './askV3.ts'

/** A devnet with its scenario, all of it indexed, and a few things on it by name. */
export type V3Scene = {
  readonly scene: Scene
  readonly url: string
  /** Newest masterchain block, which is the newest indexed one. */
  readonly head: number
  /** Raw, upper-case. */
  readonly alice: string
  /** Of alice, newest first. */
  readonly transactions: readonly TransactionJson[]
  /** One of them that an internal message made, and which sent another on. */
  readonly middle: TransactionJson
  /** The newest one that a message from outside made. */
  readonly external: TransactionJson
  /** Returns the raw address of an account that the devnet lists by that name. */
  account(name: string): string
}

function first<T>(items: readonly T[], isWanted: (item: T) => boolean, what: string): T {
  const found = items.find(isWanted)
  if (!found) throw new Error(`the scenario has no ${what}`)
  return found
}

export async function openV3Scene(): Promise<V3Scene & AsyncDisposable> {
  const scene = await openScene({ isIndexed: true })
  try {
    const head = await indexedToHead(scene.url)
    // Detection and classification change answers: two requests for the same rows would differ.
    await indexUntil(
      scene.url,
      ({ detection, classification }) => detection.pending === 0 && classification.pending === 0,
    )
    const account = (name: string) => rawOf(scene.accounts.get(name) ?? '')
    const alice = account('alice')
    const { transactions } = await resultV3(scene.url, 'transactions', { account: alice, limit: 1000 })
    const all = (await resultV3(scene.url, 'transactions', { limit: 1000 })).transactions
    return {
      scene,
      url: scene.url,
      head,
      alice,
      transactions,
      middle: first(
        all,
        ({ in_msg, out_msgs }) => in_msg?.source != null && out_msgs.some((out) => out.destination !== null),
        'transaction amid a trace',
      ),
      external: first(transactions, ({ in_msg }) => in_msg?.source === null, 'message from outside to alice'),
      account,
      [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
    }
  } catch (error) {
    await scene[Symbol.asyncDispose]()
    throw error
  }
}

/** As v3 writes addresses. */
export function rawOf(address: string): string {
  const [workchain = '', hash = ''] = address.split(':')
  return `${workchain}:${hash.toUpperCase()}`
}

/** The answer of a GET, which must be 200. */
export async function resultV3<Name extends V3Name>(
  url: string,
  name: Name,
  params: Readonly<Record<string, unknown>>,
): Promise<V3Result<Name>> {
  const path = pathOf(name, params)
  const { status, body } = await askV3(url, path)
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
  return body as V3Result<Name>
}
