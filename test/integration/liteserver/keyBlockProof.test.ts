import { afterEach, describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { ProofError, type ProofProgress, ProvingError } from '../../../src-main/liteserver/errors.ts'
import {
  type LiteNetworkOptions,
  openLiteNetwork,
  type TrustStore,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteserver } from '../../../src-main/liteserver/server/liteserver.ts'
import type { PartialBlockProof } from '../../../src-main/liteserver/tl/proofs.ts'
import { generateKeyBlockChain, type KeyBlockChain } from '../../fixtures/keyBlockChain.ts'
import { type Server, serve, type Tell } from './lies/lyingServer.ts'

const CHAIN = generateKeyBlockChain({ keyBlocks: 40, validators: 12 })
/** Of the same shape, by other validators. */
const OTHER_CHAIN = generateKeyBlockChain({ keyBlocks: 40, validators: 12, seed: 'another' })

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

/** A liteserver over a chain, and the seqnos from which proofs were requested. */
async function serverOf(chain: KeyBlockChain, tell?: Tell) {
  const answer = liteserver({ store: chain.store, now: () => 1_900_000_000 })
  const from: number[] = []
  const server = await serve(
    (query) => answer(query, { signal: new AbortController().signal }),
    async (query, bytes) => {
      if (query.name === 'getBlockProof') from.push(query.request.knownBlock.seqno)
      return tell?.(query, bytes)
    },
  )
  cleanUps.push(() => server.close())
  return { ...server, from }
}

async function networkOf(servers: readonly Server[], options: Partial<LiteNetworkOptions> = {}) {
  const network = await openLiteNetwork({
    config: {
      liteservers: servers.map(({ address }) => address),
      zeroState: CHAIN.zeroState,
      initBlock: CHAIN.anchor,
    },
    random: () => 0,
    limits: { pollMs: 60_000, idlePollMs: 60_000 },
    ...options,
  })
  cleanUps.push(() => network.close())
  return network
}

/** A store that starts with `loaded` and records saved key blocks. */
function memoryStore(loaded?: BlockIdExt) {
  const saved: BlockIdExt[] = []
  const unknown: BlockIdExt[] = []
  const trustStore: TrustStore = {
    load: async () => loaded,
    save: (id) => saved.push(id),
    onUnknown: (id) => unknown.push(id),
  }
  return { trustStore, saved, unknown }
}

/** Changes each path that a server shows. */
const changed =
  (change: (path: PartialBlockProof) => PartialBlockProof): Tell =>
  async (query, answer) =>
    query.name === 'getBlockProof'
      ? query.fn.encodeResponse(change(query.fn.decodeResponse(answer)))
      : undefined

const seqnos = (ids: readonly BlockIdExt[]) => ids.map(({ seqno }) => seqno)

describe('a proof over many key blocks', () => {
  it('leads to the head, saves each key block and reports its progress', async () => {
    const server = await serverOf(CHAIN)
    const { trustStore, saved } = memoryStore()
    const progress: (ProofProgress | undefined)[] = []
    const network = await networkOf([server], { trustStore, onProving: (now) => progress.push(now) })
    expect(await network.session().last()).toEqual(CHAIN.head)
    expect(saved).toEqual(CHAIN.keyBlocks)
    expect(server.from).toEqual([1000, 2600, 4200])
    expect(progress.at(-1)).toBeUndefined()
    expect(progress.at(-2)).toMatchObject({ proved: 40, seqno: 5000 })
    const middle = progress.find((now) => now?.proved === 20)
    expect(middle?.expected).toBeGreaterThanOrEqual(38)
    expect(middle?.expected).toBeLessThanOrEqual(42)
    expect(network.stats()).toMatchObject({ proofFailures: 0, proving: undefined })
  })

  it('continues where an interrupted run had come to', async () => {
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
    const server = await serverOf(CHAIN, async (query) => {
      if (query.name !== 'getBlockProof' || query.request.knownBlock.seqno < 4200) return undefined
      hold()
      return new Promise(() => {})
    })
    const { trustStore, saved } = memoryStore()
    const first = await networkOf([server], { trustStore })
    const last = first.session().last()
    last.catch(() => {})
    await isHeld
    await expect.poll(() => saved.at(-1)?.seqno, { timeout: 10_000 }).toBe(4200)
    first.close()
    await expect(last).rejects.toThrow()

    const again = await serverOf(CHAIN)
    const second = await networkOf([again], { trustStore: memoryStore(saved.at(-1)).trustStore })
    expect((await second.session().last()).seqno).toBe(CHAIN.head.seqno)
    expect(again.from).toEqual([4200])
  })

  describe('with a lying server', () => {
    const forged = 3000
    const swapLink: Tell = changed((path) => {
      const other = OTHER_CHAIN.keyBlocks.find(({ seqno }) => seqno === forged) as BlockIdExt
      const at = path.steps.findIndex(({ to }) => to.seqno === forged)
      const link = path.steps[at]
      if (!link) return path
      return {
        ...path,
        complete: false,
        to: other,
        steps: [...path.steps.slice(0, at), { ...link, to: other }],
      }
    })
    const changeSignatures = (
      change: (signatures: PartialBlockProof['steps'][number] & { kind: 'forward' }) => object,
    ): Tell =>
      changed((path) => ({
        ...path,
        steps: path.steps.map((link) =>
          link.kind === 'forward' && link.to.seqno === forged
            ? { ...link, signatures: { ...link.signatures, ...change(link) } }
            : link,
        ),
      }))
    const LIES: Readonly<Record<string, Tell>> = {
      'puts a block of its own into the chain': swapLink,
      'forges a signature that the majority needs': changeSignatures(({ signatures: { signatures } }) => ({
        signatures: signatures.map((one) => ({ ...one, signature: Buffer.alloc(64, 7) })),
      })),
      'has the signatures of a minority': changeSignatures(({ signatures: { signatures } }) => ({
        signatures: signatures.slice(0, 6),
      })),
    }

    it.each(Object.entries(LIES))('refuses a proof that %s and saves nothing of it', async (_, lie) => {
      const { trustStore, saved } = memoryStore()
      const network = await networkOf([await serverOf(CHAIN, lie)], { trustStore })
      await expect(network.session().last()).rejects.toThrow(ProofError)
      expect(saved).toEqual(CHAIN.keyBlocks.filter(({ seqno }) => seqno < forged))
      expect(network.stats()).toMatchObject({ proofFailures: 1, keyBlock: { seqno: forged - 100 } })
    })

    it('continues with an honest server from the last proved key block', async () => {
      const { promise: isLiarAsked, resolve: askLiar } = Promise.withResolvers<undefined>()
      const liar = await serverOf(CHAIN, (query, answer) => {
        if (query.name === 'getBlockProof') askLiar(undefined)
        return swapLink(query, answer)
      })
      const honest = await serverOf(CHAIN, async ({ name }) =>
        name === 'getMasterchainInfo' ? isLiarAsked : undefined,
      )
      const network = await networkOf([liar, honest])
      expect(await network.session().last()).toEqual(CHAIN.head)
      expect(honest.from).toEqual([2900, 4500])
    })
  })

  it('is shared by those who need the head, whichever servers they ask', async () => {
    const servers = [await serverOf(CHAIN), await serverOf(CHAIN)]
    let next = 0
    const network = await networkOf(servers, { random: () => (next++ % 2) * 0.9 })
    await Promise.all([network.session().last(), network.session().last(), network.session().last()])
    expect(servers.flatMap(({ from }) => from)).toEqual([1000, 2600, 4200])
  })

  it('delays no query: queries are refused with the progress', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
    const server = await serverOf(CHAIN, (query) =>
      query.name === 'getBlockProof' && query.request.knownBlock.seqno > 1000
        ? released
        : Promise.resolve(undefined),
    )
    const network = await networkOf([server])
    const refusal = await network
      .session()
      .last()
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ProvingError)
    expect(refusal).toMatchObject({
      message: expect.stringMatching(/^proving key block 17 of about \d+$/),
      hint: 'ask again in a few seconds',
      progress: { proved: 16, seqno: 2600 },
    })
    expect(network.stats().proving).toMatchObject({ proved: 16 })
    release(undefined)
    await expect.poll(() => network.stats().proving, { timeout: 10_000 }).toBeUndefined()
    expect(await network.session().last()).toEqual(CHAIN.head)
  })
})

