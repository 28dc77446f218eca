import { beginCell, type Cell } from '@ton/core'
import { Executor } from '@ton/sandbox/dist/executor/Executor.js'
import { parseBocRoot } from '../../chain/cells/parseBoc.ts'
import { serializeBoc } from '../../chain/cells/serializeBoc.ts'
import { loadShardAccount, type ShardAccount, storeShardAccount } from '../../chain/state/shardAccounts.ts'
import { parseCell } from '../../chain/tlb.ts'

/** What all transactions of a block have in common. */
export type ExecutionEnvironment = {
  /** The root of the configuration's dictionary. */
  readonly config: Cell
  /** The root of the masterchain state's `HashmapE 256 LibDescr`, null where there are no public libraries. */
  readonly libraries: Cell | null
  /** Unix seconds. */
  readonly utime: number
  /** The block's; every account's own is derived from it. */
  readonly randSeed: Buffer
  /** The tuple that contracts read by PREVMCBLOCKS and its like, as a VmStackValue: see prevBlocksValue. */
  readonly prevBlocks: Cell | undefined
}

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

/** The executor said something that only a mistake of ours explains. */
export class ExecutorError extends Error {
  constructor(message: string) {
    super(`transaction executor: ${message}`)
    this.name = 'ExecutorError'
  }
}

type Emulator = { readonly pointer: number; readonly config: string; hasLibraries: boolean }

/** Levels of the VM's log: nothing; every instruction. */
const SILENT = 0
const INSTRUCTIONS = 1

/**
 * The reference node's transaction executor (compiled to WebAssembly by @ton/sandbox). It runs in the calling
 * thread, some thousand transactions a second.
 */
export class TransactionExecutor {
  readonly #executor: Executor
  readonly #texts = new CellTexts()
  /** By verbosity: one that is silent for blocks, one that logs for checks. */
  readonly #emulators = new Map<number, Emulator>()

  private constructor(executor: Executor) {
    this.#executor = executor
  }

  /** Compiles the executor: about half a second. */
  static async create(): Promise<TransactionExecutor> {
    return new TransactionExecutor(await Executor.create())
  }

  /** Runs a message. An external one may be refused; an internal one always makes a transaction. */
  runMessage(
    environment: ExecutionEnvironment,
    run: { readonly account: ShardAccount; readonly message: Cell; readonly lt: bigint },
  ): ExecutedTransaction | RefusedMessage {
    return this.#run(environment, run.account, messageText(run.message), { lt: run.lt.toString() })
  }

  /** The same for its outcome only: a refusal comes with the VM's log. */
  tryMessage(
    environment: ExecutionEnvironment,
    run: { readonly account: ShardAccount; readonly message: Cell; readonly lt: bigint },
  ): ExecutedTransaction | RefusedMessage {
    const params = { lt: run.lt.toString() }
    return this.#run(environment, run.account, messageText(run.message), params, INSTRUCTIONS)
  }

  /** Runs a special account's tick (before all messages of a block) or tock (after them). */
  runTickTock(
    environment: ExecutionEnvironment,
    run: { readonly account: ShardAccount; readonly isTock: boolean; readonly lt: bigint },
  ): ExecutedTransaction {
    const params = { lt: run.lt.toString(), is_tick_tock: true, is_tock: run.isTock }
    const result = this.#run(environment, run.account, '', params)
    if (result.kind === 'refused') throw new ExecutorError(`tick-tock failed: ${result.reason}`)
    return result
  }

  #run(
    environment: ExecutionEnvironment,
    account: ShardAccount,
    message: string,
    params: Readonly<Record<string, string | boolean>>,
    verbosity = SILENT,
  ): ExecutedTransaction | RefusedMessage {
    const { libraries, prevBlocks } = environment
    const common = {
      utime: environment.utime,
      rand_seed: environment.randSeed.toString('hex'),
      ignore_chksig: false,
      debug_enabled: false,
      ...(prevBlocks && { prev_blocks_info: this.#texts.get(prevBlocks) }),
    }
    const shardAccount = serializeBoc(beginCell().store(storeShardAccount(account)).endCell())
    const answer = this.#executor as unknown as ExecutorCalls
    const pointer = answer.invoke('_emulate_with_emulator', [
      this.#emulatorFor(environment, verbosity),
      libraries ? this.#texts.get(libraries) : 0,
      shardAccount.toString('base64'),
      message,
      JSON.stringify({ ...common, ...params }),
    ])
    return resultOf(JSON.parse(answer.extractString(pointer)))
  }

  /**
   * The executor parses a configuration once, when its emulator is created. An emulator that is given no libraries
   * goes on with those that it was given before.
   */
  #emulatorFor({ config, libraries }: ExecutionEnvironment, verbosity: number): number {
    const text = this.#texts.get(config)
    const known = this.#emulators.get(verbosity)
    if (known?.config === text && (libraries || !known.hasLibraries)) {
      known.hasLibraries = libraries !== null
      return known.pointer
    }
    if (known) {
      this.#executor.invoke('_destroy_emulator', [known.pointer])
      this.#emulators.delete(verbosity)
    }
    const pointer = this.#executor.invoke('_create_emulator', [text, verbosity])
    if (pointer === 0) throw new ExecutorError('the configuration was not accepted')
    this.#emulators.set(verbosity, { pointer, config: text, hasLibraries: libraries !== null })
    return pointer
  }
}

function messageText(message: Cell): string {
  return serializeBoc(message).toString('base64')
}

/** What Executor has but doesn't declare. */
type ExecutorCalls = {
  invoke(method: string, args: (number | string)[]): number
  /** Reads a C string and frees it. */
  extractString(pointer: number): string
}

/** The emulator's JSON; amounts and cells are texts. */
type EmulatorAnswer =
  | { readonly fail: true; readonly message?: string }
  | {
      readonly fail?: false
      readonly output:
        | { readonly success: true; readonly transaction: string; readonly shard_account: string }
        | {
            readonly success: false
            readonly error: string
            readonly vm_exit_code?: number
            readonly vm_log?: string
          }
    }

function resultOf(answer: EmulatorAnswer): ExecutedTransaction | RefusedMessage {
  if (answer.fail) throw new ExecutorError(answer.message ?? 'failed without a reason')
  const { output } = answer
  if (!output.success) {
    return { kind: 'refused', reason: output.error, exitCode: output.vm_exit_code, vmLog: output.vm_log }
  }
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
  return { kind: 'executed', transaction, account, bytes: data.length }
}

const MAX_TEXTS = 8

/** The base64 of the few large cells that go to the executor with every call. */
class CellTexts {
  readonly #texts = new Map<Cell, string>()

  get(cell: Cell): string {
    const known = this.#texts.get(cell)
    if (known !== undefined) {
      this.#texts.delete(cell)
      this.#texts.set(cell, known)
      return known
    }
    const text = serializeBoc(cell).toString('base64')
    this.#texts.set(cell, text)
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MAX_TEXTS) break
      this.#texts.delete(oldest)
    }
    return text
  }
}
