/** What is used of WebAssembly here: TypeScript has it among the types of web pages only. */
export type WasmInstance = { readonly exports: Readonly<Record<string, unknown>> }
export type WasmMemory = { readonly buffer: ArrayBuffer }
export type WasmTable = { readonly length: number; get(index: number): unknown; grow(count: number): number }
/** By the names of a module and of its import. */
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
