import type { Cell } from '@ton/core'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import type { LiteNetwork, LiteSession } from '../../liteserver/session.ts'
import { Lru } from '../../platform/lru.ts'
import { emulateMessage, type MessageResult, type MessageRun } from '../../tvm/emulateMessage.ts'
import { type EmulatedTrace, emulateTrace, type TraceRun } from '../../tvm/emulateTrace.ts'
import {
  createGetMethodRunner,
  type FindLibraries,
  type GetMethodResult,
  libraryReferences,
} from '../../tvm/getMethod.ts'
import { LibraryCache } from '../../tvm/libraryCache.ts'
import { prevBlocksValue } from '../../tvm/prevBlocks.ts'
import type { StackValue } from '../../tvm/stackValue.ts'
import { createTvmConfig, type TvmConfig } from '../../tvm/tvmConfig.ts'
import type { TvmPool } from '../../tvm/tvmPool.ts'
import { usesPrevBlocks } from '../../tvm/usesPrevBlocks.ts'
import type { AccountState } from './accountState.ts'

/** An account, and the session of the request about it. */
export type RunContext = {
  session(): LiteSession
  readonly signal: AbortSignal | undefined
}

export type ContractCall = { readonly methodId: number; readonly stack: readonly StackValue[] }

/** Runs contracts on verified state, on this machine: compatibility-v2 §10.3. */
export type ContractRuns = {
  /** Runs a get-method. An account without code answers exit code -13 with its arguments. */
  call(account: AccountState, call: ContractCall, context: RunContext): Promise<GetMethodResult>
  /** Runs a message. Public libraries to which the account's `code` refers are available. */
  message(
    run: Omit<MessageRun, 'config' | 'libraries'> & { readonly code: Cell },
    context: RunContext,
  ): Promise<MessageResult>
  /**
   * Runs an external message and the messages that it causes. Public libraries to which the accounts' codes refer are
   * available.
   */
  trace(run: Omit<TraceRun, 'config' | 'findLibraries'>, context: RunContext): Promise<EmulatedTrace>
  /** Reads the newest configuration. */
  config(context: RunContext): Promise<TvmConfig>
  /** Returns the configuration that `config` read last, without a network request; undefined before the first. */
  knownConfig(): TvmConfig | undefined
}

const NO_CODE = -13
const LIBRARIES_PER_QUERY = 16
const CACHED_CODES = 1024

export function createContractRuns(
  pool: Pick<TvmPool, 'run'>,
  network: Pick<LiteNetwork, 'consensusSeqno'>,
): ContractRuns {
  const runner = createGetMethodRunner(pool)
  const { config, knownConfig } = createNewestConfig(network)
  const libraries = new LibraryCache()
  /** By code hash: whether the code can read previous blocks. */
  const usesBlocks = new Lru<string, boolean>(CACHED_CODES)

  /**
   * Returns the previous blocks of the newest block (compatibility-v2 §10.3). Only for code that can read them: the
   * request takes time.
   */
  async function prevBlocks(code: Cell, { session }: RunContext): Promise<Cell | undefined> {
    const key = code.hash().toString('latin1')
    if (!usesBlocks.getOrMake(key, () => usesPrevBlocks(code))) return undefined
    const last = await session().last()
    return prevBlocksValue(last, await session().earlierBlocks(last))
  }

  function finder(session: () => LiteSession): FindLibraries {
    return async (hashes) => {
      const found = new Map<string, Cell>()
      const unknown = hashes.filter((hash) => {
        const known = libraries.get(hash)
        if (known?.cell) found.set(hash, known.cell)
        return !known
      })
      for (let at = 0; at < unknown.length; at += LIBRARIES_PER_QUERY) {
        const wanted = unknown.slice(at, at + LIBRARIES_PER_QUERY).map((hash) => Buffer.from(hash, 'hex'))
        for (const { hash, data } of await session().libraries(wanted)) {
          const cell = parseBocRoot(data)
          libraries.set(hash.toString('hex'), cell)
          found.set(hash.toString('hex'), cell)
        }
      }
      return found
    }
  }

  return {
    config,
    knownConfig,
    async call(account, { methodId, stack }, context) {
      const { code, data } = account
      if (!code || !data) {
        const id: StackValue = { type: 'int', value: BigInt(methodId) }
        return { exitCode: NO_CODE, gasUsed: 0, stack: [...stack, id], vmLog: '' }
      }
      return runner.run(
        {
          code,
          data,
          address: account.address,
          balance: account.balance.coins,
          extraCurrencies: [...(account.balance.other ?? [])],
          utime: account.answer.shardUtime,
          config: await config(context),
          prevBlocks: await prevBlocks(code, context),
          methodId,
          stack,
        },
        finder(() => context.session()),
        { signal: context.signal },
      )
    },
    async message(run, context) {
      const references = libraryReferences(run.code)
      const found = references.length > 0 ? await finder(() => context.session())(references) : new Map()
      return emulateMessage(
        pool,
        { ...run, config: await config(context), libraries: found },
        { signal: context.signal },
      )
    },
    async trace(run, context) {
      const findLibraries = finder(() => context.session())
      return emulateTrace(
        pool,
        { ...run, config: await config(context), findLibraries },
        { signal: context.signal },
      )
    },
  }
}

/** Reads the configuration once per key block: it changes at no other. */
function createNewestConfig(
  network: Pick<LiteNetwork, 'consensusSeqno'>,
): Pick<ContractRuns, 'config' | 'knownConfig'> {
  let current: { seqno: number; keyBlock: number; config: TvmConfig } | undefined
  const config: ContractRuns['config'] = async ({ session }) => {
    const alive = network.consensusSeqno()
    if (current && alive !== undefined && alive <= current.seqno) return current.config
    const { last: newest, lastReadable = newest } = session()
    const last = await lastReadable()
    const header = await session().blockHeader(last)
    const keyBlock = header.isKeyBlock ? last.seqno : header.prevKeyBlockSeqno
    if (current && current.keyBlock === keyBlock) {
      current = { ...current, seqno: Math.max(current.seqno, last.seqno) }
      return current.config
    }
    const read = createTvmConfig(await session().configAll(last))
    current = { seqno: last.seqno, keyBlock, config: read }
    return read
  }
  return { config, knownConfig: () => current?.config }
}
