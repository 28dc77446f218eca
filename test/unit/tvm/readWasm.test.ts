import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWasm } from '../../../src-main/tvm/readWasm.ts'

const WASM = '@ton/sandbox/dist/executor/emulator-emscripten.wasm.js'

describe('readWasm', () => {
  const require = createRequire(import.meta.url)
  let dir = ''
  const put = (text: string) => {
    const path = join(dir, 'module.js')
    writeFileSync(path, text)
    return path
  }
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'tonscope-wasm-'))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  it('returns the bytes that the script of @ton/sandbox exports', () => {
    const { EmulatorEmscriptenWasm: text }: { EmulatorEmscriptenWasm: string } = require(WASM)
    expect(readWasm(require.resolve(WASM)).equals(Buffer.from(text, 'base64'))).toBe(true)
  })

  it.each([0, 1, 2, 65_532, 65_536, 140_001])('reads a module with %d bytes after its header', (length) => {
    const bytes = Buffer.concat([Buffer.from('\0asm\x01'), Buffer.alloc(length, 7)])
    expect(readWasm(put(`exports.wasm = '${bytes.toString('base64')}';\n`)).equals(bytes)).toBe(true)
  })

  it('rejects a script without a module, and a truncated one', () => {
    expect(() => readWasm(put('exports.wasm = undefined'))).toThrow('has no WebAssembly module')
    expect(() => readWasm(put('exports.wasm = "AGFzbQEAAAAB'))).toThrow('has no end')
  })
})
