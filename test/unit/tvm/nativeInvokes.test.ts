import { describe, expect, it } from 'vitest'
import { EmulatorModule } from '../../../src-main/tvm/emulatorModule.ts'
import { createNativeInvokes } from '../../../src-main/tvm/nativeInvokes.ts'
import { type WasmTable, WebAssembly } from '../../../src-main/tvm/wasmApi.ts'
import {
  constant,
  exportOf,
  FUNCREF,
  functionType,
  importOf,
  KIND,
  SECTION,
  VALUE_TYPES,
  type ValueType,
  vector,
  wasmModule,
} from '../../../src-main/tvm/wasmBinary.ts'

type Target = {
  readonly result?: ValueType
  readonly parameters: readonly ValueType[]
  readonly run: (...values: never[]) => unknown
}

/** A table of functions as a compiled module has it, with JavaScript inside. */
function tableOf(targets: readonly Target[]): WasmTable {
  const types = targets.map(({ result, parameters }) =>
    functionType(
      parameters.map((type) => VALUE_TYPES[type]),
      result ? [VALUE_TYPES[result]] : [],
    ),
  )
  const indexes = vector(targets.map((_, index) => [index]))
  const bytes = wasmModule([
    [SECTION.type, vector(types)],
    [SECTION.import, vector(targets.map((_, index) => importOf('t', `f${index}`, [KIND.function, index])))],
    [SECTION.table, vector([[FUNCREF, 0, targets.length]])],
    [SECTION.export, vector([exportOf('table', KIND.table, 0)])],
    [SECTION.element, vector([[0, ...constant(0), 0x0b, ...indexes]])],
  ])
  const functions = Object.fromEntries(targets.map(({ run }, index) => [`f${index}`, run]))
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { t: functions })
  return exports.table as WasmTable
}

function connected(name: string, targets: readonly Target[]) {
  const events: string[] = []
  const invokes = createNativeInvokes([name])
  if (!invokes) throw new Error('this engine has no tag for exceptions of JavaScript')
  invokes.connect({
    table: tableOf(targets),
    stackSave: () => 4096,
    stackRestore: (pointer: number) => void events.push(`restore ${pointer}`),
    setThrew: (threw: number, value: number) => void events.push(`threw ${threw} ${value}`),
  })
  const invoke = invokes.functions[name] as (index: number, ...values: (number | bigint)[]) => unknown
  return { invoke, events }
}

describe('createNativeInvokes', () => {
  it('calls the function at the index with arguments of every type and returns its result', () => {
    const seen: unknown[][] = []
    const target: Target = {
      result: 'j',
      parameters: ['i', 'j', 'd', 'f'],
      run: (...values) => {
        seen.push(values)
        return -7n
      },
    }
    const other: Target = { ...target, run: () => 1n }
    const { invoke, events } = connected('invoke_jijdf', [other, target])
    expect(invoke(1, -3, 1n << 40n, 0.1, 0.5)).toBe(-7n)
    expect(seen).toEqual([[-3, 1n << 40n, 0.1, 0.5]])
    expect(events).toEqual([])
  })

  it.each([
    { name: 'invoke_v', result: undefined, zero: undefined },
    { name: 'invoke_i', result: 'i', zero: 0 },
    { name: 'invoke_j', result: 'j', zero: 0n },
    { name: 'invoke_d', result: 'd', zero: 0 },
    { name: 'invoke_f', result: 'f', zero: 0 },
  ] as const)('$name restores the stack and reports a thrown number', ({ name, result, zero }) => {
    const run = () => {
      throw 0x1234
    }
    const { invoke, events } = connected(name, [{ parameters: [], run, ...(result && { result }) }])
    expect(invoke(0)).toBe(zero)
    expect(events).toEqual(['restore 4096', 'threw 1 0'])
  })

  it('passes an error of JavaScript on to the caller', () => {
    const error = new Error('from outside')
    const run = () => {
      throw error
    }
    const { invoke, events } = connected('invoke_v', [{ parameters: [], run }])
    expect(() => invoke(0)).toThrow(error)
    expect(events).toEqual(['restore 4096'])
  })

  it('returns undefined if the engine has no tag for exceptions of JavaScript', () => {
    const global = WebAssembly as { JSTag?: object }
    const { JSTag } = global
    delete global.JSTag
    try {
      expect(createNativeInvokes(['invoke_v'])).toBeUndefined()
    } finally {
      if (JSTag) global.JSTag = JSTag
    }
  })

  it('rejects a name that is not that of an invoke function', () => {
    expect(() => createNativeInvokes(['invoke_x'])).toThrow('invoke_x is not the name of an invoke function')
  })
})

describe('EmulatorModule', () => {
  it("calls the module's own functions without JavaScript in between", async () => {
    const emulator = await EmulatorModule.create()
    const stacks: string[] = []
    const { stackTraceLimit } = Error
    const { now } = performance
    Error.stackTraceLimit = 100
    // The module reads the time in every iteration; its calls are on the stack.
    performance.now = () => {
      stacks.push(new Error('stack').stack ?? '')
      return now.call(performance)
    }
    try {
      expect(emulator.runGetMethod('{}', '', '')).toContain("Can't decode params")
    } finally {
      performance.now = now
      Error.stackTraceLimit = stackTraceLimit
    }
    expect(stacks).not.toEqual([])
    expect(stacks.filter((stack) => /\binvoke_/.test(stack))).toEqual([])
  })
})
