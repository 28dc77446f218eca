import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { ReadPool } from '../api/v3/readPool.ts'
import { type IndexStore, StoreError } from '../store/indexStore.ts'
import type { DamageReport } from '../store/integrity/integrityStatus.ts'

/** Minimum time between checks that are caused by unexpected errors. */
const CHECK_MS = 60_000
/** Bytes that are checked within about two seconds. */
const MAX_BYTES = 1 << 30

/**
 * Wraps the queries of a pool of readers. After an error of SQLite, or one that a reader does not expect, the writer
 * looks for deleted files and checks the database; if that is damaged, the query rejects with the damage.
 * @param onDamage called if SQLite finds damage that no checksum shows
 */
export function queryWithDamageCheck(
  pool: Pick<ReadPool, 'query'>,
  store: Pick<IndexStore, 'checkDatabase' | 'checkFiles' | 'damaged' | 'integrity' | 'isReadOnly'>,
  onDamage: (damage: DamageReport) => void,
): ReadPool['query'] {
  let damage: DamageReport | undefined
  void store.damaged.then((found) => {
    damage = found
  })
  const asDamage = () => damage && new StoreError('corrupt', damage.message)
  let checkedAt = Number.NEGATIVE_INFINITY

  async function explain(error: unknown): Promise<unknown> {
    const isCorrupt = error instanceof StoreError && error.code === 'corrupt'
    if (!isCorrupt && !isUnexpected(error) && !isUnopened(error)) return error
    // Connections to a deleted database or log fail in several ways.
    if (!damage && !store.isReadOnly) await store.checkFiles()
    if (damage || isUnopened(error)) return asDamage() ?? error
    const { totalBytes = 0 } = store.integrity() ?? {}
    const isDue = performance.now() - checkedAt > CHECK_MS && totalBytes <= MAX_BYTES
    if (damage === undefined && !store.isReadOnly && (isDue || isCorrupt)) {
      checkedAt = performance.now()
      await store.checkDatabase()
    }
    if (!damage && isCorrupt) onDamage({ message: messageOf(error), needsRebuild: true })
    return asDamage() ?? error
  }

  return async (query, options) => {
    try {
      return await pool.query(query, options)
    } catch (error) {
      throw options?.signal?.aborted ? error : await explain(error)
    }
  }
}

function isUnopened(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'read-only'
}

function isUnexpected(error: unknown): boolean {
  return !(error instanceof ApiError || error instanceof StoreError || error instanceof DOMException)
}
