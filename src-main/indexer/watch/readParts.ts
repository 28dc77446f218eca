import { messageOf } from '#shared/messageOf.ts'
import { type IndexStore, StoreError } from '../../store/indexStore.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import { mapInOrder } from '../fetch/mapInOrder.ts'
import type { ActionClassification, ContractDetection, ReadThrough } from '../indexer.ts'
import type { BackOff } from './backOff.ts'

/** Sources of what the traces of a history lack. */
export type PartSources = {
  readonly store: Pick<IndexStore, 'unreadParts'>
  readonly readThrough: Pick<ReadThrough, 'trace'>
  readonly detection: Pick<ContractDetection, 'detect'>
  readonly classification: Pick<ActionClassification, 'classify'>
}

/** The result of reading parts. */
export type PartsReading = {
  /** Traces that are still not whole, up to LIMIT. */
  readonly open: number
  /** Why a part could not be read; undefined if all were. */
  readonly trouble: string | undefined
  /** Whether parts were read, so that there can be more. */
  readonly hasProgress: boolean
}

/** Maximum number of traces of a history that are read in one turn. */
const LIMIT = 64
/** Number of parts that are read side by side. */
const WIDTH = 4

/**
 * Reads the newest traces of an account's history that are not whole, then the types of the accounts in them, then
 * derives their actions. A part that fails is left out until `backOff` allows it again. Rejects with StoreError, and
 * with the signal's reason.
 */
export async function readParts(
  { store, readThrough, detection, classification }: PartSources,
  account: StdAddress,
  { signal, backOff }: { readonly signal: AbortSignal; readonly backOff: BackOff },
): Promise<PartsReading> {
  let trouble: string | undefined
  let read = 0
  async function each(
    kind: 'trace' | 'account' | 'actions',
    keys: readonly Buffer[],
    readOne: (key: Buffer) => Promise<unknown>,
  ): Promise<void> {
    const keyOf = (key: Buffer) => `${kind}:${key.toString('latin1')}`
    const due = keys.filter((key) => backOff.isDue(keyOf(key)))
    const readNext = async (key: Buffer) => {
      signal.throwIfAborted()
      try {
        await readOne(key)
        read++
      } catch (error) {
        signal.throwIfAborted()
        // A full disk is not the part's fault: it is read when there is room, without a pause of its own.
        if (error instanceof StoreError) throw error
        trouble = messageOf(error)
      }
      // A trace whose messages are on their way, or an account that does not exist, stays unread after its fetch.
      backOff.tried(keyOf(key))
    }
    for await (const _ of mapInOrder(due, WIDTH, readNext));
  }
  const first = await store.unreadParts(account, LIMIT)
  await each('trace', first.openTraces, (hash) => readThrough.trace(hash, { signal }))
  const { undetected } = await store.unreadParts(account, LIMIT)
  await each('account', undetected, (one) => detection.detect(one, { signal }))
  const { openTraces, unclassified } = await store.unreadParts(account, LIMIT)
  await each('actions', unclassified, (hash) => classification.classify([hash], { signal }))
  return { open: openTraces.length, trouble, hasProgress: read > 0 }
}
