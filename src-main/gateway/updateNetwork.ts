import { messageOf } from '#shared/messageOf.ts'
import type { BlockIdExt } from '../chain/blockId.ts'
import { sameBlock } from '../chain/blockId.ts'
import { NoServerError, type ProofProgress, ProvingError } from '../liteserver/errors.ts'
import type { GlobalConfig } from '../liteserver/globalConfig.ts'
import { openLiteNetwork, type TrustStore } from '../liteserver/network/openLiteNetwork.ts'
import { GatewayError } from './gatewayError.ts'
import { withServers } from './publicConfig.ts'

/** Maximum number of servers; no network lists as many. */
const MAX_SERVERS = 256
/** Time limit of the proof; one over all of mainnet's key blocks takes minutes. */
const PROOF_DEADLINE_MS = 30 * 60_000

export type NetworkUpdate = {
  /** The present config with the additions. */
  readonly config: GlobalConfig
  /** Liteservers that the present config did not have. */
  readonly added: number
  readonly anchor: AnchorUpdate
  /** The newest key block that was proved on the way. */
  readonly keyBlock: BlockIdExt | undefined
}

export type AnchorUpdate =
  | { readonly kind: 'replaced' }
  /** The official anchor is the present one or an earlier block. */
  | { readonly kind: 'current' }
  /** The official anchor was not proved from the present one. */
  | { readonly kind: 'unproved'; readonly reason: string }

export type UpdateOptions = {
  /** Progress of an earlier run; it is only read. */
  readonly trustStore?: Pick<TrustStore, 'load'>
  readonly onProving?: (progress: ProofProgress | undefined) => void
}

/**
 * Adds to the present config what needs no trust in an official one: liteservers, which prove their answers, and an
 * anchor that they prove from the present one.
 * @throws GatewayError for the config of another network
 */
export async function updateNetwork(
  present: GlobalConfig,
  official: GlobalConfig,
  options: UpdateOptions = {},
): Promise<NetworkUpdate> {
  if (!sameBlock(official.zeroState, present.zeroState)) {
    throw new GatewayError('bad-config', 'the config is of another network: its zero state is another')
  }
  if (official.liteservers.length > MAX_SERVERS) {
    throw new GatewayError('bad-config', `the config lists ${official.liteservers.length} liteservers`)
  }
  const merged = withServers(present, official.liteservers)
  const added = merged.liteservers.length - present.liteservers.length
  if (official.initBlock.seqno <= present.initBlock.seqno) {
    return { config: merged, added, anchor: { kind: 'current' }, keyBlock: undefined }
  }
  const proof = await proveAnchor(merged, official.initBlock, options)
  if (proof.reason !== undefined) {
    const { reason } = proof
    return { config: merged, added, anchor: { kind: 'unproved', reason }, keyBlock: undefined }
  }
  const config = { ...merged, initBlock: official.initBlock }
  return { config, added, anchor: { kind: 'replaced' }, keyBlock: proof.keyBlock }
}

type AnchorProof =
  | { readonly reason: string }
  | { readonly reason?: undefined; readonly keyBlock: BlockIdExt }

/** Proves a key block from the config's anchor. */
async function proveAnchor(
  config: GlobalConfig,
  id: BlockIdExt,
  { trustStore, onProving }: UpdateOptions,
): Promise<AnchorProof> {
  const network = await openLiteNetwork({
    config,
    trustStore: trustStore && { load: () => trustStore.load(), save() {} },
    onProving,
  })
  const signal = AbortSignal.timeout(PROOF_DEADLINE_MS)
  try {
    for (;;) {
      try {
        const { isKeyBlock } = await network.session({ signal }).blockHeader(id)
        return isKeyBlock ? { keyBlock: network.stats().keyBlock } : { reason: 'it is no key block' }
      } catch (error) {
        // The proof continues between attempts; each attempt waits for a part of it.
        if (!(error instanceof ProvingError)) throw error
      }
    }
  } catch (error) {
    if (error === signal.reason) return { reason: `no proof within ${PROOF_DEADLINE_MS / 60_000} minutes` }
    return { reason: reasonOf(error) }
  } finally {
    network.close()
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error instanceof NoServerError && error.cause instanceof Error
    ? `${messageOf(error)} (${messageOf(error.cause)})`
    : messageOf(error)
}
