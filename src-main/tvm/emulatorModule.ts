import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { readWasm } from './readWasm.ts'

const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Wasm }

/**
 * @ton/sandbox's WebAssembly module below its Executor class, which copies texts in and out letter by letter and asks
 * the function table again at each of the module's many indirect calls: here a run takes about a quarter less.
 */
export class EmulatorModule {
  readonly #module: Glue
  readonly #memory: WasmMemory
  #view: Buffer
  /** Where the arguments of calls are written, by their place. */
  readonly #places: { pointer: number; size: number }[] = []

  private constructor(module: Glue, memory: WasmMemory) {
    this.#module = module
    this.#memory = memory
    this.#view = Buffer.from(memory.buffer)
  }

  /** Compiles the module: about half a second. */
  static async create(): Promise<EmulatorModule> {
    const require = createRequire(import.meta.url)
    const start: StartGlue = require(GLUE)
    const bytes = readWasm(require.resolve(WASM))
    const { module, instance } = await new Promise<Started>((resolve, reject) => {
      const instantiated = Promise.withResolvers<WasmInstance>()
      instantiated.promise.catch(reject)
      start({
        instantiateWasm(imports, receive) {
          WebAssembly.instantiate(bytes, imports).then((compiled) => {
            rememberFunctions(compiled.instance)
            instantiated.resolve(compiled.instance)
            receive(compiled.instance, compiled.module)
          }, instantiated.reject)
        },
      }).then(async (glue) => resolve({ module: glue, instance: await instantiated.promise }), reject)
    })
    enlargeStack(module, instance)
    return new EmulatorModule(module, exported(instance, WebAssembly.Memory))
  }

  /** Bytes of the module's memory. It grows with what runs need and never shrinks. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength
  }

  /** An emulator for a configuration (base64), 0 where that isn't one. */
  createEmulator(config: string, verbosity: number): number {
    return this.#module._create_emulator(this.#text(0, config), verbosity)
  }

  destroyEmulator(emulator: number): void {
    this.#module._destroy_emulator(emulator)
  }

  /**
   * Runs a transaction and returns the emulator's JSON. Texts are base64 but for `params`, which is JSON. Libraries
   * and `prev_blocks_info` stay with the emulator until others come: undefined leaves them.
   */
  emulate(
    emulator: number,
    libraries: string | undefined,
    shardAccount: string,
    message: string,
    params: string,
  ): string {
    const pointer = this.#module._emulate_with_emulator(
      emulator,
      libraries === undefined ? 0 : this.#text(0, libraries),
      this.#text(1, shardAccount),
      this.#text(2, message),
      this.#text(3, params),
    )
    return this.#taken(pointer)
  }

  /** Runs a get-method and returns the emulator's JSON. Stack and configuration are base64, `params` is JSON. */
  runGetMethod(params: string, stack: string, config: string): string {
    return this.#taken(
      this.#module._run_get_method(this.#text(0, params), this.#text(1, stack), this.#text(2, config)),
    )
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

  /** The memory may have grown, and then its buffer is another. */
  #bytes(): Buffer {
    const { buffer } = this.#memory
    if (this.#view.buffer !== buffer) this.#view = Buffer.from(buffer)
    return this.#view
  }
}

/** Room for a longer text is not kept for the next one. */
const LARGE_TEXT = 1 << 16

/** What is used of WebAssembly here: TypeScript has it among the types of web pages only. */
type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> }
type WasmMemory = { readonly buffer: ArrayBuffer }
type WasmTable = { get(index: number): unknown }
type Wasm = {
  instantiate(
    bytes: Uint8Array,
    imports: object,
  ): Promise<{ readonly instance: WasmInstance; readonly module: object }>
  readonly Memory: abstract new () => WasmMemory
  readonly Table: abstract new () => WasmTable
}

/** What the module's JavaScript offers. */
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
  instantiateWasm(imports: object, receive: (instance: WasmInstance, module: object) => void): void
}) => Promise<Glue>

const WASM = '@ton/sandbox/dist/executor/emulator-emscripten.wasm.js'

const GLUE = '@ton/sandbox/dist/executor/emulator-emscripten.js'

/** The deepest trees of cells that there are (1024) take less than a quarter of it. */
const STACK_BYTES = 8 << 20

/**
 * The module reserves 64 KiB for its stack and doesn't notice when it goes beyond: a tree of some 300 cells one below
 * the other is enough to write over its own data. So the stack moves to where there is more room.
 */
function enlargeStack(module: Glue, instance: WasmInstance): void {
  // Names of exports are shortened: the module's JavaScript knows which is which.
  const glue = readFileSync(createRequire(import.meta.url).resolve(GLUE), 'utf8')
  const name = /__emscripten_stack_restore=wasmExports\["(\w+)"\]/.exec(glue)?.[1] ?? ''
  const setStackPointer = instance.exports[name]
  if (typeof setStackPointer !== 'function') throw new Error("the emulator's stack cannot be moved")
  const bottom = module._malloc(STACK_BYTES)
  if (bottom === 0) throw new Error('the emulator has no room for its stack')
  setStackPointer((bottom + STACK_BYTES) & ~0xf)
}

/** The table is filled once, when the module starts, but `get` makes its way into the engine every time. */
function rememberFunctions(instance: WasmInstance): void {
  const table = exported(instance, WebAssembly.Table)
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
