import type { Cell } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import { loadMessage } from '../../chain/block/message.ts'
import type { Transaction } from '../../chain/block/transaction.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { bocBase64 } from '../../chain/cells/serializeBoc.ts'
import { openAccount } from '../../chain/state/account.ts'
import { loadShardAccount, type ShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell } from '../../chain/tlb.ts'
import { executorConfig } from '../../tvm/executorConfig.ts'
import { type FindLibraries, libraryReferences } from '../../tvm/getMethod.ts'
import { librariesText } from '../../tvm/getMethodJob.ts'
import { endedByOverdraft, withoutExtraCurrencies } from '../../tvm/overdraft.ts'
import type { StepLog } from '../../tvm/replay/stepLog.ts'
import { TvmExceptionError } from '../../tvm/tvmErrors.ts'
import type { RunOptions, TvmPool } from '../../tvm/tvmPool.ts'
import { usesPrevBlocks } from '../../tvm/usesPrevBlocks.ts'
import { type ChainTransaction, shardAccountCell, type TransactionScene } from './transactionScene.ts'

/** A transaction that was run again, with the account before and after it. */
export type RunTransaction = {
  readonly before: ShardAccount
  /** The account's code, or that of its first message; undefined if there was none. */
  readonly code: Cell | undefined
  readonly result:
    | {
        readonly accepted: true
        readonly transaction: Cell
        readonly after: ShardAccount
        /** An OutList; undefined if the contract did not run. */
        readonly actions: Cell | undefined
      }
    | { readonly accepted: false; readonly reason: string }
  readonly log: StepLog | undefined
}

/** Dependencies of a run. */
export type SceneTools = {
  readonly pool: Pick<TvmPool, 'run'>
  readonly findLibraries: FindLibraries
  readonly options?: RunOptions
}

/**
 * Runs the target of a scene again, after the earlier transactions of its account in the block. Rejects with ApiError 422
 * for a kind of transaction that the executor cannot run, and as TvmPool.run and `findLibraries` do.
 */
export async function runScene(scene: TransactionScene, tools: SceneTools): Promise<RunTransaction> {
  let account = scene.shardAccount
  for (const earlier of scene.earlier) {
    const { result } = await runOne(scene, earlier, { account, steps: false }, tools)
    if (!result.accepted || !result.transaction.hash().equals(earlier.cell.hash(0)))
      throw new ApiError(
        422,
        `the transaction cannot be replayed: an earlier one of its account in the block, with logical time ${earlier.transaction.lt}, ends differently here, so that the state between them is not known`,
      )
    account = result.after
  }
  return runOne(scene, scene.target, { account, steps: true }, tools)
}

type One = { readonly account: ShardAccount; readonly steps: boolean }

async function runOne(
  scene: TransactionScene,
  { transaction }: ChainTransaction,
  { account, steps }: One,
  { pool, findLibraries, options }: SceneTools,
): Promise<RunTransaction> {
  const code = codeOf(account, transaction)
  const references = code ? libraryReferences(code) : []
  const libraries = references.length > 0 ? await findLibraries(references) : new Map<string, Cell>()
  const prevBlocks = code && usesPrevBlocks(code) ? await scene.prevBlocks() : undefined
  const params = {
    utime: scene.utime,
    lt: transaction.lt.toString(),
    rand_seed: scene.randSeed.toString('hex'),
    ignore_chksig: false,
    debug_enabled: false,
    ...(prevBlocks && { prev_blocks_info: bocBase64(prevBlocks) }),
    ...tickTockOf(transaction),
  }
  const job = {
    kind: 'replay',
    libraries: librariesText(libraries),
    shardAccount: bocBase64(shardAccountCell(account)),
    message: transaction.inMsg ? bocBase64(transaction.inMsg) : '',
    params: JSON.stringify(params),
    steps,
  } as const
  const run = (config: Cell) => pool.run({ ...job, config: bocBase64(executorConfig(config)) }, options)
  const { output, isOverdraft } = await run(scene.config).then(
    (normal) => ({ output: normal, isOverdraft: false }),
    async (error: unknown) => {
      if (!(error instanceof TvmExceptionError)) throw error
      return { output: await run(withoutExtraCurrencies(scene.config)), isOverdraft: true }
    },
  )
  const resolved = code && (libraries.get(references[0] ?? '') ?? code)
  const common = { before: account, code: code?.isExotic ? resolved : code, log: output.log }
  if (!output.accepted) return { ...common, result: { accepted: false, reason: output.reason } }
  const made = cellOf(output.transaction)
  const cell = isOverdraft ? endedByOverdraft(made) : made
  const after = parseCell(cellOf(output.shardAccount), 'ShardAccount', loadShardAccount)
  return {
    ...common,
    result: {
      accepted: true,
      transaction: cell,
      after: { ...after, lastTransHash: cell.hash() },
      actions: output.actions === '' ? undefined : cellOf(output.actions),
    },
  }
}

function cellOf(text: string): Cell {
  return parseBocRoot(Buffer.from(text, 'base64'))
}

/** Returns the code that a message runs: the account's, or that in the message if the account is not active. */
function codeOf({ account }: ShardAccount, { inMsg }: Transaction): Cell | undefined {
  const state = openAccount(account)?.storage.state
  if (state?.type === 'active') return state.init.code
  return inMsg && parseCell(inMsg, 'Message', loadMessage).init?.code
}

function tickTockOf({ description }: Transaction): {
  readonly is_tick_tock?: true
  readonly is_tock?: boolean
} {
  switch (description.type) {
    case 'generic':
      return {}
    case 'tick-tock':
      return { is_tick_tock: true, is_tock: description.isTock }
    default:
      throw new ApiError(
        422,
        `a transaction of kind ${description.type} cannot be replayed: the executor does not run it`,
      )
  }
}
