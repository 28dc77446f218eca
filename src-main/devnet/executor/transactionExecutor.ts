import { beginCell, type Cell } from '@ton/core'
import { ByteCache } from '../../chain/archive/byteCache.ts'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { loadShardAccount, type ShardAccount, storeShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell } from '../../chain/tlb.ts'
import { EmulatorModule } from '../../tvm/emulatorModule.ts'
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
const ACCOUNT_TEXTS = 16 << 20

/**
 * The reference node's transaction executor (compiled to WebAssembly by @ton/sandbox). It runs in the calling
 * thread, some thousand transactions a second.
 */
export class TransactionExecutor {
  readonly #silent: Emulator
  readonly #verbose: Emulator
  /** Accounts as the executor itself wrote them, by the hash of their last transaction. */
  readonly #accounts = new ByteCache<string>(ACCOUNT_TEXTS)

  private constructor(module: EmulatorModule) {
    this.#silent = new Emulator(module, SILENT)
    this.#verbose = new Emulator(module, INSTRUCTIONS)
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
    return this.#transaction(environment, account, messageText(message), { lt: lt.toString() })
  }

  /** The same for its outcome only: undefined for a transaction, a refusal with the VM's log. */
  tryMessage(environment: ExecutionEnvironment, { account, message, lt }: Run): RefusedMessage | undefined {
    const params = { lt: lt.toString() }
    const text = messageText(message)
    const result = this.#run(this.#silent, environment, account, text, params)
    if (result.success) return undefined
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
    const result = this.#transaction(environment, run.account, '', params)
    if (result.kind === 'refused') throw new ExecutorError(`tick-tock failed: ${result.reason}`)
    return result
  }

  #transaction(
    environment: ExecutionEnvironment,
    before: ShardAccount,
    message: string,
    params: RunParams,
  ): ExecutedTransaction | RefusedMessage {
    const output = this.#run(this.#silent, environment, before, message, params)
    if (!output.success) return refusal(output)
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
    const answer: EmulatorAnswer = JSON.parse(
      emulator.run(environment, this.#accountText(account), message, params),
    )
    if (answer.fail) throw new ExecutorError(answer.message ?? 'failed without a reason')
    return answer.output
  }

  #accountText(account: ShardAccount): string {
    return (
      this.#accounts.get(accountKey(account)) ??
      base64(beginCell().store(storeShardAccount(account)).endCell())
    )
  }
}

/** Accounts without a transaction have no hash of their own and are in no cache. */
function accountKey({ lastTransHash }: ShardAccount): string {
  return lastTransHash.toString('latin1')
}

function messageText(message: Cell): string {
  return base64(message)
}

function refusal({ error, vm_exit_code: exitCode, vm_log: vmLog }: FailedOutput): RefusedMessage {
  return { kind: 'refused', reason: error, exitCode, vmLog }
}

/** The emulator's JSON; amounts and cells are texts. */
type EmulatorAnswer =
  | { readonly fail: true; readonly message?: string }
  | { readonly fail?: false; readonly output: EmulatorOutput }

type EmulatorOutput =
  | { readonly success: true; readonly transaction: string; readonly shard_account: string }
  | FailedOutput

type FailedOutput = {
  readonly success: false
  readonly error: string
  readonly vm_exit_code?: number
  readonly vm_log?: string
}
