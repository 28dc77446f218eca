import { beginCell, type Cell } from '@ton/core'
import { readConfigParam } from '../chain/config/configCodecs.ts'
import { noExtraCurrencies } from '../chain/state/currencies.ts'
import type { FindLibraries, GetMethodCells, GetMethodRunner } from './getMethod.ts'
import { framedCode, type NodeContext } from './getMethodFrame.ts'
import { findReadCells } from './readCells.ts'
import { parseStack, stackCell } from './stackCodec.ts'
import type { StackValue } from './stackValue.ts'
import type { RunOptions, TvmPool } from './tvmPool.ts'

/** A get-method as a node's liteserver runs it (`liteServer.runSmcMethod`). */
export type NodeGetMethod = Omit<GetMethodCells, 'ownCode' | 'methodId' | 'gasLimit'> & {
  readonly methodId: bigint
  readonly gasLimit: number
  /** Logical time of the block whose state it is. */
  readonly lt: bigint
  /** Nanoton. */
  readonly duePayment: bigint
  /** What is wanted besides the result. */
  readonly wanted: { readonly readCells: boolean; readonly c7: 'plain' | 'whole' | undefined }
}

export type NodeGetMethodResult = {
  readonly exitCode: number
  /** A VmStack. */
  readonly stack: Cell
  /** hashKeys of the cells of code and data that were read; undefined: all of them, or it wasn't asked. */
  readonly readCells: ReadonlySet<string> | undefined
  /** The VmStackValue that c7 was at the beginning, if it was wanted. */
  readonly c7: Cell | undefined
}

const OUT_OF_GAS = -14
const SMART_CONTRACT_INFO = 0x076ef1ean
const NULL: StackValue = { type: 'null' }
/** A number that no method has: the frame puts the method's own id in its place. */
const ANY_METHOD = 0

/**
 * Runs it in the TVM emulator, c7 completed to what a node has there under the configuration's global version.
 * Rejects as GetMethodRunner.runCells does.
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

/** c7 as it was before there was anything in it that follows from the configuration, and without that itself. */
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

/** The VmStackValue on top of a VmStack that isn't empty. */
function topOf(stack: Cell): Cell {
  const slice = stack.beginParse().skip(24)
  slice.loadRef()
  return slice.asCell()
}

/** On a stack of its own a run without gas leaves what it used: not what the frame did. */
function outOfGasStack(stack: Cell, frameGas: number): Cell {
  const [used, ...others] = parseStack(stack)
  if (used?.type !== 'int' || others.length > 0) return stack
  return stackCell([{ type: 'int', value: used.value - BigInt(frameGas) }])
}
