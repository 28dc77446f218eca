import { type WasmInstance, type WasmTable, WebAssembly } from './wasmApi.ts'
import {
  constant,
  EXTERNREF,
  exportOf,
  FUNCREF,
  functionType,
  importOf,
  KIND,
  SECTION,
  sized,
  unsigned,
  VALUE_TYPES,
  type ValueType,
  vector,
  type WasmBytes,
  wasmModule,
} from './wasmBinary.ts'

/** The Emscripten module whose functions are called, and its exports for exceptions. */
export type InvokedModule = {
  readonly table: WasmTable
  readonly stackSave: unknown
  readonly stackRestore: unknown
  readonly setThrew: unknown
}

/** The generated functions, before they are connected to a module. */
export type NativeInvokes = {
  /** The `invoke_…` functions by name. */
  readonly functions: WasmInstance['exports']
  /** Connects the functions to a module's table, which must not change later. Called once, before any of them. */
  connect(invoked: InvokedModule): void
}

type Invoke = {
  readonly name: string
  readonly result: ValueType | undefined
  readonly parameters: readonly ValueType[]
}

/** Indexes into the table `helpers`. */
const HELPER = { stackSave: 0, stackRestore: 1, setThrew: 2 } as const
/** Indexes of tables. */
const TABLE = { functions: 0, helpers: 1 } as const
/** Indexes of types: those of the tag, of `isNumber` and of the helpers. */
const TYPE = { tag: 0, isNumber: 1, stackSave: 2, stackRestore: 3, setThrew: 4 } as const
const SHARED_TYPES = [
  functionType([EXTERNREF], []),
  functionType([EXTERNREF], [VALUE_TYPES.i]),
  functionType([], [VALUE_TYPES.i]),
  functionType([VALUE_TYPES.i], []),
  functionType([VALUE_TYPES.i, VALUE_TYPES.i], []),
]
const NO_RESULT = 0x40
const ZERO: Readonly<Record<ValueType, WasmBytes>> = {
  i: [0x41, 0],
  j: [0x42, 0],
  f: [0x43, 0, 0, 0, 0],
  d: [0x44, 0, 0, 0, 0, 0, 0, 0, 0],
}

/**
 * Generates WebAssembly functions that replace the `invoke_…` functions of Emscripten's JavaScript. A C++
 * module calls one of them for each call that can throw, thousands of times per transaction, and in
 * JavaScript each of these calls leaves and re-enters WebAssembly: without them a transaction takes a third
 * less time.
 *
 * A thrown number is an exception of the module (C++ or longjmp): the function restores the stack and reports
 * it by `setThrew`. Any other exception passes to the caller. Unlike in JavaScript, a trap passes without
 * restoring the stack.
 * @returns undefined if the engine cannot catch JavaScript's exceptions in WebAssembly
 */
export function createNativeInvokes(names: readonly string[]): NativeInvokes | undefined {
  const { JSTag: tag } = WebAssembly
  if (!tag) return undefined
  const module = new WebAssembly.Module(invokesModule(names.map(invokeOf)))
  const { exports } = new WebAssembly.Instance(module, { e: { tag, isNumber } })
  const { functions, helpers, ...invokes } = exports
  return {
    functions: invokes,
    connect({ table, ...exception }) {
      const to = functions as WasmTable
      to.grow(table.length - to.length)
      const copier = new WebAssembly.Module(copyModule(table.length))
      new WebAssembly.Instance(copier, { e: { from: table, to, helpers, ...exception } })
    },
  }
}

function isNumber(thrown: unknown): number {
  return typeof thrown === 'number' ? 1 : 0
}

/** Reads a name like `invoke_vij`: a function of an i32 and an i64 without a result. */
function invokeOf(name: string): Invoke {
  const [, result, parameters = ''] = /^invoke_([vijfd])([ijfd]*)$/.exec(name) ?? []
  if (!result) throw new Error(`${name} is not the name of an invoke function`)
  return {
    name,
    result: result === 'v' ? undefined : (result as ValueType),
    parameters: [...parameters] as ValueType[],
  }
}

