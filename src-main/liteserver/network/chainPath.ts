import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { ProofError } from '../errors.ts'
import { askServer, quarantineOnFault } from '../pool/askServer.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import type { LinkVerifier, ProvedLink } from '../verify/blockLink.ts'
import { expectPath } from '../verify/blockProof.ts'

/** The limit on answers of one path. A path of several years takes some hundred. */
const MAX_ANSWERS = 10_000
/** The number of links whose signatures are checked concurrently. */
const PARALLEL_LINKS = 4

/** A path of links between two masterchain blocks. */
export type ChainPath = {
  /** The start, which must be proved. */
  readonly from: BlockIdExt
  readonly to: BlockIdExt
  /** `mode` of getBlockProof. */
  readonly mode: number
  /** The masterchain seqno that the server must have reached. */
  readonly needsSeqno: number | undefined
}

/** The receiver of a path's proved links. */
export type PathListener = {
  /** Called with each proved link, in order. @throws ForkError if it contradicts a proved block */
  onLink(proved: ProvedLink, link: BlockLink): void
  /** Called for an answer that does not reach the end of the path, before its links are checked. */
  onLongPath(): void
}

/**
 * Proves a path of links with one server's answers, as many as needed. Fetches the next answer while the
 * links of the last one are checked. Rejects like askServer.
 */
export async function provePath(
  server: PoolServer,
  path: ChainPath,
  verifier: LinkVerifier,
  listener: PathListener,
): Promise<void> {
  let at = path.from
  let next = askForPath(server, path, at)
  for (let answers = 0; answers < MAX_ANSWERS; answers++) {
    const answer = await next
    // Only the first step of a path can lead back, to a key block.
    const isProgress = answers === 0 || answer.to.seqno > at.seqno
    if (!answer.complete && isProgress) {
      listener.onLongPath()
      next = askForPath(server, path, answer.to)
      // Never awaited if a link of this answer is invalid.
      next.catch(() => {})
    }
    await quarantineOnFault(server, () => proveLinks(answer.steps, verifier, listener))
    if (answer.complete) return
    if (!isProgress) break
    at = answer.to
  }
  await quarantineOnFault(server, async () => {
    throw new ProofError('block chain', 'the path does not come to its end')
  })
}

function askForPath(
  server: PoolServer,
  { to, mode, needsSeqno }: ChainPath,
  from: BlockIdExt,
): Promise<PartialBlockProof> {
  const request = { mode, knownBlock: from, targetBlock: to }
  return askServer(server, {
    fn: liteApi.getBlockProof,
    request,
    check: (answer) => {
      expectPath(request, answer)
      return answer
    },
    needsSeqno,
  })
}

/** Checks several links concurrently and passes them on in order. Rejects with ProofError, and as `onLink` throws. */
export async function proveLinks(
  links: readonly BlockLink[],
  verifier: LinkVerifier,
  listener: Pick<PathListener, 'onLink'>,
): Promise<void> {
  const running: { readonly link: BlockLink; readonly proof: Promise<ProvedLink> }[] = []
  const noteFirst = async () => {
    const first = running.shift()
    if (first) listener.onLink(await first.proof, first.link)
  }
  for (const link of links) {
    const proof = verifier.prove(link)
    // Awaited below, in order; an earlier error ends the loop first.
    proof.catch(() => {})
    running.push({ link, proof })
    // Reading a link of a large network takes some milliseconds, so other work runs in between.
    await nextTurn()
    if (running.length >= PARALLEL_LINKS) await noteFirst()
  }
  while (running.length > 0) await noteFirst()
}
