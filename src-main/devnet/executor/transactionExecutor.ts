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
  /** Of the transaction in the form in which it came from the executor: an estimate of what it adds to a block. */
  readonly bytes: number
}

/** An external message that the contract did not accept, or that could not even be run. */
export type RefusedMessage = {
  readonly kind: 'refused'
  /** The executor's words. */
  readonly reason: string
  /** Where the contract ran: how it ended. */
  readonly exitCode: number | undefined
  readonly vmLog: string | undefined
}

/** Levels of the VM's log: nothing; every instruction. */
const SILENT = 0
const INSTRUCTIONS = 1

/** What a run changes, beside its environment. */
type Run = { readonly account: ShardAccount; readonly message: Cell; readonly lt: bigint }

/** Of accounts as base64, those that ran last: as many characters. */
const ACCOUNT_TEXTS = 4 << 20
/** The same of tries that a block may repeat. */
const TRIED_TEXTS = 4 << 20

/**
 * The reference node's transaction executor (compiled to WebAssembly by @ton/sandbox). It runs in the calling
 * thread, some thousand transactions a second.
 */
export class TransactionExecutor {
  readonly #silent: Emulator
  readonly #verbose: Emulator
  /** For what the silent one can't carry out: see overdraft.ts. */
  readonly #spare: Emulator
  /** Accounts as the executor itself wrote them, by the hash of their last transaction. */
  readonly #accounts = new ByteCache<string>(ACCOUNT_TEXTS)
  /** Outcomes of tries, by all that the emulator was told: in a block that tells it the same they are the same. */
  readonly #tried = new ByteCache<ExecutedOutput>(TRIED_TEXTS)

  private constructor(module: EmulatorModule) {
    this.#silent = new Emulator(module, SILENT)
    this.#verbose = new Emulator(module, INSTRUCTIONS)
    this.#spare = new Emulator(module, SILENT)
  }

  /** Compiles the executor: about half a second. */
  static async create(): Promise<TransactionExecutor> {
    return new TransactionExecutor(await EmulatorModule.create())
  }

  /** Runs a message. An external one may be refused; an internal one always makes a transaction. */
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
   * The same for its outcome only: undefined for a transaction, a refusal with the VM's log. A block in which all that
   * the executor is told is the same need not run the message again.
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
    // Writing the log takes longer than running: only those who are refused wait for it.
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

/** Accounts without a transaction have no hash of their own and are in no cache. */
function accountKey({ lastTransHash }: ShardAccount): string {
  return lastTransHash.toString('latin1')
}

/** All that decides on a run's outcome. */
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

/** The emulator's JSON; amounts and cells are texts. */
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
