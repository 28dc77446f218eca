import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Cell } from '@ton/core'
import { runTolkCompiler } from '@ton/tolk-js'

/** Where the scenario's contracts are, in Tolk and compiled. */
export const TOLK_SOURCES = join(import.meta.dirname, '../../src-main/devnet/scenario/code')

/** Sources that are made of the compiled code of another contract: `<name>Code.tolk`, a function that returns it. */
const EMBEDDED: Readonly<Record<string, string>> = { 'multisigOrderCode.tolk': 'multisigOrder' }

/** Compiles `<name>.tolk`. Throws the compiler's message. */
export async function compileTolk(name: string): Promise<Cell> {
  const generated = new Map<string, string>()
  for (const [file, contract] of Object.entries(EMBEDDED)) {
    if (contract !== name) generated.set(file, functionOf(contract, await compile(contract, new Map())))
  }
  return compile(name, generated)
}

async function compile(name: string, generated: ReadonlyMap<string, string>): Promise<Cell> {
  const result = await runTolkCompiler({
    entrypointFileName: `${name}.tolk`,
    fsReadCallback: (path) => generated.get(path) ?? readFileSync(join(TOLK_SOURCES, path), 'utf8'),
  })
  if (result.status === 'error') throw new Error(result.message)
  return Cell.fromBase64(result.codeBoc64)
}

function functionOf(contract: string, code: Cell): string {
  return `fun ${contract}Code(): cell asm "B{${code.toBoc().toString('hex')}} B>boc PUSHREF"`
}
