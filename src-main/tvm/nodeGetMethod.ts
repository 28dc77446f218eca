import { beginCell, type Cell } from '@ton/core'
import { readConfigParam } from '../chain/config/configCodecs.ts'
import { noExtraCurrencies } from '../chain/state/currencies.ts'
import type { FindLibraries, GetMethodCells, GetMethodRunner } from './getMethod.ts'
import { framedCode, type NodeContext } from './getMethodFrame.ts'
import { findReadCells } from './readCells.ts'
import { parseStack, stackCell } from './stackCodec.ts'
import type { StackValue } from './stackValue.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A get-method as run by a node's liteserver (`liteServer.runSmcMethod`). */
export type NodeGetMethod = Omit<GetMethodCells, 'ownCode' | 'methodId' | 'gasLimit'> & {
  readonly methodId: bigint
  readonly gasLimit: number
  /** The logical time of the block whose state is used. */
  readonly lt: bigint
  /** The unpaid storage fee in nanotons. */
  readonly duePayment: bigint
  /** The requested additional results. */
  readonly wanted: { readonly readCells: boolean; readonly c7: 'plain' | 'whole' | undefined }
}

/** The result of a NodeGetMethod. */
export type NodeGetMethodResult = {
  readonly exitCode: number
  /** A VmStack. */
  readonly stack: Cell
  /** hashKeys of the cells of code and data that were read; undefined if all of them count, or if not requested. */
  readonly readCells: ReadonlySet<string> | undefined
  /** The initial c7 as a VmStackValue, if requested. */
  readonly c7: Cell | undefined
}

const OUT_OF_GAS = -14
const SMART_CONTRACT_INFO = 0x076ef1ean
const NULL: StackValue = { type: 'null' }
/** A placeholder that the frame replaces by the method's own id. */
const ANY_METHOD = 0

/**
 * Runs the method in the TVM emulator, with c7 completed to a node's c7 under the configuration's global
 * version. Rejects like GetMethodRunner.runCells.
 */
export async function runNodeGetMethod(
  {
    pool,
    runner,
  }: { readonly pool: Pick<TvmPool, 'run'>; readonly runner: Pick<GetMethodRunner, 'runCells'> },
  { methodId, lt, duePayment, wanted, ...method }: NodeGetMethod,
  findLibraries: FindLibraries,
  options?: RunOptions,
): Promise<NodeGetMethodResult> {
  const { code } = method
  const precompiledGas = readConfigParam(method.config.root, 45)?.get(code.hash())
  const version = readConfigParam(method.config.root, 8)?.version ?? 0
  const context: NodeContext = { lt, duePayment, precompiledGas, version }
  const frame = framedCode(code, context, methodId)
  const call = {
    ...method,
    code: frame.code,
    ownCode: code,
    methodId: ANY_METHOD,
    gasLimit: method.gasLimit + frame.gas,
  }
  const result = await runner.runCells(call, findLibraries, options)
  const framed = (ownCode: Cell) => framedCode(ownCode, context, methodId).code
  const readCells = wanted.readCells
    ? await findReadCells(pool, { call, frame: framed, result }, options)
    : undefined
  const c7 = wanted.c7 && (wanted.c7 === 'whole' ? await showC7() : plainC7({ ...method, lt }))
  const stack = result.exitCode === OUT_OF_GAS ? outOfGasStack(result.stack, frame.gas) : result.stack
  return { exitCode: result.exitCode, stack, readCells, c7 }

  async function showC7(): Promise<Cell> {
    const show = framedCode(code, context, methodId, 'show-c7').code
    const config = { ...call.config, text: () => call.config.wholeText }
    return topOf((await runner.runCells({ ...call, code: show, config }, findLibraries, options)).stack)
  }
}

/** Returns c7 without the configuration and the parts that follow from it. */
function plainC7({
  utime,
  lt,
  randSeed,
  balance,
  extraCurrencies,
  address,
}: Omit<NodeGetMethod, 'methodId' | 'duePayment' | 'wanted'>): Cell {
  const int = (value: bigint): StackValue => ({ type: 'int', value })
  const others = [...(extraCurrencies ?? [])]
  const seed = BigInt(`0x${(randSeed ?? Buffer.alloc(32)).toString('hex')}`)
  const info: StackValue[] = [
    int(SMART_CONTRACT_INFO),
    int(0n),
    int(0n),
    int(BigInt(utime)),
    int(lt),
    int(lt),
    int(seed),
    {
      type: 'tuple',
      items: [int(balance), others.length > 0 ? { type: 'cell', cell: currenciesCell(others) } : NULL],
    },
    { type: 'slice', cell: beginCell().storeAddress(address).endCell() },
    NULL,
  ]
  return topOf(stackCell([{ type: 'tuple', items: [{ type: 'tuple', items: info }] }]))
}

function currenciesCell(currencies: readonly (readonly [id: number, amount: bigint])[]): Cell {
  const dictionary = noExtraCurrencies()
  for (const [id, amount] of currencies) dictionary.set(id >>> 0, amount)
  return beginCell().storeDictDirect(dictionary).endCell()
}

/** Returns the VmStackValue on top of a nonempty VmStack. */
function topOf(stack: Cell): Cell {
  const slice = stack.beginParse().skip(24)
  slice.loadRef()
  return slice.asCell()
}

/** Corrects the stack of a run that ran out of gas, which has only the used gas, by the gas of the frame. */
function outOfGasStack(stack: Cell, frameGas: number): Cell {
  const [used, ...others] = parseStack(stack)
  if (used?.type !== 'int' || others.length > 0) return stack
  return stackCell([{ type: 'int', value: used.value - BigInt(frameGas) }])
}
