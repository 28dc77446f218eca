import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { issueText } from '#shared/schema/issueText.ts'
import { writeAtomically } from '../platform/atomicFile.ts'
import { readJsonFile } from '../platform/jsonFile.ts'
import { makeDataFolder } from './dataFolder.ts'
import { GatewayError } from './gatewayError.ts'
import { portOwner } from './portOwner.ts'

/**
 * `DATA_DIR/NETWORK/liteserver.json`: the port and the key of an embedded network's liteserver, so that its
 * global.config.json stays the same over restarts.
 */
const LITESERVER_FILE = 'liteserver.json'

const HOST = '127.0.0.1'
const SEED_BYTES = 32
const MAX_PORT = 65_535
/** Maximum size; the file has about 100 bytes. */
const MAX_FILE_BYTES = 4 * 1024

const fileSchema = z.strictObject({
  version: z.literal(1),
  port: z.int().min(1).max(MAX_PORT),
  key_seed: z.string().refine((text) => Buffer.from(text, 'base64').length === SEED_BYTES, 'is no key'),
})
type StoredEndpoint = { readonly port: number; readonly keySeed: Buffer }

/** Port and key of an embedded liteserver. */
export type LiteserverEndpoint = {
  /** Seed of the Ed25519 key, 32 bytes; a devnet's liteserver has the key of its chain instead. */
  readonly keySeed: Buffer
  /**
   * Starts the server on the chosen port (0: any free one) and stores the port that it got. Rejects as `start` does,
   * and with GatewayError if the user's port is taken.
   */
  listen<Server>(
    start: (port: number) => Promise<Server>,
    portOf: (server: Server) => number,
  ): Promise<Server>
}

export type LiteserverEndpointOptions = {
  /** The port that the user asked for; 0 for any free one. */
  readonly requestedPort: number | undefined
  /** Prints a line for the user. */
  notify(line: string): void
  readonly log: Pick<Logger, 'warn'>
}

/**
 * Chooses the port of the liteserver of the network in `folder`: the one that the user asked for, else the one of the
 * last start. If another program has taken that, any free port is used and stored. Throws GatewayError if the user's
 * port cannot be opened.
 */
export async function openLiteserverEndpoint(
  folder: string,
  { requestedPort, notify, log }: LiteserverEndpointOptions,
): Promise<LiteserverEndpoint> {
  const stored = readStoredEndpoint(join(folder, LITESERVER_FILE), log)
  const keySeed = stored?.keySeed ?? randomBytes(SEED_BYTES)
  // Checked before a new devnet runs its scenario, which takes a while.
  if (requestedPort) await probe(requestedPort)

  async function store(port: number): Promise<void> {
    if (stored?.port !== port) await writeStoredEndpoint(folder, { port, keySeed }, log)
  }

  return {
    keySeed,
    async listen(start, portOf) {
      const chosen = requestedPort ?? stored?.port ?? 0
      try {
        const server = await start(chosen)
        await store(portOf(server))
        return server
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
        if (requestedPort !== undefined) throw await portError(requestedPort, error)
      }
      const server = await start(0)
      const port = portOf(server)
      notify(
        `The liteserver's port ${chosen} is taken by ${await ownerOf(chosen)}: it listens on ${port} from now on, ` +
          'which global.config.json says',
      )
      await store(port)
      return server
    },
  }
}

/** Checks that a port can be opened on loopback. Rejects with GatewayError. */
function probe(port: number): Promise<void> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error) => portError(port, error).then(reject, reject))
    server.listen(port, HOST, () => server.close(() => resolve()))
  })
}

async function portError(port: number, cause: unknown): Promise<GatewayError> {
  const { code, message } = cause as NodeJS.ErrnoException
  return code === 'EADDRINUSE'
    ? new GatewayError('port-taken', `port ${port} of the liteserver is taken by ${await ownerOf(port)}`, {
        cause,
        hint: 'choose another with --liteserver-port',
      })
    : new GatewayError('port-refused', `port ${port} of the liteserver cannot be opened: ${message}`, {
        cause,
      })
}

async function ownerOf(port: number): Promise<string> {
  return (await portOwner(port)) ?? 'another program'
}

/** Reads port and key. Returns undefined without a file, or for a damaged one, which is logged and costs a new port. */
function readStoredEndpoint(path: string, log: LiteserverEndpointOptions['log']): StoredEndpoint | undefined {
  try {
    const stored = readJsonFile(path, fileSchema, MAX_FILE_BYTES)
    return stored && { port: stored.port, keySeed: Buffer.from(stored.key_seed, 'base64') }
  } catch (error) {
    const reason = error instanceof z.ZodError ? issueText(error) : String(error)
    log.warn(`${path} cannot be read (${reason}): the liteserver gets another port`)
    return undefined
  }
}

/** Writes port and key. A failure is logged and costs a new port at the next start. */
async function writeStoredEndpoint(
  folder: string,
  { port, keySeed }: StoredEndpoint,
  log: LiteserverEndpointOptions['log'],
): Promise<void> {
  const path = join(folder, LITESERVER_FILE)
  const text = JSON.stringify({ version: 1, port, key_seed: keySeed.toString('base64') }, null, 2)
  try {
    await makeDataFolder(folder)
    writeAtomically(path, `${text}\n`)
  } catch (error) {
    log.warn({ err: error }, `${path} cannot be written: the liteserver gets another port at the next start`)
  }
}
