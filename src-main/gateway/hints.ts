import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import { type HintSettings, type HintsChange, hintsChange } from '#shared/schema/hints.ts'
import { issueText } from '#shared/schema/issueText.ts'
import type { HintsControl } from '../http/routes/hintsRoute.ts'
import type { HintOptions } from '../metadata/hintServer.ts'
import { createHints, type Hints } from '../metadata/hints.ts'
import { MetadataError } from '../metadata/metadataError.ts'
import { writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { makeDataFolder } from './dataFolder.ts'
import { GatewayError } from './gatewayError.ts'
import type { GatewaySetup } from './gatewaySettings.ts'
import type { NetworkChoice } from './networkChoice.ts'

/** `DATA_DIR/NETWORK/hints.json`: the hint server that the user allows, and its key. */
const HINTS_FILE = 'hints.json'
/** Maximum size; the file has about 100 bytes. */
const MAX_FILE_BYTES = 8 * 1024

const PROPOSED: { readonly [Kind in NetworkChoice['kind']]?: string } = {
  mainnet: 'https://toncenter.com/api/v3',
  testnet: 'https://testnet.toncenter.com/api/v3',
}

const fileSchema = hintsChange.extend({ version: z.literal(1) })

/** The hints of a network, with their setting. */
export type NetworkHints = Hints & HintsControl

/**
 * Opens the hints of a network: the server of this run's settings, otherwise the stored one. Throws GatewayError hints
 * for a wrong setting of this run; a damaged file is logged and does not count.
 */
export function openNetworkHints({
  settings: { hints: given },
  choice,
  folder,
  log,
}: Pick<GatewaySetup, 'settings' | 'choice' | 'folder' | 'log'>): NetworkHints {
  const path = join(folder, HINTS_FILE)
  const hints = withError(
    () => createHints(given),
    (text, cause) => new GatewayError('hints', text, { cause }),
  )
  let options = given ?? allowStored(hints, path, log)
  let writing: Promise<void> = Promise.resolve()

  function settings(): HintSettings {
    const { host: _host, backedOff: backed_off = 0, ...counts } = hints.status() ?? {}
    return {
      url: options?.url ?? null,
      has_key: options?.key !== undefined,
      proposed: PROPOSED[choice.kind] ?? null,
      counts: 'answered' in counts ? { ...counts, backed_off } : null,
    }
  }

  async function store(): Promise<void> {
    await makeDataFolder(folder)
    const { url = null, key = null } = options ?? {}
    await writeAtomicallyAsync(path, `${JSON.stringify({ version: 1, url, key }, undefined, 2)}\n`)
  }

  return {
    ...hints,
    settings,
    async change({ url, key }: HintsChange) {
      // A key is for the server that it was given for.
      const kept = url === options?.url ? options?.key : undefined
      const next =
        url === null ? undefined : { ...given, url, key: key === undefined ? kept : (key ?? undefined) }
      withError(
        () => hints.allow(next),
        (text) => new ApiError(422, text),
      )
      options = next
      writing = writing.catch(() => {}).then(store)
      await writing
      return settings()
    },
    async close() {
      await Promise.allSettled([writing, hints.close()])
    },
  }
}

/** Returns the result of `work`; throws `errorOf` for an address that cannot be a hint server's. */
function withError<Result>(work: () => Result, errorOf: (text: string, cause: unknown) => Error): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof MetadataError) throw errorOf(messageOf(error), error)
    throw error
  }
}

/**
 * Allows the stored server, and returns it; undefined if there is none. The text of a damaged file, which can have a
 * key, is not logged.
 */
function allowStored(hints: Hints, path: string, log: Pick<Logger, 'warn'>): HintOptions | undefined {
  try {
    const { url = null, key } = readJsonFile(path, fileSchema, MAX_FILE_BYTES) ?? {}
    if (url === null) return undefined
    const options = { url, key: key ?? undefined }
    hints.allow(options)
    return options
  } catch (error) {
    log.warn(`${path} is damaged and does not count: ${damageOf(error)}`)
    return undefined
  }
}

function damageOf(error: unknown): string {
  if (error instanceof z.ZodError) return issueText(error)
  return error instanceof SyntaxError ? 'it is no JSON' : messageOf(error)
}
