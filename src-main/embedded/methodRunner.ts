import { randomBytes } from 'node:crypto'
import type { Cell } from '@ton/core'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { bocFault } from '../chain/cells/bocFault.ts'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { type HashmapCodec, HashmapE } from '../chain/hashmap/hashmap.ts'
import { LIBRARIES } from '../chain/state/libDescr.ts'
import { liteError } from '../liteserver/server/liteErrors.ts'
import type { MethodRun, MethodRunner } from '../liteserver/server/methodRun.ts'
import { createGetMethodRunner, type FindLibraries } from '../tvm/getMethod.ts'
import { runNodeGetMethod } from '../tvm/nodeGetMethod.ts'
import { prevBlocksValue } from '../tvm/prevBlocks.ts'
import { parseStack, stackCell } from '../tvm/stackCodec.ts'
import { StackError, type StackValue } from '../tvm/stackValue.ts'
import { createTvmConfig, type TvmConfig } from '../tvm/tvmConfig.ts'
import {
  TooManyLibrariesError,
  TvmBusyError,
  TvmCrashError,
  TvmDeadlineError,
  TvmInputError,
} from '../tvm/tvmErrors.ts'
import type { TvmPool, TvmPoolOptions } from '../tvm/tvmPool.ts'

/** Options of the pool in which a liteserver runs its clients' get-methods. Its thread starts with the first one. */
export const METHOD_POOL: TvmPoolOptions = { threads: 1, queued: 256, runMs: 4_000 }

/** Gas limit of the reference for a get-method of a client. */
const GAS_LIMIT = 300_000
const TIMEOUT = -503
/** How long it works on one query, waiting included. */
const QUERY_MS = 4_500

/** Runs get-methods for a liteserver as a node does, in the threads of a pool. */
export function createMethodRunner(pool: Pick<TvmPool, 'run'>): MethodRunner {
  const runner = createGetMethodRunner(pool)
  let config: TvmConfig | undefined

  const configOf = (root: Cell): TvmConfig => {
    if (!config?.root.hash().equals(root.hash())) config = createTvmConfig(root)
    return config
  }

  return {
    readArguments,
    async run({ masterchain, libraries, balance, wanted, ...run }) {
      try {
        return await runNodeGetMethod(
          { pool, runner },
          {
            ...run,
            balance: balance.coins,
            extraCurrencies: [...(balance.other ?? [])],
            config: configOf(masterchain.config),
            prevBlocks: prevBlocksValue(masterchain.id, masterchain.details),
            gasLimit: GAS_LIMIT,
            randSeed: randomBytes(32),
            wanted,
          },
          librariesIn({ masterchain, libraries }),
          { signal: AbortSignal.timeout(QUERY_MS) },
        )
      } catch (error) {
        throw refusalOf(error)
      }
    },
  }
}

/** The errors of the reference, which reads the arguments before it looks for the account. */
function readArguments(params: Buffer): Cell {
  if (params.length === 0) return stackCell([])
  const cell = parseArguments(params)
  let values: readonly StackValue[]
  try {
    values = parseStack(cell)
  } catch (error) {
    if (error instanceof StackError) throw NO_STACK
    throw error
  }
  if (values.some(hasContinuation)) throw NO_STACK
  return cell
}

const NO_STACK = liteError('parameter list boc cannot be deserialized as a VmStack')

function parseArguments(params: Buffer): Cell {
  try {
    return parseBocRoot(params)
  } catch (error) {
    if (!(error instanceof BocError)) throw error
    const reason =
      error.code === 'root-count' ? 'Bag-of-cells has more root cells than expected' : bocFault(params, error)
    throw liteError(`cannot deserialize parameter list boc: [Error : 0 : ${reason}]`)
  }
}

function hasContinuation(value: StackValue): boolean {
  return value.type === 'continuation' || (value.type === 'tuple' && value.items.some(hasContinuation))
}

// simple_lib$_ public:Bool root:^Cell = SimpleLib;
const ACCOUNT_LIBRARIES: HashmapCodec<Cell> = {
  type: 'StateInit.library',
  keyBits: 256,
  loadValue: (slice) => slice.skip(1).loadRef(),
  storeValue: (root) => (builder) => {
    builder.storeBit(0).storeRef(root)
  },
}

/** Public libraries, and after them the account's own. */
function librariesIn({
  masterchain,
  libraries,
}: Pick<MethodRun, 'masterchain' | 'libraries'>): FindLibraries {
  const known = new HashmapE(LIBRARIES, masterchain.libraries)
  const own = new HashmapE(ACCOUNT_LIBRARIES, libraries)
  return async (hashes) => {
    const found = new Map<string, Cell>()
    for (const hash of hashes) {
      const key = Buffer.from(hash, 'hex')
      const library = [known.get(key)?.lib, own.get(key)].find((cell) => cell?.hash().equals(key))
      if (library) found.set(hash, library)
    }
    return found
  }
}

function refusalOf(error: unknown): unknown {
  const isLate = error instanceof DOMException && error.name === 'TimeoutError'
  if (isLate || error instanceof TvmDeadlineError) return liteError('timeout', TIMEOUT)
  const isOurs =
    error instanceof TvmBusyError ||
    error instanceof TvmCrashError ||
    error instanceof TvmInputError ||
    error instanceof TooManyLibrariesError
  return isOurs ? liteError(`cannot run method: ${error.message}`) : error
}