describe('a stored key block', () => {
  const [, , stored] = CHAIN.keyBlocks as readonly [BlockIdExt, BlockIdExt, BlockIdExt]
  const foreign = OTHER_CHAIN.keyBlocks[2] as BlockIdExt
  const beyond = { ...foreign, seqno: 1_000_000 }

  it.each([
    ['of another chain', foreign],
    ['beyond the end of the chain', beyond],
  ])('%s is dropped when no server has it, and the anchor is used again', async (_, id) => {
    const { trustStore, saved, unknown } = memoryStore(id)
    const servers = [await serverOf(CHAIN)]
    const network = await networkOf(servers, { trustStore })
    expect(await network.session().last()).toEqual(CHAIN.head)
    expect(unknown).toEqual([id])
    expect(seqnos(saved)).toEqual(seqnos(CHAIN.keyBlocks))
  })

  it('is kept while one server has it and others show another', async () => {
    const { trustStore, unknown } = memoryStore(stored)
    const servers = [await serverOf(OTHER_CHAIN), await serverOf(CHAIN)]
    const network = await networkOf(servers, { trustStore })
    expect(await network.session().last()).toEqual(CHAIN.head)
    expect(unknown).toEqual([])
    expect(servers[1]?.from[0]).toBe(stored.seqno)
  })
})
