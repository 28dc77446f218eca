import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { AccessKey, AccessState } from '#shared/schema/access.ts'
import type { AccessRules, AccessStore } from '../http/access/accessControl.ts'
import { createRateLimits } from '../http/access/rateLimits.ts'
import {
  accessFileVersion,
  changeAccessFile,
  hashOfKey,
  makeKey,
  readAccessFile,
  type StoredAccess,
  type StoredKey,
  withoutKey,
  withSettings,
} from './accessFile.ts'
import { GatewayError } from './gatewayError.ts'

export type AccessSetup = {
  readonly dataDir: string
  /** Whether other machines can reach the gateway: access control then stays on. */
  readonly forced: boolean
  /** Overrides the stored setting in this run, until the setting is changed. */
  readonly enabled?: boolean | undefined
  readonly log: Logger
  /** Interval of checks for a changed file, ms. */
  readonly checkIntervalMs?: number
}

const CHECK_INTERVAL_MS = 1_000
/** An unknown key can be new: the file is then checked at once, at most this many times per second. */
const MAX_CHECKS_PER_SECOND = 10
const KEY = /^[0-9a-f]{64}$/

/** The keys and limits of a program. */
export type Access = Disposable & {
  /** Returns the same keys and limits for a network: keys can be limited to some networks, by their labels. */
  of(network: string): AccessStore
}

/**
 * Opens the keys and limits of a data directory, and follows changes by other processes. Throws GatewayError if the
 * file cannot be parsed.
 */
export function openAccess(setup: AccessSetup): Access {
  const { dataDir, forced, log } = setup
  let version = accessFileVersion(dataDir)
  let stored = readAccessFile(dataDir)
  let override = setup.enabled
  const checks = createRateLimits(() => performance.now())
  const lastUsed = new Map<string, number>()
  let rules: AccessRules
  let keys: ReadonlyMap<string, StoredKey>
  adopt(stored)

  function adopt(next: StoredAccess): void {
    stored = next
    rules = { enabled: forced || (override ?? stored.enabled), keylessRate: stored.keyless_rate }
    keys = new Map(stored.keys.map((key) => [key.hash, key]))
    for (const hash of lastUsed.keys()) if (!keys.has(hash)) lastUsed.delete(hash)
  }

  /**
   * Reads the file if it has changed. If it cannot be read or was deleted, the last rules stay in force: keys stay
   * required.
   */
  function checkFile(): void {
    try {
      const now = accessFileVersion(dataDir)
      if (now === version) return
      version = now
      if (now === undefined) throw new GatewayError('access', 'the file of the keys was deleted')
      adopt(readAccessFile(dataDir))
    } catch (error) {
      log.error({ err: error }, 'access control: the file cannot be read again; the last rules stay in force')
    }
  }
  const checking = setInterval(checkFile, setup.checkIntervalMs ?? CHECK_INTERVAL_MS)
  checking.unref()

  async function change(edit: (stored: StoredAccess) => StoredAccess): Promise<AccessState> {
    try {
      const changed = await changeAccessFile(dataDir, edit)
      version = undefined
      adopt(changed)
      return state()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      throw new ApiError(500, messageOf(error), { cause: error })
    }
  }

  const shown = ({ hash, ...key }: StoredKey): AccessKey => ({
    ...key,
    last_used_at: lastUsed.get(hash) ?? null,
  })
  const state = (): AccessState => ({
    enabled: rules.enabled,
    forced,
    keyless_rate: stored.keyless_rate,
    keys: stored.keys.map(shown),
  })

  function find(key: string): StoredKey | undefined {
    // A constant-time comparison is not needed: hashes are compared, and a client cannot choose the first bytes of a
    // hash.
    const hash = KEY.test(key) ? hashOfKey(key) : undefined
    if (hash === undefined) return undefined
    if (!keys.has(hash) && checks.take('', MAX_CHECKS_PER_SECOND) === 0) checkFile()
    const found = keys.get(hash)
    if (found) lastUsed.set(hash, Math.floor(Date.now() / 1000))
    return found
  }

  const storeOf = (network: string): AccessStore => ({
    rules: () => rules,
    find(key) {
      const found = find(key)
      return (
        found && { id: found.hash, rate: found.rate, hereAllowed: found.networks?.includes(network) ?? true }
      )
    },
    state,
    async change(settings) {
      if (settings.enabled === false && forced) {
        throw new ApiError(409, 'access control stays on while other machines can reach this gateway')
      }
      if (settings.enabled !== undefined) override = undefined
      return change(withSettings(settings))
    },
    async add(wanted) {
      const { key, stored: made, change: edit } = makeKey(wanted)
      await change(edit)
      return { key, added: shown(made) }
    },
    revoke: (name) => change(withoutKey(name)),
  })
  return { of: storeOf, [Symbol.dispose]: () => clearInterval(checking) }
}
