import { type Address, beginCell, type Cell } from '@ton/core'
import { methodIdOf } from '#shared/ton/methodId.ts'
import type { StdAddress } from '../../store/facts.ts'
import type { GetMethodRunner } from '../../tvm/getMethod.ts'
import { MethodResults, ResultShapeError } from '../../tvm/methodResults.ts'
import { StackError, type StackValue } from '../../tvm/stackValue.ts'
import type { TvmConfig } from '../../tvm/tvmConfig.ts'
import { TooManyLibrariesError, TvmCrashError, TvmInputError } from '../../tvm/tvmErrors.ts'
import { coreAddress } from '../stdAddress.ts'

/** An account's state as getters run on it. */
export type ContractState = {
  readonly address: StdAddress
  readonly code: Cell
  readonly codeHash: Buffer
  readonly data: Cell
  readonly dataHash: Buffer
  readonly lastTxLt: bigint
  /** Nanoton. */
  readonly balance: bigint
  readonly extraCurrencies: readonly (readonly [id: number, amount: bigint])[]
}

/** What all getters of a batch run with. */
export type RunEnvironment = {
  readonly runner: GetMethodRunner
  readonly config: TvmConfig
  /** Unix seconds. */
  readonly utime: number
  /** Public libraries by hash (lower-case hexadecimal). */
  findLibraries(hashes: readonly string[]): Promise<ReadonlyMap<string, Cell>>
}

/** Gas that the getters run for one account may use together: contracts written to waste it end the look at them. */
export type GasAllowance = { left: number }
export const ACCOUNT_GAS = 8_000_000
/** What one run may use: a node's limit for get-methods. */
const RUN_GAS = 1_000_000
const METHOD_NOT_FOUND = 11

/** A contract whose getters can be run. */
export class Contract {
  readonly state: ContractState
  /** Ids of its methods; undefined where the code does not tell. */
  readonly methods: ReadonlySet<number> | undefined
  readonly #environment: RunEnvironment
  readonly #gas: GasAllowance
  /** Some getter ended otherwise than because there is no such method. */
  #hasGetters = false

  constructor(
    state: ContractState,
    methods: readonly number[] | undefined,
    environment: RunEnvironment,
    gas: GasAllowance,
  ) {
    this.state = state
    this.methods = methods && new Set(methods)
    this.#environment = environment
    this.#gas = gas
  }

  get address(): StdAddress {
    return this.state.address
  }

  get hasGetters(): boolean {
    return this.#hasGetters
  }

  /** False where the code is known not to have the method. */
  mayHave(method: string): boolean {
    return this.methods?.has(methodIdOf(method)) ?? true
  }

  /** Runs a getter. Rejects with ResultShapeError where it fails or leaves fewer than `min` values. */
  async results(method: string, min: number, stack: readonly StackValue[] = []): Promise<MethodResults> {
    if (this.#gas.left <= 0) throw new ResultShapeError()
    const { runner, config, utime, findLibraries } = this.#environment
    const { code, data, balance, extraCurrencies, address } = this.state
    const gasLimit = Math.min(RUN_GAS, this.#gas.left)
    const call = {
      code,
      data,
      address: coreAddress(address),
      balance,
      extraCurrencies,
      utime,
      config,
      methodId: methodIdOf(method),
      stack,
      gasLimit,
    }
    try {
      const result = await runner.run(call, findLibraries)
      this.#gas.left -= result.gasUsed
      if (result.exitCode !== METHOD_NOT_FOUND) this.#hasGetters = true
      if (result.exitCode !== 0 && result.exitCode !== 1) throw new ResultShapeError()
      return new MethodResults(result.stack, min)
    } catch (error) {
      if (!isUnusable(error)) throw error
      this.#hasGetters = true
      this.#gas.left -= gasLimit
      throw new ResultShapeError()
    }
  }

  /** The same, undefined where it fails. */
  async maybeResults(
    method: string,
    min: number,
    stack: readonly StackValue[] = [],
  ): Promise<MethodResults | undefined> {
    try {
      return this.mayHave(method) ? await this.results(method, min, stack) : undefined
    } catch (error) {
      if (error instanceof ResultShapeError) return undefined
      throw error
    }
  }
}

/** The emulator cannot take the contract, or cannot give its result: that is no token's answer. */
function isUnusable(error: unknown): boolean {
  return [StackError, TvmInputError, TvmCrashError, TooManyLibrariesError].some(
    (type) => error instanceof type,
  )
}

export function addressSlice(address: Address): StackValue {
  return { type: 'slice', cell: beginCell().storeAddress(address).endCell() }
}

export function intValue(value: bigint): StackValue {
  return { type: 'int', value }
}
