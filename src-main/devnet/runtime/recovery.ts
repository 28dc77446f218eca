import { cpSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { GLOBAL_ID } from '../chain/devnet.ts'
import { rebuildChain } from '../chain/rebuildChain.ts'
import { DevnetDamagedError, DevnetError, withDirectoryErrors } from './devnetErrors.ts'
import { type DevnetState, readState, STATE_FILE, writeState } from './devnetState.ts'
import { initialState, resetState } from './initialState.ts'
import type { DevnetSettings } from './runningDevnet.ts'
import { chainDir, commitRestore, INCOMING, markReplaced } from './snapshots.ts'

/** The choices of a user whose devnet is damaged. */
const CHOICES =
  'Nothing was changed. Choose how to go on: --devnet-recover archive puts missing blocks back from the archive of the index; ' +
  '--devnet-recover read-only serves what is intact and makes no blocks; ' +
  '--devnet-recover reset begins a new chain. Or put the folder back from a copy'

/**
 * Carries out the recovery of the settings for a damaged directory, which is locked and not open; returns a sentence
 * about it for the user. Rejects with DevnetError, which names the choices, if the settings have none or it cannot be
 * carried out.
 */
export async function recover(settings: DevnetSettings, damage: DevnetDamagedError): Promise<string> {
  const { dir, recover: choice } = settings
  switch (choice) {
    case 'archive':
      return fromArchive(settings, damage)
    case 'read-only':
      return `The devnet is open read-only and makes no blocks: ${damage.message}`
    case 'reset':
      markReplaced(dir)
      writeState(dir, resetState(readIntactState(dir) ?? initialState(settings)))
      return `The devnet begins a new chain: ${damage.message}`
    default:
      throw withChoices(damage.message, damage)
  }
}

/** Replaces the damaged chain by a rebuilt one once that is complete. */
async function fromArchive(settings: DevnetSettings, damage: DevnetDamagedError): Promise<string> {
  const { dir, archiveDir } = settings
  const state = readIntactState(dir)
  if (!state?.begun) {
    throw withChoices(`${damage.message}. The archive holds blocks, not the devnet's settings`, damage)
  }
  if (archiveDir === undefined || !existsSync(archiveDir)) {
    throw withChoices(`${damage.message}. There is no archive of an index at ${archiveDir ?? dir}`, damage)
  }
  const incoming = join(dir, `${INCOMING}.tmp`)
  rmSync(incoming, { recursive: true, force: true })
  const { seed, genesisTime } = state
  try {
    const { head, expected, restored } = await withDirectoryErrors(() =>
      rebuildChain({
        from: chainDir(dir),
        to: chainDir(incoming),
        genesis: { seed, genesisTime, globalId: GLOBAL_ID },
        archiveDir,
      }),
    )
    cpSync(join(dir, STATE_FILE), join(incoming, STATE_FILE))
    const end = Math.max(expected, settings.indexed?.seqno ?? 0)
    // The index has blocks that the chain has lost.
    if (head < end) markReplaced(dir)
    commitRestore(dir)
    const lost = head < end ? `; blocks ${head + 1} to ${end} are not in the archive and are lost` : ''
    return `The devnet was restored up to block ${head}, ${restored} blocks of it from the index's archive${lost}. It was damaged: ${damage.message}`
  } catch (error) {
    rmSync(incoming, { recursive: true, force: true })
    if (error instanceof DevnetDamagedError) throw withChoices(error.message, error)
    throw error
  }
}

function readIntactState(dir: string): DevnetState | undefined {
  try {
    return readState(dir)
  } catch (error) {
    if (error instanceof DevnetDamagedError) return undefined
    throw error
  }
}

function withChoices(reason: string, cause: Error): DevnetError {
  return new DevnetError('conflict', `${reason}. ${CHOICES}`, { cause })
}