function invokesModule(invokes: readonly Invoke[]): Uint8Array {
  const imports = [
    importOf('e', 'isNumber', [KIND.function, TYPE.isNumber]),
    importOf('e', 'tag', [KIND.tag, 0, TYPE.tag]),
  ]
  const tables = [
    [FUNCREF, 0, 0],
    [FUNCREF, 0, Object.keys(HELPER).length],
  ]
  // Function 0 is `isNumber`.
  const exported = invokes.map(({ name }, index) => exportOf(name, KIND.function, index + 1))
  return wasmModule([
    [SECTION.type, vector([...SHARED_TYPES, ...invokes.flatMap(typesOf)])],
    [SECTION.import, vector(imports)],
    [SECTION.function, vector(invokes.map((_, index) => unsigned(targetType(index) + 1)))],
    [SECTION.table, vector(tables)],
    [
      SECTION.export,
      vector([
        ...exported,
        exportOf('functions', KIND.table, TABLE.functions),
        exportOf('helpers', KIND.table, TABLE.helpers),
      ]),
    ],
    [SECTION.code, vector(invokes.map(invokeBody))],
  ])
}

/**
 * Returns the type of the called function, and that of its invoke function, which takes the table index
 * first.
 */
function typesOf({ result, parameters }: Invoke): readonly WasmBytes[] {
  const results = result ? [VALUE_TYPES[result]] : []
  const values = parameters.map((type) => VALUE_TYPES[type])
  return [functionType(values, results), functionType([VALUE_TYPES.i, ...values], results)]
}

function targetType(invoke: number): number {
  return SHARED_TYPES.length + 2 * invoke
}

function invokeBody({ result, parameters }: Invoke, index: number): WasmBytes {
  const stack = parameters.length + 1
  const thrown = parameters.length + 2
  const locals = [
    [1, VALUE_TYPES.i],
    [1, EXTERNREF],
  ]
  return sized([
    ...vector(locals),
    ...callHelper('stackSave'),
    ...setLocal(stack),
    // try
    0x06,
    result ? VALUE_TYPES[result] : NO_RESULT,
    ...parameters.flatMap((_, at) => getLocal(at + 1)),
    ...getLocal(0),
    ...callIndirect(targetType(index), TABLE.functions),
    // catch tag 0
    0x07,
    0,
    ...setLocal(thrown),
    ...getLocal(stack),
    ...callHelper('stackRestore'),
    ...getLocal(thrown),
    // call function 0, i32.eqz, if, throw tag 0, end
    ...[0x10, 0, 0x45, 0x04, NO_RESULT],
    ...getLocal(thrown),
    ...[0x08, 0, 0x0b],
    ...constant(1),
    ...constant(0),
    ...callHelper('setThrew'),
    ...(result ? ZERO[result] : []),
    // end of try, end of function
    ...[0x0b, 0x0b],
  ])
}

/**
 * Returns a module that fills both tables when it starts. In JavaScript each entry would need its own
 * function.
 */
function copyModule(length: number): Uint8Array {
  const table = [KIND.table, FUNCREF, 0, 0]
  const helpers = ['stackSave', 'stackRestore', 'setThrew'] as const
  const imports = [
    importOf('e', 'to', table),
    importOf('e', 'helpers', table),
    importOf('e', 'from', table),
    ...helpers.map((name) => importOf('e', name, [KIND.function, TYPE[name]])),
  ]
  const start = helpers.length
  const startType = SHARED_TYPES.length
  // table.copy from table 2 to table 0
  const copy = [...constant(0), ...constant(0), ...constant(length), 0xfc, 14, 0, 2, 0x0b]
  const fillHelpers = [2, 1, ...constant(0), 0x0b, 0, ...vector(helpers.map((name) => [HELPER[name]]))]
  return wasmModule([
    [SECTION.type, vector([...SHARED_TYPES, functionType([], [])])],
    [SECTION.import, vector(imports)],
    [SECTION.function, vector([[startType]])],
    [SECTION.start, unsigned(start)],
    [SECTION.element, vector([fillHelpers])],
    [SECTION.code, vector([sized([0, ...copy])])],
  ])
}

function callHelper(name: keyof typeof HELPER): WasmBytes {
  return [...constant(HELPER[name]), ...callIndirect(TYPE[name], TABLE.helpers)]
}

function callIndirect(type: number, table: number): WasmBytes {
  return [0x11, ...unsigned(type), table]
}

function getLocal(index: number): WasmBytes {
  return [0x20, ...unsigned(index)]
}

function setLocal(index: number): WasmBytes {
  return [0x21, ...unsigned(index)]
}
