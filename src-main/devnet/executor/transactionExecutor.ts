import { beginCell, type Cell } from '@ton/core'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import { hashKey } from '../../chain/cells/cellData.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { finishCell } from '../../chain/hashmap/finishCell.ts'
import { loadShardAccount, type ShardAccount, storeShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell } from '../../chain/tlb.ts'
import { EmulatorModule } from '../../tvm/emulatorModule.ts'
import { endedByOverdraft, withoutExtraCurrencies } from '../../tvm/overdraft.ts'
import { base64, Emulator, type ExecutionEnvironment, type RunParams } from './emulator.ts'
import { ExecutorError } from './executorError.ts'

export type ExecutedTransaction = {
  readonly kind: 'executed'
  readonly transaction: Cell
  readonly account: ShardAccount
  /** Size of the transaction in the executor's form, bytes: an estimate of its size in a block. */
  readonly bytes: number
}

/** An external message that the contract did not accept, or that could not be run. */
export type RefusedMessage = {
  readonly kind: 'refused'
  /** The executor's text. */
  readonly reason: string
  /** The result of the contract's run, if it ran. */
  readonly exitCode: number | undefined
  readonly vmLog: string | undefined
}

/** Levels of the VM's log: none; every instruction. */
const SILENT = 0
const INSTRUCTIONS = 1

/** The parameters of a run besides its environment. */
type Run = { readonly account: ShardAccount; readonly message: Cell; readonly lt: bigint }

/** Maximum size of cached accounts as base64, in characters; the least recently run are dropped. */
const ACCOUNT_TEXTS = 4 << 20
/** The same for cached tries that a block can repeat. */
const TRIED_TEXTS = 4 << 20

/**
 * The reference node's transaction executor (compiled to WebAssembly by @ton/sandbox). It runs in the calling thread,
 * some thousand transactions a second.
 */
export class TransactionExecutor {
  readonly #silent: Emulator
  readonly #verbose: Emulator
  /** An emulator with a log, for runs that the silent one cannot carry out: see overdraft.ts. */
  readonly #spare: Emulator
  /** Accounts as the executor wrote them, by the hash of their last transaction. */
  readonly #accounts = new ByteCache<string>(ACCOUNT_TEXTS)
  /** Outcomes of tries by all parameters of the run: a block with equal parameters has the same outcome. */
  readonly #tried = new ByteCache<ExecutedOutput>(TRIED_TEXTS)

  private constructor(module: EmulatorModule) {
    this.#silent = new Emulator(module, SILENT)
    this.#verbose = new Emulator(module, INSTRUCTIONS)
    this.#spare = new Emulator(module, SILENT)
  }

  /** Compiles the executor, which takes about half a second. */
  static async create(): Promise<TransactionExecutor> {
    return new TransactionExecutor(await EmulatorModule.create())
  }

  /** Runs a message. An external one can be refused; an internal one always makes a transaction. */
  runMessage(
    environment: ExecutionEnvironment,
    { account, message, lt }: Run,
  ): ExecutedTransaction | RefusedMessage {
    const tried = this.#tried.get(tryKey(environment, { account, message, lt }))
    if (tried) return this.#executed(tried)
    const output = this.#run(this.#silent, environment, account, base64(message), { lt: lt.toString() })
    return output.success ? this.#executed(output) : refusal(output)
  }

  /**
   * Runs a message for its outcome only: undefined for a transaction, a refusal with the VM's log. A block in which all
   * parameters are equal need not run the message again.
   */
  tryMessage(environment: ExecutionEnvironment, run: Run): RefusedMessage | undefined {
    const { account, message } = run
    const params = { lt: run.lt.toString() }
    const text = base64(message)
    const output = this.#run(this.#silent, environment, account, text, params)
    if (output.success) {
      const size = output.transaction.length + output.shard_account.length
      this.#tried.set(tryKey(environment, run), output, size)
      return undefined
    }
    // Writing the log takes longer than the run: only refused messages run again with it.
    const logged = this.#run(this.#verbose, environment, account, text, params)
    if (logged.success) throw new ExecutorError('a message was accepted on second thoughts')
    return refusal(logged)
  }

