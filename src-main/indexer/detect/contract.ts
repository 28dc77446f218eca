import { type Address, beginCell, type Cell } from '@ton/core'
import { methodIdOf } from '#shared/ton/methodId.ts'
import type { StdAddress } from '../../store/parsedBlock.ts'
import type { GetMethodRunner } from '../../tvm/getMethod.ts'
import { MethodResults, ResultShapeError } from '../../tvm/methodResults.ts'
import { StackError, type StackValue } from '../../tvm/stackValue.ts'
import type { TvmConfig } from '../../tvm/tvmConfig.ts'
import { TooManyLibrariesError, TvmCrashError, TvmInputError } from '../../tvm/tvmErrors.ts'
import { coreAddress } from '../stdAddress.ts'

/** An account's state with all that its getters need. */
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

/** The environment of all getters of a batch. */
export type RunEnvironment = {
  readonly runner: GetMethodRunner
  readonly config: TvmConfig
  /** Unix seconds. */
  readonly utime: number
  /** Returns public libraries by hash (lower-case hexadecimal); libraries that do not exist are absent. */
  findLibraries(hashes: readonly string[]): Promise<ReadonlyMap<string, Cell>>
}

/** Gas that is left for the getters of one account: contracts written to waste gas end the inspection. */
export type GasAllowance = { left: number }
export const ACCOUNT_GAS = 8_000_000
/** Gas limit of one run: a node's limit for get-methods. */
const RUN_GAS = 1_000_000
const METHOD_NOT_FOUND = 11

/** A contract whose getters can be run. */
export class Contract {
  readonly state: ContractState
  /** Ids of its methods; undefined if the code does not reveal them. */
  readonly methods: ReadonlySet<number> | undefined
  readonly #environment: RunEnvironment
  readonly #gas: GasAllowance
  /** Whether a getter ended other than with "no such method". */
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

  /** Returns false if the code is known not to have the method. */
  mayHave(method: string): boolean {
    return this.methods?.has(methodIdOf(method)) ?? true
  }

  /** Runs a getter. Rejects with ResultShapeError if it fails or returns fewer than `min` values. */
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

  /** Same, but resolves to undefined if the getter fails. */
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

/** Returns whether the emulator cannot run the contract or return its result: a token's getter never does that. */
function isUnusable(error: unknown): boolean {
  return [StackError, TvmInputError, TvmCrashError, TooManyLibrariesError].some(
    (type) => error instanceof type,
  )
}

/** Builds the stack value of an address. */
export function addressSlice(address: Address): StackValue {
  return { type: 'slice', cell: beginCell().storeAddress(address).endCell() }
}

/** Builds the stack value of an integer. */
export function intValue(value: bigint): StackValue {
  return { type: 'int', value }
}
