import { shardFromSigned, shardToSigned } from '#shared/ton/shard.ts'
import { TypedError, type TypedErrorOptions } from '#shared/typedError.ts'
import type { BlockIdExt } from '../chain/blockId.ts'

/** The used parts of a TON global config: the liteservers and the blocks at which trust starts. */
export type GlobalConfig = {
  readonly liteservers: readonly LiteserverAddress[]
  readonly zeroState: BlockIdExt
  /** The trust anchor: a key block, or the zero state again. */
  readonly initBlock: BlockIdExt
  readonly hardforks: readonly BlockIdExt[]
}

/** The address and key of a liteserver. */
export type LiteserverAddress = {
  /** Dotted IPv4. */
  readonly host: string
  readonly port: number
  /** Ed25519, 32 bytes. */
  readonly publicKey: Buffer
}

/**
 * The error for a text that is not a global config. `path` is the faulty field, e.g.
 * `validator.zero_state.shard`.
 */
export class GlobalConfigError extends TypedError {
  readonly path: string

  constructor(path: string, reason: string, options?: TypedErrorOptions) {
    super(
      'global-config',
      path === '' ? `global config ${reason}` : `global config: ${path} ${reason}`,
      options,
    )
    this.path = path
  }
}

/**
 * Reads a global config's JSON.
 * @throws GlobalConfigError
 */
export function parseGlobalConfig(text: string): GlobalConfig {
  const config = new Field('', parseJson(text)).object()
  const validator = config.get('validator').object()
  const zeroState = readBlockId(validator.get('zero_state'))
  const initBlock = validator.get('init_block')
  return {
    liteservers: config.get('liteservers').list().map(readLiteserver),
    zeroState,
    initBlock: initBlock.isMissing ? zeroState : readBlockId(initBlock),
    hardforks: validator.get('hardforks').list().map(readBlockId),
  }
}

/** Writes a global config for other TON tools (lite-client, tonutils, ton-lite-client). */
export function formatGlobalConfig(config: GlobalConfig): string {
  const text = JSON.stringify(
    {
      '@type': 'config.global',
      liteservers: config.liteservers.map(({ host, port, publicKey }) => ({
        ip: ipToInt(host),
        port,
        id: { '@type': 'pub.ed25519', key: publicKey.toString('base64') },
      })),
      validator: {
        '@type': 'validator.config.global',
        zero_state: writeBlockId(config.zeroState),
        init_block: writeBlockId(config.initBlock),
        hardforks: config.hardforks.map(writeBlockId),
      },
    },
    undefined,
    2,
  )
  // Shards are bare integers of 64 bits, which JSON.stringify cannot write.
  return `${text.replace(/"shard": "(-?\d+)"/g, '"shard": $1')}\n`
}

function writeBlockId({ workchain, shard, seqno, rootHash, fileHash }: BlockIdExt) {
  return {
    '@type': 'tonNode.blockIdExt',
    workchain,
    shard: String(shardToSigned(shard)),
    seqno,
    root_hash: rootHash.toString('base64'),
    file_hash: fileHash.toString('base64'),
  }
}

function readBlockId(field: Field): BlockIdExt {
  const id = field.object()
  return {
    workchain: id.get('workchain').integer(),
    shard: shardFromSigned(id.get('shard').bigint()),
    seqno: id.get('seqno').integer(),
    rootHash: id.get('root_hash').bytes32(),
    fileHash: id.get('file_hash').bytes32(),
  }
}

function readLiteserver(field: Field): LiteserverAddress {
  const server = field.object()
  const port = server.get('port')
  if (port.integer() < 1 || port.integer() > 65535) throw new GlobalConfigError(port.path, 'is not a port')
  return {
    host: ipFromInt(server.get('ip').integer()),
    port: port.integer(),
    publicKey: server.get('id').object().get('key').bytes32(),
  }
}

/** Formats an `ip`, which is a signed 32-bit integer in TL and in configs: 2130706433 is 127.0.0.1. */
function ipFromInt(ip: number): string {
  return [24, 16, 8, 0].map((shift) => (ip >>> shift) & 0xff).join('.')
}

function ipToInt(host: string): number {
  const parts = host.split('.').map(Number)
  if (parts.length !== 4 || parts.some((part) => !Number.isInteger(part) || part < 0 || part > 255)) {
    throw new GlobalConfigError('liteservers.ip', `${host} is no IPv4 address`)
  }
  return parts.reduce((ip, part) => (ip << 8) | part, 0)
}

/** Parses JSON with integers beyond 2^53 as bigint, since numbers would lose their last digits. */
function parseJson(text: string): unknown {
  // `context.source` (the text of a number) is newer than TypeScript's declarations.
  const reviver = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context?.source ?? '')
      : value
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    throw new GlobalConfigError('', 'is not JSON', { cause: error })
  }
}

/** A value and its path, for error messages. */
class Field {
  readonly path: string
  readonly #value: unknown

  constructor(path: string, value: unknown) {
    this.path = path
    this.#value = value
  }

  get isMissing(): boolean {
    return this.#value === undefined || this.#value === null
  }

  object(): { get(name: string): Field } {
    const { path } = this
    const value = this.#value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) this.#refuse('is not an object')
    const fields = value as Record<string, unknown>
    return { get: (name) => new Field(path === '' ? name : `${path}.${name}`, fields[name]) }
  }

  /** Returns the elements; a missing list is empty. */
  list(): Field[] {
    if (this.isMissing) return []
    if (!Array.isArray(this.#value)) return this.#refuse('is not a list')
    return this.#value.map((item, index) => new Field(`${this.path}.${index}`, item))
  }

  integer(): number {
    return Number.isSafeInteger(this.#value) ? (this.#value as number) : this.#refuse('is not an integer')
  }

  /** Returns a 64-bit integer, bare or (as some tools write it) in quotes. */
  bigint(): bigint {
    const value = this.#value
    if (typeof value === 'bigint') return value
    if (Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d+$/.test(value))) {
      return BigInt(value as number | string)
    }
    return this.#refuse('is not an integer')
  }

  bytes32(): Buffer {
    const bytes = typeof this.#value === 'string' ? Buffer.from(this.#value, 'base64') : undefined
    return bytes?.length === 32 ? bytes : this.#refuse('is not 32 bytes in base64')
  }

  #refuse(reason: string): never {
    throw new GlobalConfigError(this.path, reason)
  }
}

/** Returns the config of a network without hard forks that one liteserver serves. */
export function singleServerConfig({
  host,
  port,
  publicKey,
  zeroState,
  initBlock,
}: LiteserverAddress & Pick<GlobalConfig, 'zeroState' | 'initBlock'>): GlobalConfig {
  return { liteservers: [{ host, port, publicKey }], zeroState, initBlock, hardforks: [] }
}
