/** Bytes of the WebAssembly binary format, for small modules that are generated at run time. */
export type WasmBytes = readonly number[]

/** A value type by Emscripten's letter: i32, i64, f32, f64. */
export type ValueType = 'i' | 'j' | 'f' | 'd'

/** Binary codes of i32, i64, f32 and f64, by Emscripten's letter. */
export const VALUE_TYPES: Readonly<Record<ValueType, number>> = { i: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c }
export const FUNCREF = 0x70
export const EXTERNREF = 0x6f

/** Kinds of imports and exports. */
export const KIND = { function: 0, table: 1, tag: 4 } as const

export const SECTION = {
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
} as const

/**
 * Returns a module.
 * @param sections in ascending order, without their lengths
 */
export function wasmModule(
  sections: readonly (readonly [id: number, content: WasmBytes])[],
): Uint8Array<ArrayBuffer> {
  const magicAndVersion = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  return Uint8Array.from([
    ...magicAndVersion,
    ...sections.flatMap(([id, content]) => [id, ...sized(content)]),
  ])
}

/** Encodes a function type from the codes of its parameter and result types. */
export function functionType(parameters: readonly number[], results: readonly number[]): WasmBytes {
  return [0x60, ...vector(parameters.map((type) => [type])), ...vector(results.map((type) => [type]))]
}

/** Encodes an import entry. `description` has the kind and type. */
export function importOf(module: string, name: string, description: WasmBytes): WasmBytes {
  return [...text(module), ...text(name), ...description]
}

/** Encodes an export entry of a KIND. */
export function exportOf(name: string, kind: number, index: number): WasmBytes {
  return [...text(name), kind, ...unsigned(index)]
}

/** Encodes a vector: the number of items and the items. */
export function vector(items: readonly WasmBytes[]): WasmBytes {
  return [...unsigned(items.length), ...items.flat()]
}

/** Returns a content preceded by its length in bytes. */
export function sized(content: WasmBytes): WasmBytes {
  return [...unsigned(content.length), ...content]
}

/** Encodes an unsigned integer as LEB128. */
export function unsigned(value: number): WasmBytes {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Encodes `i32.const` of a nonnegative value, whose operand is a signed LEB128. */
export function constant(value: number): WasmBytes {
  const signed = (rest: number): WasmBytes =>
    rest < 0x40 ? [rest] : [(rest & 0x7f) | 0x80, ...signed(rest >>> 7)]
  return [0x41, ...signed(value)]
}

function text(value: string): WasmBytes {
  return sized([...Buffer.from(value, 'utf8')])
}
