import type { IndexStore } from '../store/indexStore.ts'

/** The user's settings of a network's index, which are stored in it. */
export type IndexSettings = {
  readonly mode: 'follow' | 'off'
  /**
   * The masterchain seqno from which on every block is indexed; undefined: from the newest when following is switched
   * on.
   */
  readonly from: number | undefined
  /** Bytes; null for no limit. */
  readonly diskLimit: number | null
}

/** The `--index` option of this run and the network's default. */
export type FollowPreference = {
  /** Whether a network without a stored setting is followed. */
  readonly byDefault: boolean
  /** `--index follow|off|from:SEQNO`: overrides the stored setting in this run. */
  readonly requested?: 'follow' | 'off' | { readonly from: number } | undefined
}

const MODE = 'mode'
const FROM = 'follow_from'
const LIMIT = 'disk_limit_bytes'

/** Loads the effective settings; those of the command line apply to this run only. */
export async function loadSettings(
  store: Pick<IndexStore, 'setting'>,
  { byDefault, requested }: FollowPreference,
): Promise<IndexSettings> {
  const [mode, from, limit] = await Promise.all([MODE, FROM, LIMIT].map((key) => store.setting(key)))
  const stored: IndexSettings = {
    mode: mode === 'follow' || mode === 'off' ? mode : byDefault ? 'follow' : 'off',
    // A network that is followed by default is small and indexed from its first block.
    from: from !== undefined ? Number(from) : byDefault ? 1 : undefined,
    diskLimit: limit === undefined || limit === '' ? null : Number(limit),
  }
  if (requested === undefined) return stored
  const wanted =
    typeof requested === 'object' ? { mode: 'follow' as const, from: requested.from } : { mode: requested }
  return { ...stored, ...wanted }
}

/** Saves the mode, and the first seqno if it is given. */
export async function saveMode(
  store: Pick<IndexStore, 'saveSetting'>,
  { mode, from }: Pick<IndexSettings, 'mode' | 'from'>,
): Promise<void> {
  await store.saveSetting(MODE, mode)
  if (from !== undefined) await saveStart(store, from)
}

/** Saves the first seqno of following, independently of the mode. */
export async function saveStart(store: Pick<IndexStore, 'saveSetting'>, from: number): Promise<void> {
  await store.saveSetting(FROM, String(from))
}

/** Saves the disk limit in bytes; null for none. */
export async function saveDiskLimit(
  store: Pick<IndexStore, 'saveSetting'>,
  bytes: number | null,
): Promise<void> {
  await store.saveSetting(LIMIT, bytes === null ? '' : String(bytes))
}
