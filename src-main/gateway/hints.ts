import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import { type HintSettings, type HintsChange, hintsChange } from '#shared/schema/hints.ts'
import { issueText } from '#shared/schema/issueText.ts'
import type { HintsControl } from '../http/routes/hintsRoute.ts'
import { type HintOptions, parseHintUrl } from '../metadata/hintServer.ts'
import { createHints, type Hints } from '../metadata/hints.ts'
import { MetadataError } from '../metadata/metadataError.ts'
import { writeAtomicallyAsync } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { dataDirError, makeDataFolder } from './dataFolder.ts'
import { fileProblem } from './fileProblem.ts'
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
  const stored = given ? {} : allowStored(hints, path, log)
  let { problem } = stored
  let options = given ?? stored.options
  /** The newest setting, which can still be on its way to the file. */
  let wanted = options
  let changes = 0
  let writing: Promise<void> = Promise.resolve()

  function settings(): HintSettings {
    const { host: _host, backedOff: backed_off = 0, ...counts } = hints.status() ?? {}
    return {
      url: options?.url ?? null,
      problem: problem ?? null,
      has_key: options?.key !== undefined,
      proposed: PROPOSED[choice.kind] ?? null,
      counts: 'answered' in counts ? { ...counts, backed_off } : null,
    }
  }

  function allow(next: HintOptions | undefined): void {
    hints.allow(next)
    options = next
  }

  async function store(next: HintOptions | undefined): Promise<void> {
    const { url = null, key = null } = next ?? {}
    try {
      await makeDataFolder(folder)
      await writeAtomicallyAsync(path, `${JSON.stringify({ version: 1, url, key }, undefined, 2)}\n`)
    } catch (error) {
      const reason = messageOf(error instanceof GatewayError ? error : dataDirError(error))
      const effect = url === null ? 'no server is asked until the next start' : 'nothing is changed'
      throw new ApiError(500, `${effect}: ${reason}`, { cause: error })
    }
  }

  return {
    ...hints,
    settings,
    async change({ url, key }: HintsChange) {
      // A key is for the server that it was given for.
      const kept = url === wanted?.url ? wanted?.key : undefined
      const next =
        url === null ? undefined : { ...given, url, key: key === undefined ? kept : (key ?? undefined) }
      withError(
        () => next && parseHintUrl(next.url),
        (text) => new ApiError(422, text),
      )
      const change = ++changes
      wanted = next
      // Forbidden at once, allowed once that is stored: what cannot be stored sends nothing.
      if (!next) allow(undefined)
      const written = writing.catch(() => {}).then(() => store(next))
      writing = written
      try {
        await written
      } catch (error) {
        if (change === changes) wanted = options
        throw error
      }
      problem = undefined
      if (next && change === changes) allow(next)
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
 * Allows the stored server, and returns it, or why the setting does not count. The text of a damaged file, which can
 * have a key, is not a part of that.
 */
function allowStored(
  hints: Hints,
  path: string,
  log: Pick<Logger, 'warn'>,
): { readonly options?: HintOptions; readonly problem?: string } {
  try {
    const { url = null, key } = readJsonFile(path, fileSchema, MAX_FILE_BYTES) ?? {}
    if (url === null) return {}
    const options = { url, key: key ?? undefined }
    hints.allow(options)
    return { options }
  } catch (error) {
    const damage = damageOf(error)
    log.warn(`${path} is damaged and does not count: ${damage}`)
    // Clients of other machines can read it: it does not have the path.
    return { problem: `${HINTS_FILE} of this network does not count: ${damage}` }
  }
}

function damageOf(error: unknown): string {
  if (error instanceof z.ZodError) return issueText(error)
  if (error instanceof SyntaxError) return 'it is no JSON'
  return error instanceof Error && 'code' in error && !(error instanceof MetadataError)
    ? fileProblem(error as NodeJS.ErrnoException)
    : messageOf(error)
}
