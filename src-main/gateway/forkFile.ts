import { join } from 'node:path'
import type { Logger } from 'pino'
import { hashToBase64 } from '#shared/ton/hash.ts'
import type { ForkError, ForkedBlock } from '../liteserver/errors.ts'
import { writeAtomically } from '../platform/atomicFile.ts'

/** `DATA_DIR/NETWORK/fork.json`: two blocks of one seqno that the validators of the network signed, with the proofs. */
const FORK_FILE = 'fork.json'

/**
 * Keeps the evidence of a fork in the network's folder, and returns the path of its file. A failure is logged: the network
 * is stopped in any case.
 */
export function writeForkFile(
  folder: string,
  error: ForkError,
  log: Pick<Logger, 'error'>,
): string | undefined {
  const path = join(folder, FORK_FILE)
  try {
    writeAtomically(path, formatFork(error))
    log.error({ file: path }, error.message)
    return path
  } catch (cause) {
    log.error({ err: cause, file: path }, error.message)
    return undefined
  }
}

function formatFork({ message, blocks }: ForkError): string {
  const evidence = { found_at: new Date().toISOString(), message, blocks: blocks.map(blockEvidence) }
  return `${JSON.stringify(evidence, undefined, 2)}\n`
}

function blockEvidence({ id, server, link }: ForkedBlock) {
  const { seqno, rootHash, fileHash } = id
  return {
    seqno,
    root_hash: hashToBase64(rootHash),
    file_hash: hashToBase64(fileHash),
    liteserver: server ?? null,
    proof: link?.kind === 'forward' ? forwardEvidence(link) : null,
  }
}

/** The fields of liteServer.blockLinkForward, bytes in base64. */
function forwardEvidence({
  from,
  destProof,
  configProof,
  signatures,
}: Extract<NonNullable<ForkedBlock['link']>, { kind: 'forward' }>) {
  return {
    from_key_block: from.seqno,
    dest_proof: destProof.toString('base64'),
    config_proof: configProof.toString('base64'),
    consensus: signatures.kind,
    signatures: signatures.signatures.map(({ nodeIdShort, signature }) => ({
      node_id_short: nodeIdShort.toString('base64'),
      signature: signature.toString('base64'),
    })),
  }
}
