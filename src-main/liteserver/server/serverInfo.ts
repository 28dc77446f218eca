import type { TlRequest, TlResponse } from '../tl/function.ts'
import type { LiteApi } from '../tl/liteApi.ts'
import { refuseMalformedMessage, unacceptable } from './externalMessage.ts'
import type { LiteContext } from './liteContext.ts'
import { liteError } from './liteErrors.ts'

/** `ls_version` 1.1 and `ls_capabilities` of the reference server whose answers this one reproduces. */
const VERSION = 0x101
const CAPABILITIES = 15n

/** Answers `liteServer.getTime`. */
export function getTime({ now }: LiteContext): TlResponse<LiteApi['getTime']> {
  return { now: now() }
}

/** Answers `liteServer.getVersion`. */
export function getVersion({ now }: LiteContext): TlResponse<LiteApi['getVersion']> {
  return { mode: 0, version: VERSION, capabilities: CAPABILITIES, now: now() }
}

/** Answers `liteServer.getMasterchainInfo`. */
export function getMasterchainInfo(context: LiteContext): TlResponse<LiteApi['getMasterchainInfo']> {
  const { last, stateRootHash, init } = headInfo(context)
  return { last, stateRootHash, init }
}

/** Answers `liteServer.getMasterchainInfoExt`. `mode` must be 0. */
export function getMasterchainInfoExt(
  context: LiteContext,
  { mode }: TlRequest<LiteApi['getMasterchainInfoExt']>,
): TlResponse<LiteApi['getMasterchainInfoExt']> {
  if ((mode & 0x7fff_ffff) !== 0) throw liteError('unsupported getMasterchainInfo mode')
  const info = headInfo(context)
  return { mode: 0, version: VERSION, capabilities: CAPABILITIES, now: context.now(), ...info }
}

/** Returns the fields about the newest masterchain block. Reads only its header. */
function headInfo({ store }: LiteContext) {
  const last = store.head()
  const { workchain, rootHash, fileHash } = store.zeroState
  const head = store.find(last)?.head
  return {
    last,
    lastUtime: head?.genUtime ?? 0,
    stateRootHash: head?.stateHash ?? rootHash,
    init: { workchain, rootHash, fileHash },
  }
}

/**
 * Answers `liteServer.sendMessage`. A malformed message gets its specific error, even if the chain is
 * read-only.
 */
export async function sendMessage(
  context: LiteContext,
  { body }: TlRequest<LiteApi['sendMessage']>,
): Promise<TlResponse<LiteApi['sendMessage']>> {
  const malformed = refuseMalformedMessage(body)
  if (malformed) throw malformed
  if (!context.accept) throw unacceptable('this liteserver serves recorded blocks only')
  await context.accept(body)
  return { status: 1 }
}
