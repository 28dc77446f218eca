import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createNativeInvokes } from './nativeInvokes.ts'
import { readWasm } from './readWasm.ts'
import {
  type WasmImports,
  type WasmInstance,
  type WasmMemory,
  type WasmTable,
  WebAssembly,
} from './wasmApi.ts'

/**
 * The WebAssembly module of @ton/sandbox, without its Executor class, which copies texts in and out character
 * by character, and without the JavaScript through which the module calls its own functions
 * (nativeInvokes.ts).
 */
export class EmulatorModule {
  readonly #module: Glue
  readonly #memory: WasmMemory
  /** Resets the stack after an exception. */
  readonly #clearStack: () => void
  #view: Buffer
  /** The buffers of call arguments, by argument index. */
  readonly #places: { pointer: number; size: number }[] = []

  private constructor(module: Glue, instance: WasmInstance) {
    this.#module = module
    this.#memory = exported(instance, WebAssembly.Memory)
    this.#clearStack = enlargeStack(module, instance)
    this.#view = Buffer.from(this.#memory.buffer)
  }

  /** Compiles the module, which takes about half a second. */
  static async create(): Promise<EmulatorModule> {
    const require = createRequire(import.meta.url)
    const start: StartGlue = require(GLUE)
    // Compiled first, so that its 5 MB are freed: the glue code keeps its options forever.
    const wasm = await WebAssembly.compile(readWasm(require.resolve(WASM)))
    const { module, instance } = await new Promise<Started>((resolve, reject) => {
      const instantiated = Promise.withResolvers<WasmInstance>()
      instantiated.promise.catch(reject)
      start({
        instantiateWasm(imports, receive) {
          const native = withNativeInvokes(imports)
          WebAssembly.instantiate(wasm, native.imports).then((instance) => {
            rememberFunctions(instance)
            native.connect(instance)
            instantiated.resolve(instance)
            receive(instance, wasm)
          }, instantiated.reject)
        },
      }).then(async (glue) => resolve({ module: glue, instance: await instantiated.promise }), reject)
    })
    return new EmulatorModule(module, instance)
  }

  /** The size of the module's memory in bytes. It grows on demand and never shrinks. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** Creates an emulator for a configuration (base64); returns 0 if the configuration is invalid. */
  createEmulator(config: string, verbosity: number): number {
    return this.#module._create_emulator(this.#text(0, config), verbosity)
  }

  destroyEmulator(emulator: number): void {
    this.#module._destroy_emulator(emulator)
  }

  /**
   * Runs a transaction and returns the emulator's JSON. Texts are base64 except `params`, which is JSON. The emulator
   * keeps libraries and `prev_blocks_info` until they are replaced; undefined keeps them.
   */
  emulate(
    emulator: number,
    libraries: string | undefined,
    shardAccount: string,
    message: string,
    params: string,
  ): string {
    return this.#run(() =>
      this.#module._emulate_with_emulator(
        emulator,
        libraries === undefined ? 0 : this.#text(0, libraries),
        this.#text(1, shardAccount),
        this.#text(2, message),
        this.#text(3, params),
      ),
    )
  }

  /** Runs a get-method and returns the emulator's JSON. Stack and configuration are base64, `params` is JSON. */
  runGetMethod(params: string, stack: string, config: string): string {
    return this.#run(() =>
      this.#module._run_get_method(this.#text(0, params), this.#text(1, stack), this.#text(2, config)),
    )
  }

  /** Returns the C string that `call` creates. Throws the module's exceptions. */
  #run(call: () => number): string {
    let pointer: number
    try {
      pointer = call()
    } catch (error) {
      this.#clearStack()
      throw error
    }
    return this.#taken(pointer)
  }

  /** Reads a C string and frees it. */
  #taken(pointer: number): string {
    const memory = this.#bytes()
    const text = memory.toString('utf8', pointer, memory.indexOf(0, pointer))
    this.#module._free(pointer)
    return text
  }

  /** Writes a C string. */
  #text(place: number, text: string): number {
    const length = Buffer.byteLength(text, 'utf8')
    this.#places[place] ??= { pointer: 0, size: 0 }
    const at = this.#places[place]
    if (length >= at.size || at.size > LARGE_TEXT) {
      if (at.pointer !== 0) this.#module._free(at.pointer)
      at.size = length + 1 > LARGE_TEXT ? length + 1 : 2 * (length + 1)
      at.pointer = this.#module._malloc(at.size)
    }
    const memory = this.#bytes()
    memory.write(text, at.pointer, length, 'utf8')
    memory[at.pointer + length] = 0
    return at.pointer
  }

  /** Returns the module's memory, whose buffer changes when it grows. */
  #bytes(): Buffer {
    const { buffer } = this.#memory
    if (this.#view.buffer !== buffer) this.#view = Buffer.from(buffer)
    return this.#view
  }
}

