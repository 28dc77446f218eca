import { createHash, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { type AccessSettings, accessState, newKey } from '#shared/schema/access.ts'
import { issueText } from '#shared/schema/issueText.ts'
import { writeAtomically } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { withFileLock } from './accessLock.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'
import { GatewayError } from './gatewayError.ts'

/**
 * `DATA_DIR/access.json`: API keys and rate limits. A gateway and any number of `tonscope keys` can change it at the same
 * time. It contains only the SHA-256 of each key, so that a reader of the file cannot use the keys. A slow hash is not
 * needed, because keys have 256 random bits.
 */

const ACCESS_FILE = 'access.json'
const LOCK_FILE = 'access.lock'

const KEY_BYTES = 32
const HINT_LENGTH = 6
const MAX_KEYS = 1_000
/** A file with MAX_KEYS keys, each with 16 long network names, stays well below this. */
const MAX_FILE_BYTES = 8 * 1024 * 1024
const DEFAULT_KEYLESS_RATE = 1

const { keyless_rate } = accessState.shape
const { name, hint, rate, networks, created_at } = accessState.shape.keys.element.shape

const storedKey = z.strictObject({
  name,
  /** SHA-256 of the key as it is sent, hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  hint,
  rate,
  networks,
  created_at,
})
export type StoredKey = Readonly<z.infer<typeof storedKey>>

const storedAccess = z.strictObject({
  version: z.literal(1),
  enabled: z.boolean(),
  keyless_rate,
  keys: z
    .array(storedKey)
    .max(MAX_KEYS)
    .refine((keys) => new Set(keys.map((key) => key.name)).size === keys.length, 'two keys have one name'),
})
export type StoredAccess = Readonly<z.infer<typeof storedAccess>>

/** The values of a directory without a file. */
const NOTHING_SET: StoredAccess = {
  version: 1,
  enabled: false,
  keyless_rate: DEFAULT_KEYLESS_RATE,
  keys: [],
}

/** Returns the hash by which a key is stored and found. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Returns a version of the file that changes with every write; undefined if there is no file. */
export function accessFileVersion(dataDir: string): string | undefined {
  const stats = statSync(join(dataDir, ACCESS_FILE), { bigint: true, throwIfNoEntry: false })
  return stats && `${stats.ino} ${stats.mtimeNs} ${stats.size}`
}

/**
 * Reads the file; without one returns the defaults. Throws GatewayError if the file cannot be parsed: keys are never
 * dropped silently.
 */
export function readAccessFile(dataDir: string): StoredAccess {
  const path = join(dataDir, ACCESS_FILE)
  try {
    return readJsonFile(path, storedAccess, MAX_FILE_BYTES) ?? NOTHING_SET
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? issueText(cause) : String(cause)
    throw new GatewayError('access', `${path} cannot be used: ${reason}`, {
      cause,
      hint: 'repair it, or delete it to begin without keys',
    })
  }
}

/**
 * Changes the file under its lock. Throws GatewayError if it cannot be read or written, and what `change` throws; the
 * file then stays unchanged.
 */
export async function changeAccessFile(
  dataDir: string,
  change: (stored: StoredAccess) => StoredAccess,
): Promise<StoredAccess> {
  await makeDataFolder(dataDir)
  const path = join(dataDir, ACCESS_FILE)
  try {
    return await withFileLock(join(dataDir, LOCK_FILE), () => {
      const changed = storedAccess.parse(change(readAccessFile(dataDir)))
      writeAtomically(path, `${JSON.stringify(changed, undefined, 2)}\n`)
      return changed
    })
  } catch (error) {
    if (error instanceof GatewayError || error instanceof ApiError) throw error
    throw dataDirError(error)
  }
}

/**
 * Makes a key. Returns the change that adds it to the file, and the key: 64 hexadecimal digits, which are not stored. The
 * change throws ApiError 409 if the name is taken or the file is full.
 */
export function makeKey(
  wanted: z.infer<typeof newKey>,
  now: number = Date.now(),
): {
  readonly key: string
  readonly stored: StoredKey
  readonly change: (stored: StoredAccess) => StoredAccess
} {
  const key = randomBytes(KEY_BYTES).toString('hex')
  const stored: StoredKey = {
    ...newKey.parse(wanted),
    hash: hashOfKey(key),
    hint: key.slice(0, HINT_LENGTH),
    created_at: Math.floor(now / 1000),
  }
  const change = (access: StoredAccess): StoredAccess => {
    if (access.keys.some((other) => other.name === stored.name)) {
      throw new ApiError(409, `there is a key called ${stored.name} already`)
    }
    if (access.keys.length >= MAX_KEYS)
      throw new ApiError(409, `there are ${MAX_KEYS} keys, and no room for more`)
    return { ...access, keys: [...access.keys, stored] }
  }
  return { key, stored, change }
}

/** Returns the change that removes a key. It throws ApiError 404 if no key has that name. */
export function withoutKey(gone: string): (stored: StoredAccess) => StoredAccess {
  return (access) => {
    const keys = access.keys.filter((key) => key.name !== gone)
    if (keys.length === access.keys.length) throw new ApiError(404, `there is no key called ${gone}`)
    return { ...access, keys }
  }
}

/** Returns the change that sets the given values. */
export function withSettings(settings: AccessSettings): (stored: StoredAccess) => StoredAccess {
  return (access) => ({
    ...access,
    ...(settings.enabled !== undefined && { enabled: settings.enabled }),
    ...(settings.keyless_rate !== undefined && { keyless_rate: settings.keyless_rate }),
  })
}
