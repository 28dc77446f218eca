/**
 * An instance of a WebAssembly module. TypeScript declares these types only for web pages, so the used parts
 * are declared here.
 */
export type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> }
/** A module's memory. `buffer` is replaced when the memory grows. */
export type WasmMemory = { readonly buffer: ArrayBuffer }
/** A module's table of functions. */
export type WasmTable = { readonly length: number; get(index: number): unknown; grow(count: number): number }
/** Imports by module name and import name. */
export type WasmImports = Readonly<Record<string, Readonly<Record<string, unknown>>>>

type Wasm = {
  compile(bytes: Uint8Array): Promise<object>
  instantiate(module: object, imports: WasmImports): Promise<WasmInstance>
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: WasmImports) => WasmInstance
  readonly Memory: abstract new () => WasmMemory
  readonly Table: abstract new () => WasmTable
  /** The tag of exceptions that JavaScript throws; undefined in Node 22. */
  readonly JSTag?: object
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Wasm }
