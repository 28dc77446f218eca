import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BlockIdExt } from '../../chain/blockId.ts'
import { ProofError } from '../errors.ts'
import { askServer, judged } from '../pool/askServer.ts'
import type { PoolServer } from '../pool/poolServer.ts'
import { liteApi } from '../tl/liteApi.ts'
import type { BlockLink, PartialBlockProof } from '../tl/proofs.ts'
import type { LinkVerifier, ProvedLink } from '../verify/blockLink.ts'
import { expectPath } from '../verify/blockProof.ts'

/** A path to the head from an anchor years back takes some hundred answers. */
const MAX_ANSWERS = 10_000
/** Links whose signatures are checked at the same time. */
const PARALLEL_LINKS = 4

export type ChainPath = {
  /** A proved block. */
  readonly from: BlockIdExt
  readonly to: BlockIdExt
  /** `mode` of getBlockProof. */
  readonly mode: number
  /** The masterchain block that the server must have. */
  readonly needsSeqno: number | undefined
}

export type PathListener = {
  /** Called with each proved link, in order. @throws ProofError where it contradicts what is proved */
  onLink(link: ProvedLink): void
  /** Called before the links of an answer are checked that does not lead to the end of the path. */
  onLongPath(): void
}

/**
 * Proves a path of links by what one server shows, in as many answers as it takes. The next answer is fetched while the
 * links of the last are checked. Rejects as askServer does.
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
    // Only the first step of a path may lead back, to a key block.
    const isProgress = answers === 0 || answer.to.seqno > at.seqno
    if (!answer.complete && isProgress) {
      listener.onLongPath()
      next = askForPath(server, path, answer.to)
      // Not awaited where a link of this answer is refused.
      next.catch(() => {})
    }
    await judged(server, () => proveLinks(answer.steps, verifier, listener))
    if (answer.complete) return
    if (!isProgress) break
    at = answer.to
  }
  await judged(server, async () => {
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

/** Checks several links at once and hands them on in order. Rejects with ProofError. */
async function proveLinks(
  links: readonly BlockLink[],
  verifier: LinkVerifier,
  listener: PathListener,
): Promise<void> {
  const running: Promise<ProvedLink>[] = []
  for (const link of links) {
    const proof = verifier.prove(link)
    // Awaited below, in order; an earlier refusal ends the loop before.
    proof.catch(() => {})
    running.push(proof)
    // Reading a link of a large network takes some milliseconds: other work goes on in between.
    await nextTurn()
    if (running.length >= PARALLEL_LINKS) listener.onLink(await (running.shift() as Promise<ProvedLink>))
  }
  for (const proof of running) listener.onLink(await proof)
}
