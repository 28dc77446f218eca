import type { Cell } from '@ton/core'
import type { ContractJson } from '#shared/schema/disassembly.ts'
import type { ReplayJson, ReplayTarget, StepsJson } from '#shared/schema/replay.ts'
import type { TonAddress } from '#shared/ton/address.ts'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { decodeStorage } from '../../contracts/decodeStorage.ts'
import type { LiteNetwork, LiteSession, SessionOptions } from '../../liteserver/session.ts'
import type { FindLibraries } from '../../tvm/getMethod.ts'
import type { TvmPool } from '../../tvm/tvmPool.ts'
import { coreAddress, readAccountAt } from '../v2/accountState.ts'
import type { ContractRuns } from '../v2/contractRuns.ts'
import { createCodeReader } from './codeReader.ts'
import { readStack } from './readStack.ts'
import { type Replay, rawAddress, replayBytes } from './replay.ts'
import { replayMethod } from './replayMethod.ts'
import { replayTransaction } from './replayTransaction.ts'
import { stepsPage } from './stepsPage.ts'
import type { SceneSession } from './transactionScene.ts'

/** Options of a request. */
export type ReplayOptions = { readonly signal?: AbortSignal }

/** Runs transactions and get-methods again with their steps, and disassembles codes, on proved states. */
export type ReplayApi = {
  /** Returns a run with its first steps. Rejects with ApiError, and as sessions and TvmPool.run do. */
  replay(target: ReplayTarget, options?: ReplayOptions): Promise<ReplayJson>
  /** Returns the steps of a run from number `from` on. Rejects like `replay`. */
  steps(target: ReplayTarget, from: number, options?: ReplayOptions): Promise<StepsJson>
  /** Returns the code and storage of an account. Rejects as sessions do. */
  contract(
    account: { readonly address: TonAddress; readonly seqno: number | undefined },
    options?: ReplayOptions,
  ): Promise<ContractJson>
}

/** Dependencies of a ReplayApi. */
export type ReplayDependencies = {
  /** Answers of liteservers alone: an archive has no states between its blocks. */
  readonly network: { session(options?: SessionOptions): SceneSession & LiteSession }
  /** The network, or the archive of its index. */
  readonly reached: Pick<LiteNetwork, 'session'>
  readonly contracts: Pick<ContractRuns, 'config'>
  readonly pool: Pick<TvmPool, 'run'>
}

/** Bytes of cached runs: a client reads the pages of one after the other. */
const CACHE_BYTES = 24 << 20
const LIBRARIES_PER_QUERY = 16

/** Creates the API of a chain. */
export function createReplayApi({ network, reached, contracts, pool }: ReplayDependencies): ReplayApi {
  const codes = createCodeReader(pool)
  const runs = new ByteCache<Replay>(CACHE_BYTES)

  async function run(target: ReplayTarget, { signal }: ReplayOptions = {}): Promise<Replay> {
    const options = signal ? { signal } : {}
    const address = coreAddress(target.account)
    if ('lt' in target) {
      return cached(`${address.toRawString()} ${target.lt}`, () => {
        const session = network.session(options)
        return replayTransaction(
          session,
          { address, lt: target.lt },
          { pool, codes, findLibraries: libraryFinder(session), options },
        )
      })
    }
    const session = reached.session(options)
    const block = await session.masterchainBlock(target.seqno)
    const { method, stack: text } = target
    const stack = readStack(text)
    return cached(`${address.toRawString()} ${method} ${block.seqno} ${text}`, async () => {
      const account = await readAccountAt(session, block, address)
      const config = await contracts.config({ session: () => session, signal })
      const findLibraries = libraryFinder(session)
      return replayMethod(
        { account, method, stack },
        { pool, codes, config, session, findLibraries, options },
      )
    })
  }

  async function cached(key: string, make: () => Promise<Replay>): Promise<Replay> {
    const known = runs.get(key)
    if (known) return known
    const made = await make()
    runs.set(key, made, replayBytes(made))
    return made
  }

  return {
    async replay(target, options) {
      const { summary, steps } = await run(target, options)
      return { ...summary, steps: stepsPage(steps, 0) }
    },
    async steps(target, from, options) {
      return stepsPage((await run(target, options)).steps, from)
    },
    async contract({ address, seqno }, { signal } = {}) {
      const options = signal ? { signal } : {}
      const session = reached.session(options)
      const block = await session.masterchainBlock(seqno)
      const { code, data, address: account } = await readAccountAt(session, block, coreAddress(address))
      const disassembly = code ? await codes.read(code, libraryFinder(session), options) : null
      const storage = (code && data && decodeStorage(code, data)) ?? null
      return { address: rawAddress(account), disassembly, storage }
    },
  }
}

/** Returns the lookup of public libraries at the head. */
function libraryFinder(session: Pick<LiteSession, 'libraries'>): FindLibraries {
  return async (hashes) => {
    const found = new Map<string, Cell>()
    for (let at = 0; at < hashes.length; at += LIBRARIES_PER_QUERY) {
      const wanted = hashes.slice(at, at + LIBRARIES_PER_QUERY).map((hash) => Buffer.from(hash, 'hex'))
      for (const { hash, data } of await session.libraries(wanted))
        found.set(hash.toString('hex'), parseBocRoot(data))
    }
    return found
  }
}