/** Buffers for longer texts are not reused. */
const LARGE_TEXT = 1 << 16

/** The functions of the module's JavaScript. */
type Glue = {
  _create_emulator(config: number, verbosity: number): number
  _destroy_emulator(emulator: number): void
  _emulate_with_emulator(
    emulator: number,
    libraries: number,
    account: number,
    message: number,
    params: number,
  ): number
  _run_get_method(params: number, stack: number, config: number): number
  _malloc(size: number): number
  _free(pointer: number): void
}

type Started = { readonly module: Glue; readonly instance: WasmInstance }

type StartGlue = (options: {
  instantiateWasm(imports: WasmImports, receive: (instance: WasmInstance, module: object) => void): void
}) => Promise<Glue>

const WASM = '@ton/sandbox/dist/executor/emulator-emscripten.wasm.js'

const GLUE = '@ton/sandbox/dist/executor/emulator-emscripten.js'

/** The deepest trees of cells (1024) take less than a quarter of it. */
const STACK_BYTES = 8 << 20

/**
 * Moves the stack to a larger area. The module reserves 64 KiB for it and does not detect an overflow: a
 * chain of about 300 cells is enough to overwrite the module's own data.
 * @returns a function that empties the stack
 */
function enlargeStack(module: Glue, instance: WasmInstance): () => void {
  const setStackPointer = glueExport(instance, '__emscripten_stack_restore')
  if (typeof setStackPointer !== 'function') throw new Error("the emulator's stack cannot be moved")
  const bottom = module._malloc(STACK_BYTES)
  if (bottom === 0) throw new Error('the emulator has no room for its stack')
  const clear = () => setStackPointer((bottom + STACK_BYTES) & ~0xf)
  clear()
  return clear
}

/** Returns an export by its name in the module's JavaScript, which maps it to the shortened name. */
function glueExport(instance: WasmInstance, name: string): unknown {
  const glue = readFileSync(createRequire(import.meta.url).resolve(GLUE), 'utf8')
  return instance.exports[new RegExp(`\\b${name}=wasmExports\\["(\\w+)"\\]`).exec(glue)?.[1] ?? '']
}

type NativeImports = { readonly imports: WasmImports; connect(instance: WasmInstance): void }

/** Replaces the `invoke_…` functions among the imports, if the engine supports it. */
function withNativeInvokes(imports: WasmImports): NativeImports {
  const names = new Set<string>()
  for (const functions of Object.values(imports)) {
    for (const value of Object.values(functions)) if (isInvoke(value)) names.add(value.name)
  }
  const invokes = createNativeInvokes([...names])
  if (!invokes) return { imports, connect() {} }
  const replaced = Object.entries(imports).map(([module, functions]) => [
    module,
    Object.fromEntries(
      Object.entries(functions).map(([name, value]) => [
        name,
        isInvoke(value) ? invokes.functions[value.name] : value,
      ]),
    ),
  ])
  return {
    imports: Object.fromEntries(replaced),
    connect(instance) {
      invokes.connect({
        table: exported(instance, WebAssembly.Table),
        stackSave: glueExport(instance, '_emscripten_stack_get_current'),
        stackRestore: glueExport(instance, '__emscripten_stack_restore'),
        setThrew: glueExport(instance, '_setThrew'),
      })
    },
  }
}

/** Detects an invoke function by its name: Emscripten shortens only the keys of imports. */
function isInvoke(value: unknown): value is { readonly name: string } {
  return typeof value === 'function' && value.name.startsWith('invoke_')
}

/** Caches the functions of the table, which is filled once at start, since the engine's `get` is slow. */
function rememberFunctions(instance: WasmInstance): void {
  const table: WasmTable = exported(instance, WebAssembly.Table)
  const get = table.get.bind(table)
  const functions: unknown[] = []
  table.get = (index: number) => {
    functions[index] ??= get(index)
    return functions[index]
  }
}

function exported<T>(instance: WasmInstance, type: abstract new () => T): T {
  for (const value of Object.values(instance.exports)) if (value instanceof type) return value
  throw new Error(`the emulator exports no ${type.name}`)
}
