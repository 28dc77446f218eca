import type { Cell } from '@ton/core'
import type { BlockInfo } from '../../chain/block/blockInfo.ts'
import { type BlockIdExt, formatBlockId, MASTERCHAIN } from '../../chain/blockId.ts'
import { blockConfig } from '../../chain/proof/headerProof.ts'
import { SignatureVerifier, type Signers } from '../../chain/proof/signatures.ts'
import { signersOf } from '../../chain/proof/signers.ts'
import { Lru } from '../../platform/lru.ts'
import type { BlockLink } from '../tl/proofs.ts'
import { provedHeader } from './header.ts'
import { expectOldBlock } from './oldBlocks.ts'
import { expect, openProof, proving, provingAsync } from './proving.ts'
import { masterchainExtra, provedState, provedZeroState } from './state.ts'

const CHECK = 'block chain'

type ForwardLink = Extract<BlockLink, { kind: 'forward' }>
type BackLink = Extract<BlockLink, { kind: 'back' }>

/** The end of a verified link. */
export type ProvedLink = {
  readonly to: BlockIdExt
  readonly isKeyBlock: boolean
  /** Unix seconds; undefined for the zero state. */
  readonly genUtime: number | undefined
}

/** A link that is valid if enough of the signers signed it, or at once if it has no signatures. */
type OpenedLink = { readonly proved: ProvedLink; readonly signers?: Signers }

/**
 * Verifies links between masterchain blocks, each from a proved block. Caches the validators of the last few
 * key blocks, since every link repeats their proof.
 */
export class LinkVerifier {
  readonly #signatures = new SignatureVerifier()
  readonly #configs = new Lru<string, Cell>(8)
  readonly #signers = new Lru<string, Signers>(16)

  /** Returns what `link` proves of `link.to` if `link.from` is proved. Checks every signature. @throws ProofError */
  verify(link: BlockLink): ProvedLink {
    return proving(CHECK, () => {
      const { proved, signers } = this.#open(link)
      if (signers && link.kind === 'forward') this.#signatures.check(link.to, link.signatures, signers)
      return proved
    })
  }

  /**
   * Resolves with what `link` proves of `link.to` if `link.from` is proved. Checks only as many signatures as a majority
   * takes, in libuv's threads. Rejects with ProofError.
   */
  prove(link: BlockLink): Promise<ProvedLink> {
    return provingAsync(CHECK, async () => {
      const { proved, signers } = this.#open(link)
      if (signers && link.kind === 'forward') await this.#signatures.prove(link.to, link.signatures, signers)
      return proved
    })
  }

  #open(link: BlockLink): OpenedLink {
    const { from, to } = link
    const isMasterchain = from.workchain === MASTERCHAIN && to.workchain === MASTERCHAIN
    expect(isMasterchain, CHECK, 'a link outside the masterchain')
    const isForward = from.seqno < to.seqno
    const text = `${formatBlockId(from)} to ${formatBlockId(to)} is no ${link.kind} link`
    expect(from.seqno !== to.seqno && isForward === (link.kind === 'forward'), CHECK, text)
    return link.kind === 'forward' ? this.#forward(link) : { proved: this.#back(link) }
  }

  /** Opens a link to a later block, proved by the signatures of the validators that the last key block appointed. */
  #forward(link: ForwardLink): OpenedLink {
    const { from, to } = link
    const { info } = provedHeader(openProof(link.destProof), to)
    expectKeyFlag(link, info.keyBlock)
    const name = formatBlockId(to)
    expect(info.prevKeyBlockSeqno === from.seqno, CHECK, `the last key block before ${name} is another`)
    const signers = this.#signersOf(link, info)
    const isHash = signers.hashShort >>> 0 === info.genValidatorListHashShort >>> 0
    expect(isHash, CHECK, `${name} names other validators than the configuration before it`)
    return { proved: { to, isKeyBlock: info.keyBlock, genUtime: info.genUtime }, signers }
  }

  /** Verifies a link to an earlier block, proved by the state after the later one, which lists all earlier blocks. */
  #back(link: BackLink): ProvedLink {
    const { from, to } = link
    const state = provedState(from, openProof(link.proof), openProof(link.stateProof))
    const { key } = expectOldBlock(state, to)
    expectKeyFlag(link, key)
    if (to.seqno === 0) return { to, isKeyBlock: key, genUtime: undefined }
    const { info } = provedHeader(openProof(link.destProof), to)
    expectKeyFlag(link, info.keyBlock)
    return { to, isKeyBlock: key, genUtime: info.genUtime }
  }

  #signersOf(link: ForwardLink, info: BlockInfo): Signers {
    const name = `${link.from.rootHash.toString('latin1')}:${info.genCatchainSeqno}`
    const known = this.#signers.get(name)
    if (known) return known
    const { from, configProof } = link
    const block = from.rootHash.toString('latin1')
    const config = this.#configs.get(block) ?? readConfig(from, openProof(configProof))
    const signers = signersOf(config, info.shard, info.genCatchainSeqno)
    // Cached only after signers were read from it: a proof can contain the configuration's root and prune the signers'
    // part, and such a proof must not affect the next server's.
    this.#configs.set(block, config)
    this.#signers.set(name, signers)
    return signers
  }
}

function readConfig(from: BlockIdExt, root: Cell): Cell {
  if (from.seqno === 0) return masterchainExtra(provedZeroState(from, root)).config.config
  const { info, cells } = provedHeader(root, from)
  const params = info.keyBlock ? blockConfig(cells) : undefined
  expect(params !== undefined, CHECK, `${formatBlockId(from)} is no key block`)
  return params.config
}

function expectKeyFlag(link: BlockLink, isKeyBlock: boolean): void {
  const text = `${formatBlockId(link.to)} is ${isKeyBlock ? 'a' : 'no'} key block`
  expect(link.toKeyBlock === isKeyBlock, CHECK, text)
}
