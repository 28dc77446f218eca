import { type Builder, beginCell, type Cell } from '@ton/core'

/** The values that a node's own run of a get-method has in c7, where the emulator and tonlib have zeros. */
export type NodeContext = {
  /** Block and transaction lt. */
  readonly lt: bigint
  /** The account's unpaid storage fee in nanotons. */
  readonly duePayment: bigint
  /** The code's gas according to parameter 45; undefined if the parameter does not list it. */
  readonly precompiledGas: bigint | undefined
  /** The network's global version, which determines the length of SmartContractInfo. */
  readonly version: number
}

/** Code that runs before a contract's own code, and the gas that it uses. */
export type Frame = { readonly code: Cell; readonly gas: number }

/** Indexes in SmartContractInfo. */
const BLOCK_LT = 4
const TRANS_LT = 5
const MY_CODE = 10
const DUE_PAYMENT = 15
const PRECOMPILED_GAS = 16

/** The length of SmartContractInfo from each global version on, newest first. */
const INFO_LENGTHS = [
  { since: 11, length: 18 },
  { since: 6, length: 17 },
  { since: 4, length: 14 },
  { since: 0, length: 10 },
] as const

function infoLength(version: number): number {
  return INFO_LENGTHS.find(({ since }) => version >= since)?.length ?? 10
}

/**
 * Returns code that completes c7, makes `code` the code of the account again (in c7 and c3), and jumps to it.
 * Replaces the method id on the stack by `methodId`, which can have 64 bits (the emulator accepts 32).
 */
export function framedCode(
  code: Cell,
  context: NodeContext,
  methodId: bigint,
  end: 'jump' | 'show-c7' = 'jump',
): Frame {
  const { lt, duePayment, precompiledGas } = context
  const length = infoLength(context.version)
  const frame = new FrameBuilder(length)
  frame.drop().pushInt(methodId)
  frame.op(0xed47, 16).op(0x6f10, 16)
  frame.pushInt(lt).setIndex(BLOCK_LT).pushInt(lt).setIndex(TRANS_LT)
  if (length > MY_CODE) frame.pushRef(code).setIndex(MY_CODE)
  if (length > PRECOMPILED_GAS) {
    frame.pushInt(duePayment).setIndex(DUE_PAYMENT)
    if (precompiledGas === undefined) frame.op(0x6d, 8)
    else frame.pushInt(precompiledGas)
    frame.pushInt(BigInt(PRECOMPILED_GAS)).op(0x6f85, 16, length)
  }
  frame.op(0x6f01, 16, 1).op(0xed57, 16)
  if (end === 'show-c7') frame.op(0xed47, 16)
  else frame.pushRefCont(code).op(0x20, 8).op(0xed53, 16).op(0xd9, 8)
  return { code: frame.builder.endCell(), gas: frame.gas }
}

/** The gas of an instruction without its bits, and of opening a cell. */
const INSTRUCTION_GAS = 10
const CELL_GAS = 100

class FrameBuilder {
  readonly builder: Builder = beginCell()
  readonly #infoLength: number
  gas = 0

  constructor(infoLength: number) {
    this.#infoLength = infoLength
  }

  op(code: number, bits: number, extraGas = 0): this {
    this.builder.storeUint(code, bits)
    this.gas += INSTRUCTION_GAS + bits + extraGas
    return this
  }

  drop(): this {
    return this.op(0x30, 8)
  }

  /** Writes 82lxxx with 8l + 19 bits, enough for every amount and lt. */
  pushInt(value: bigint): this {
    const length = 15
    this.op(0x82, 8)
      .builder.storeUint(length, 5)
      .storeInt(value, 8 * length + 19)
    this.gas += 5
    return this
  }

  setIndex(index: number): this {
    return this.op(0x6f50 | index, 16, this.#infoLength)
  }

  pushRef(cell: Cell): this {
    this.op(0x88, 8).builder.storeRef(cell)
    return this
  }

  pushRefCont(cell: Cell): this {
    this.op(0x8a, 8, CELL_GAS).builder.storeRef(cell)
    return this
  }
}