  /** Runs a special account's tick (before all messages of a block) or tock (after them). */
  runTickTock(
    environment: ExecutionEnvironment,
    run: { readonly account: ShardAccount; readonly isTock: boolean; readonly lt: bigint },
  ): ExecutedTransaction {
    const params = { lt: run.lt.toString(), is_tick_tock: true, is_tock: run.isTock }
    const output = this.#run(this.#silent, environment, run.account, '', params)
    if (!output.success) throw new ExecutorError(`tick-tock failed: ${output.error}`)
    return this.#executed(output)
  }

  #executed(output: ExecutedOutput): ExecutedTransaction {
    const data = Buffer.from(output.transaction, 'base64')
    const transaction = parseBocRoot(data)
    const account = parseCell(
      parseBocRoot(Buffer.from(output.shard_account, 'base64')),
      'ShardAccount',
      loadShardAccount,
    )
    if (!account.lastTransHash.equals(transaction.hash())) {
      throw new ExecutorError('its account does not end with its transaction')
    }
    this.#accounts.set(accountKey(account), output.shard_account, output.shard_account.length)
    return { kind: 'executed', transaction, account, bytes: data.length }
  }

  #run(
    emulator: Emulator,
    environment: ExecutionEnvironment,
    account: ShardAccount,
    message: string,
    params: RunParams,
  ): EmulatorOutput {
    const text = this.#accountText(account)
    try {
      return outputOf(emulator.run(environment, text, message, params))
    } catch (thrown) {
      if (typeof thrown !== 'number') throw thrown
    }
    const config = withoutExtraCurrencies(environment.config)
    const output = outputOf(this.#spare.run({ ...environment, config }, text, message, params))
    return output.success ? overdraftOf(output) : output
  }

  #accountText(account: ShardAccount): string {
    return (
      this.#accounts.get(accountKey(account)) ??
      base64(finishCell(beginCell().store(storeShardAccount(account))))
    )
  }
}

function outputOf(json: string): EmulatorOutput {
  const answer: EmulatorAnswer = JSON.parse(json)
  if (answer.fail) throw new ExecutorError(answer.message ?? 'failed without a reason')
  return answer.output
}

function overdraftOf(output: Extract<EmulatorOutput, { readonly success: true }>): EmulatorOutput {
  const transaction = endedByOverdraft(parseBocRoot(Buffer.from(output.transaction, 'base64')))
  const known = parseBocRoot(Buffer.from(output.shard_account, 'base64'))
  const account = { ...parseCell(known, 'ShardAccount', loadShardAccount), lastTransHash: transaction.hash() }
  return {
    success: true,
    transaction: base64(transaction),
    shard_account: base64(beginCell().store(storeShardAccount(account)).endCell()),
  }
}

/** Accounts without a transaction have no hash and are not cached. */
function accountKey({ lastTransHash }: ShardAccount): string {
  return lastTransHash.toString('latin1')
}

/** Returns all parameters that determine a run's outcome. */
function tryKey(environment: ExecutionEnvironment, { account, message, lt }: Run): string {
  const { config, libraries, prevBlocks, utime, randSeed } = environment
  const hashes = [account.account, message, config, libraries, prevBlocks].map((cell) =>
    cell ? hashKey(cell) : '-',
  )
  return `${lt} ${utime} ${account.lastTransLt} ${accountKey(account)} ${randSeed.toString('latin1')} ${hashes.join('')}`
}

function refusal({ error, vm_exit_code: exitCode, vm_log: vmLog }: FailedOutput): RefusedMessage {
  return { kind: 'refused', reason: error, exitCode, vmLog }
}

/** The emulator's JSON; amounts and cells are strings. */
type EmulatorAnswer =
  | { readonly fail: true; readonly message?: string }
  | { readonly fail?: false; readonly output: EmulatorOutput }

type EmulatorOutput = ExecutedOutput | FailedOutput

type ExecutedOutput = {
  readonly success: true
  readonly transaction: string
  readonly shard_account: string
}

type FailedOutput = {
  readonly success: false
  readonly error: string
  readonly vm_exit_code?: number
  readonly vm_log?: string
}
