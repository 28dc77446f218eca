import type { JsonValue } from '#shared/schema/jsonValue.ts'
import { parseAddress } from '#shared/ton/address.ts'
import type { ActionKind, ClassifiedBatch, PackedAction } from '../../store/classifiedTraces.ts'
import { type Fields, packFields } from '../../store/packing/actionFields.ts'
import { packNumbers } from '../../store/packing/numbers.ts'
import { loadActionKinds, loadActionWords } from '../../store/queries/actionKinds.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { stdAddress } from '../stdAddress.ts'
import type { ActionFields, ActionRow } from './row.ts'

/** Packs rows for the database, and assigns numbers to new words and kinds. */
export type ActionPacker = {
  /** @param numbers row numbers of the trace's transactions, by hash (base64) */
  pack(rows: readonly ActionRow[], numbers: ReadonlyMap<string, number>): PackedAction[]
  /** Words and kinds that the database does not have yet. */
  readonly added: Pick<ClassifiedBatch, 'words' | 'kinds'>
}

/** Names with columns of their own, and those stored with the trace. */
const NOT_FIELDS: ReadonlySet<string> = new Set([
  'trace_id',
  'action_id',
  'type',
  'parent_action_id',
  'ancestor_type',
  'start_lt',
  'end_lt',
  'start_utime',
  'end_utime',
  'mc_seqno_end',
  'trace_end_lt',
  'trace_end_utime',
  'trace_mc_seqno_end',
  'trace_external_hash',
  'trace_external_hash_norm',
  'tx_hashes',
  'accounts',
  'success',
])

/** Creates a packer for the reader's snapshot. Write the added words and kinds before creating the next packer. */
export function createActionPacker(reader: Reader): ActionPacker {
  const words = numbering(
    [...loadActionWords(reader)].map(([id, word]) => [word, id]),
    (word) => word,
  )
  const kinds = numbering(
    [...loadActionKinds(reader)].map(([id, kind]) => [kind, id] as const),
    ({ type, ancestors }: ActionKind) => [type, ...ancestors].join(' '),
  )

  function packOne(
    row: ActionRow,
    indexes: ReadonlyMap<string, number>,
    numbers: ReadonlyMap<string, number>,
  ): PackedAction {
    const parties = new Map<string, number>()
    const addresses: Buffer[] = []
    const party = (text: string): number | undefined => {
      const known = parties.get(text)
      if (known !== undefined) return known
      const parsed = parseAddress(text)
      // An account's number has 8 bits for the workchain.
      if (!parsed || parsed.workchain !== (parsed.workchain << 24) >> 24) return undefined
      const index = addresses.length
      parties.set(text, index)
      addresses.push(stdAddress(parsed))
      return index
    }
    for (const account of [...row.accounts].sort()) party(account)
    const accounts = addresses.length
    const fields = Object.fromEntries(
      Object.entries(row as ActionFields & { readonly [name: string]: JsonValue }).filter(
        ([name, value]) => !NOT_FIELDS.has(name) && value !== null && value !== undefined,
      ),
    ) as Fields
    const kind = { type: row.type, ancestors: [...row.ancestor_type].sort() }
    return {
      actionId: Buffer.from(row.action_id, 'base64'),
      kind: kinds.numberOf(kind),
      parent: row.parent_action_id === null ? undefined : indexes.get(row.parent_action_id),
      startLt: row.start_lt,
      endLt: row.end_lt,
      startUtime: row.start_utime,
      endUtime: row.end_utime,
      success: row.success,
      transactions: packNumbers(row.tx_hashes.flatMap((hash) => numbers.get(hash) ?? [])),
      fields: packFields(fields, { word: words.numberOf, party }),
      accounts,
      parties: Buffer.concat(addresses),
    }
  }

  return {
    pack(rows, numbers) {
      const indexes = new Map(rows.map(({ action_id }, index) => [action_id, index]))
      return rows.map((row) => packOne(row, indexes, numbers))
    },
    get added() {
      return {
        words: words.added().map(({ id, value }) => ({ id, word: value })),
        kinds: kinds.added().map(({ id, value }) => ({ id, ...value })),
      }
    },
  }
}

/** Assigns numbers from 1 on, in the order of first use. */
function numbering<Value>(
  known: readonly (readonly [value: Value, id: number])[],
  keyOf: (value: Value) => string,
) {
  const byKey = new Map(known.map(([value, id]) => [keyOf(value), id]))
  const added: { readonly id: number; readonly value: Value }[] = []
  let last = known.reduce((most, [, id]) => Math.max(most, id), 0)
  return {
    numberOf(value: Value): number {
      const key = keyOf(value)
      const there = byKey.get(key)
      if (there !== undefined) return there
      const id = ++last
      byKey.set(key, id)
      added.push({ id, value })
      return id
    },
    added: () => added,
  }
}
