import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { IndexStore } from '../../store/indexStore.ts'
import { compareBlock, type ProofVerdict } from '../chainCheck.ts'
import type { IndexNetwork } from '../fetch/retryingClient.ts'
import { formatRanges } from '../ranges.ts'
import type { Manifest } from './exportFormat.ts'
import { type RebuildOptions, type Rebuilt, rebuildIndex } from './rebuildIndex.ts'
import { TransferError } from './transferError.ts'

/**
 * Makes the database of a received index from its blocks, because its rows can have been changed. Writes down the newest
 * block of each range, which the network must confirm: all others follow from it by hashes. Rejects with TransferError if
 * the blocks are not what the manifest says.
 */
export async function deriveImported(
  dir: string,
  manifest: Manifest,
  options: Pick<RebuildOptions, 'onProgress' | 'signal'> = {},
): Promise<Rebuilt> {
  const rebuilt = await rebuildIndex({ ...options, dir, chain: manifest.chain, takesOver: false })
  const said = manifest.coverage.map(([first, last]) => ({ first, last }))
  const [lost] = rebuilt.lost
  if (formatRanges(rebuilt.coverage) !== formatRanges(said)) {
    const why = lost ? `: masterchain block ${lost.seqno}: ${lost.reason}` : ''
    throw new TransferError(
      `its blocks lead to masterchain blocks ${formatRanges(rebuilt.coverage)}, not ${formatRanges(said)}${why}`,
    )
  }
  const unproved = rebuilt.coverage.map(({ last }) => last)
  writeFileSync(unprovedFile(dir), `${JSON.stringify(unproved)}\n`, { mode: 0o600 })
  return rebuilt
}

function unprovedFile(dir: string): string {
  return join(dir, 'unproved.json')
}

/** Returns the masterchain seqnos of imported blocks that no network has confirmed. */
export function unprovedBlocks(dir: string): readonly number[] {
  try {
    return z.array(z.int()).parse(JSON.parse(readFileSync(unprovedFile(dir), 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new TransferError(`${unprovedFile(dir)} cannot be read`, { cause: error })
  }
}

/** Compares imported blocks with the network's. Resolves to `other` if one of them is not of its chain. */
export async function proveImported(
  dir: string,
  store: Pick<IndexStore, 'masterchainBlock'>,
  network: IndexNetwork,
  signal: AbortSignal,
): Promise<ProofVerdict> {
  for (const seqno of unprovedBlocks(dir)) {
    const verdict = await compareBlock(seqno, store, network.session({ signal }))
    if (verdict !== 'same') return verdict
  }
  rmSync(unprovedFile(dir), { force: true })
  return 'same'
}
