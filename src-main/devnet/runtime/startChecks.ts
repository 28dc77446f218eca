import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DevnetDamagedError, DevnetError } from './devnetErrors.ts'
import { STATE_FILE } from './devnetState.ts'
import type { LiveChain } from './liveChain.ts'
import type { DevnetSettings } from './runningDevnet.ts'
import { chainDir, isMarkedReplaced } from './snapshots.ts'

/** Throws DevnetDamagedError if the index has blocks that the chain has lost. */
export function checkIndexed(
  { dir, indexed, archiveDir }: DevnetSettings,
  { devnet: { store } }: LiveChain,
): void {
  const head = store.head().seqno
  if (!indexed || indexed.seqno <= head || isMarkedReplaced(dir)) return
  if (indexed.chain !== store.zeroState.rootHash.toString('hex')) return
  const advice =
    archiveDir === undefined
      ? ''
      : `; if an older copy was put back on purpose, remove ${dirname(archiveDir)}`
  throw new DevnetDamagedError(
    `${chainDir(dir)}: blocks are missing: the last block is ${head}, the index has blocks up to ${indexed.seqno}${advice}`,
  )
}

/** Throws DevnetError if not a single block is intact. */
export function checkReadable({ devnet: { store } }: LiveChain, damage: string): void {
  if (store.head().seqno > 0) return
  throw new DevnetError('conflict', `${damage}: no block is intact that could be served read-only`, {
    hint: 'choose archive or reset',
  })
}

/**
 * Checks a directory without settings. These are written before the first block: a chain without them has lost them.
 * Throws DevnetDamagedError if the directory has files of a chain.
 */
export function checkNoChain(dir: string): void {
  const chain = chainDir(dir)
  if (!existsSync(chain) || readdirSync(chain).length === 0) return
  throw new DevnetDamagedError(`${join(dir, STATE_FILE)} is missing, and ${chain} holds a chain`)
}
