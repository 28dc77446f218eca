import { beginCell, type Cell } from '@ton/core'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { loadShardAccount, storeShardAccount } from '../../../src-main/chain/state/shardAccounts.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { base64, type ExecutionEnvironment } from '../../../src-main/devnet/executor/emulator.ts'
import type { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { EmulatorModule } from '../../../src-main/tvm/emulatorModule.ts'

/** The runs that repeat a transaction. */
export type RepeatingExecutor = Pick<TransactionExecutor, 'runMessage' | 'runTickTock'>

/**
 * Creates an executor that gets the configuration as the chain's state has it, as foreign software passes it to an
 * emulator. It needs a new emulator for each run, so that nothing of the run before is left in it.
 */
export async function createChainConfigExecutor(): Promise<RepeatingExecutor> {
  const module = await EmulatorModule.create()

  function run(
    { config, libraries, prevBlocks, utime, randSeed }: ExecutionEnvironment,
    { account, lt }: Omit<Parameters<TransactionExecutor['runMessage']>[1], 'message'>,
    message: Cell | undefined,
    kind: object,
  ): ReturnType<TransactionExecutor['runTickTock']> {
    const emulator = module.createEmulator(base64(config), 0)
    if (emulator === 0) throw new Error("the emulator does not accept the chain's configuration")
    try {
      const params = {
        utime,
        lt: lt.toString(),
        rand_seed: randSeed.toString('hex'),
        ignore_chksig: false,
        debug_enabled: false,
        ...(prevBlocks && { prev_blocks_info: base64(prevBlocks) }),
        ...kind,
      }
      const answer = JSON.parse(
        module.emulate(
          emulator,
          libraries ? base64(libraries) : undefined,
          base64(beginCell().store(storeShardAccount(account)).endCell()),
          message ? base64(message) : '',
          JSON.stringify(params),
        ),
      )
      const { success, error, transaction, shard_account: after } = answer.output ?? {}
      if (!success) throw new Error(`the emulator fails: ${error ?? answer.message}`)
      const cellOf = (text: string) => parseBocRoot(Buffer.from(text, 'base64'))
      return {
        kind: 'executed',
        transaction: cellOf(transaction),
        account: parseCell(cellOf(after), 'ShardAccount', loadShardAccount),
        bytes: transaction.length,
      }
    } finally {
      module.destroyEmulator(emulator)
    }
  }

  return {
    runMessage: (environment, { message, ...of }) => run(environment, of, message, {}),
    runTickTock: (environment, { isTock, ...of }) =>
      run(environment, of, undefined, { is_tick_tock: true, is_tock: isTock }),
  }
}
