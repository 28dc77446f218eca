import type { Cell } from '@ton/core'
import { parseBocRoot } from '../chain/cells/parseBoc.ts'
import { bocBase64 } from '../chain/cells/serializeBoc.ts'
import { executorConfig } from './executorConfig.ts'
import { librariesText } from './getMethodJob.ts'
import { endedByOverdraft, withoutExtraCurrencies } from './overdraft.ts'
import type { TvmConfig } from './tvmConfig.ts'
import { TvmExceptionError } from './tvmErrors.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A message to an account, and the circumstances of its execution. */
export type MessageRun = {
  /** account_descr$_ account:^Account last_trans_hash:bits256 last_trans_lt:uint64 = ShardAccount. */
  readonly shardAccount: Cell
  readonly message: Cell
  readonly config: TvmConfig
  readonly libraries?: ReadonlyMap<string, Cell>
  /** Unix seconds. */
  readonly utime: number
  /** Logical time of the transaction. */
  readonly lt: bigint
  readonly ignoreSignatures?: boolean
  /** Whether the log contains the remaining gas after each instruction: see gasUntilAccepted. */
  readonly gasLog?: boolean
}

/**
 * The result of executing a message: the transaction and the account after it, or the reason of its
 * rejection.
 */
export type MessageResult = { readonly vmLog: string } & (
  | {
      readonly accepted: true
      readonly transaction: Cell
      readonly shardAccount: Cell
      /** An OutList; undefined if the contract did not run. */
      readonly actions: Cell | undefined
    }
  | { readonly accepted: false; readonly reason: string; readonly exitCode: number | undefined }
)

function cellOf(text: string): Cell {
  return parseBocRoot(Buffer.from(text, 'base64'))
}

/**
 * Executes a transaction without any effect on the chain. A message that sends more of an extra currency than
 * the account has fails in its action phase: see overdraft.ts. Rejects like TvmPool.run.
 */
export async function emulateMessage(
  pool: Pick<TvmPool, 'run'>,
  run: MessageRun,
  options?: RunOptions,
): Promise<MessageResult> {
  try {
    // Transactions read more parameters than get-methods.
    return await emulate(pool, run, run.config.executorText(), options)
  } catch (error) {
    if (!(error instanceof TvmExceptionError)) throw error
  }
  const config = bocBase64(executorConfig(withoutExtraCurrencies(run.config.root)))
  const result = await emulate(pool, run, config, options)
  return result.accepted ? { ...result, transaction: endedByOverdraft(result.transaction) } : result
}

async function emulate(
  pool: Pick<TvmPool, 'run'>,
  run: MessageRun,
  config: string,
  options: RunOptions | undefined,
): Promise<MessageResult> {
  const output = await pool.run(
    {
      kind: 'message',
      config,
      libraries: librariesText(run.libraries ?? new Map()),
      shardAccount: bocBase64(run.shardAccount),
      message: bocBase64(run.message),
      params: JSON.stringify({
        utime: run.utime,
        lt: run.lt.toString(),
        rand_seed: '',
        ignore_chksig: run.ignoreSignatures ?? false,
        debug_enabled: false,
      }),
      gasLog: run.gasLog ?? false,
    },
    options,
  )
  const { vmLog } = output
  if (!output.accepted) return { accepted: false, reason: output.reason, exitCode: output.exitCode, vmLog }
  const { transaction, shardAccount, actions } = output
  return {
    accepted: true,
    transaction: cellOf(transaction),
    shardAccount: cellOf(shardAccount),
    actions: actions === '' ? undefined : cellOf(actions),
    vmLog,
  }
}
