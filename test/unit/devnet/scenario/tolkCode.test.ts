import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cell } from '@ton/core'
import { runTolkCompiler } from '@ton/tolk-js'
import { describe, expect, it } from 'vitest'
import { collectionCode } from '../../../../src-main/devnet/scenario/code/collection.ts'
import { workshopCode } from '../../../../src-main/devnet/scenario/code/workshop.ts'

const CODE_DIR = join(import.meta.dirname, '../../../../src-main/devnet/scenario/code')

const CONTRACTS: readonly (readonly [source: string, code: () => Cell])[] = [
  ['workshop.tolk', workshopCode],
  ['collection.tolk', collectionCode],
]

describe('contract code of our own', () => {
  it.each(CONTRACTS)('is what the compiler makes of %s', async (source, code) => {
    const result = await runTolkCompiler({
      entrypointFileName: source,
      fsReadCallback: (path) => readFileSync(join(CODE_DIR, path), 'utf8'),
    })
    if (result.status === 'error') throw new Error(result.message)
    expect(code().hash().toString('hex').toUpperCase()).toBe(result.codeHashHex)
  })
})
