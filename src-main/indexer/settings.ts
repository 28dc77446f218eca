import type { IndexStore } from '../store/indexStore.ts'

/** What the user set for a network's index, remembered in it. */
export type IndexSettings = {
  readonly mode: 'follow' | 'off'
  /** The masterchain seqno from which on every block is indexed; undefined: from the newest when it is switched on. */
  readonly from: number | undefined
  /** Bytes; null: as much as there is. */
  readonly diskLimit: number | null
}

/** What `--index` says for this run, and the network's defaults. */
export type FollowWish = {
  /** Of a network whose user never said anything. */
  readonly byDefault: boolean
  /** `--index follow|off|from:SEQNO`: counts before what is remembered. */
  readonly asked?: 'follow' | 'off' | { readonly from: number } | undefined
}

const MODE = 'mode'
const FROM = 'follow_from'
const LIMIT = 'disk_limit_bytes'

/** Settings as they count now; what was asked for on the command line counts in this run alone. */
export async function loadSettings(
  store: Pick<IndexStore, 'setting'>,
  { byDefault, asked }: FollowWish,
): Promise<IndexSettings> {
  const [mode, from, limit] = await Promise.all([MODE, FROM, LIMIT].map((key) => store.setting(key)))
  const remembered: IndexSettings = {
    mode: mode === 'follow' || mode === 'off' ? mode : byDefault ? 'follow' : 'off',
    // A network that is followed by default is small: all of it.
    from: from !== undefined ? Number(from) : byDefault ? 1 : undefined,
    diskLimit: limit === undefined || limit === '' ? null : Number(limit),
  }
  if (asked === undefined) return remembered
  const wanted = typeof asked === 'object' ? { mode: 'follow' as const, from: asked.from } : { mode: asked }
  return { ...remembered, ...wanted }
}

export async function saveMode(
  store: Pick<IndexStore, 'saveSetting'>,
  { mode, from }: Pick<IndexSettings, 'mode' | 'from'>,
): Promise<void> {
  await store.saveSetting(MODE, mode)
  if (from !== undefined) await saveStart(store, from)
}

/** Where following begins; whether there is any is another setting. */
export async function saveStart(store: Pick<IndexStore, 'saveSetting'>, from: number): Promise<void> {
  await store.saveSetting(FROM, String(from))
}

/** A limit that is none is kept as nothing. */
export async function saveDiskLimit(
  store: Pick<IndexStore, 'saveSetting'>,
  bytes: number | null,
): Promise<void> {
  await store.saveSetting(LIMIT, bytes === null ? '' : String(bytes))
}
