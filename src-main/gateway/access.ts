import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import type { AccessKey, AccessState } from '#shared/schema/access.ts'
import type { AccessRules, AccessStore, KeyRule } from '../http/access/accessControl.ts'
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
  /** What the user calls the network that is served; keys may be limited to some. */
  readonly network: string
  /** Other machines can reach us: it stays on. */
  readonly forced: boolean
  /** Of this run, whatever the file says; until it is switched by hand. */
  readonly enabled?: boolean | undefined
  readonly log: Logger
  /** Milliseconds between looks at the file. */
  readonly lookEveryMs?: number
}

const LOOK_EVERY_MS = 1_000
/** A key that isn't known may be new: the file is looked at, but per second not more often than this. */
const LOOKS_FOR_KEYS = 10
const KEY = /^[0-9a-f]{64}$/

/**
 * The keys of a data directory as a running gateway knows them; follows what other processes write. Throws
 * GatewayError where the file is there and can't be understood.
 */
export function openAccess(setup: AccessSetup): AccessStore & Disposable {
  const { dataDir, network, forced, log } = setup
  let version = accessFileVersion(dataDir)
  let stored = readAccessFile(dataDir)
  let override = setup.enabled
  const looks = createRateLimits(() => performance.now())
  const lastUsed = new Map<string, number>()
  let rules: AccessRules
  let keys: ReadonlyMap<string, KeyRule>
  adopt(stored)

  function adopt(next: StoredAccess): void {
    stored = next
    rules = { enabled: forced || (override ?? stored.enabled), keylessRate: stored.keyless_rate }
    keys = new Map(
      stored.keys.map(({ hash, rate, networks }) => [
        hash,
        { id: hash, rate, hereAllowed: networks?.includes(network) ?? true },
      ]),
    )
    for (const hash of lastUsed.keys()) if (!keys.has(hash)) lastUsed.delete(hash)
  }

  /** Reads the file if it is another. What can't be read, or is gone, leaves everything as it was: keys stay needed. */
  function look(): void {
    try {
      const now = accessFileVersion(dataDir)
      if (now === version) return
      version = now
      if (now === undefined) throw new GatewayError('access', 'the file of the keys is gone')
      adopt(readAccessFile(dataDir))
    } catch (error) {
      log.error({ err: error }, 'access control: what was read before stays in force')
    }
  }
  const looking = setInterval(look, setup.lookEveryMs ?? LOOK_EVERY_MS)
  looking.unref()

  async function change(edit: (stored: StoredAccess) => StoredAccess): Promise<AccessState> {
    try {
      const changed = await changeAccessFile(dataDir, edit)
      version = undefined
      adopt(changed)
      return state()
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      throw new ApiError(500, error.message, { cause: error })
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

  return {
    rules: () => rules,
    find(key) {
      // Needs no constant time: hashes are compared, and a client cannot choose the first bytes of a hash.
      const hash = KEY.test(key) ? hashOfKey(key) : undefined
      if (hash === undefined) return undefined
      if (!keys.has(hash) && looks.take('', LOOKS_FOR_KEYS) === 0) look()
      const rule = keys.get(hash)
      if (rule) lastUsed.set(hash, Math.floor(Date.now() / 1000))
      return rule
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
    [Symbol.dispose]: () => clearInterval(looking),
  }
}
