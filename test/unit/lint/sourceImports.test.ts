import { describe, expect, it } from 'vitest'
import { importCycles } from '../../lint/cycles.ts'
import { type ImportGraph, importsOf, targetOf } from '../../lint/sourceImports.ts'

describe('importsOf', () => {
  it('finds every form of import', () => {
    const source = `import 'a'\nimport type { B } from 'b'\nexport { c } from "c"\nconst d = await import('d')\nimport {\n  e,\n} from 'e'`
    expect(importsOf(source).map(({ specifier }) => specifier)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('tells imports of types from others', () => {
    const source = `import type { A } from 'a'\nexport type { B } from 'b'\nimport { type C, d } from 'c'`
    expect(importsOf(source).map(({ isTypeOnly }) => isTypeOnly)).toEqual([true, true, false])
  })
})

describe('targetOf', () => {
  it('resolves relative imports and the alias of src-shared', () => {
    expect(targetOf('src-main/store/write/rows.ts', '../facts.ts')).toBe('src-main/store/facts.ts')
    expect(targetOf('src-main/cli.ts', '#shared/ton/shard.ts')).toBe('src-shared/ton/shard.ts')
    expect(targetOf('src-main/cli.ts', 'node:fs')).toBe('node:fs')
  })
})

describe('importCycles', () => {
  const graph = (edges: Readonly<Record<string, readonly string[]>>, isTypeOnly = false): ImportGraph =>
    new Map(
      Object.entries(edges).map(([file, targets]) => [
        file,
        targets.map((target) => ({ specifier: `./${target}`, isTypeOnly })),
      ]),
    )

  it('finds a cycle of three files and not the files that lead to it', () => {
    const cycles = importCycles(graph({ start: ['a'], a: ['b'], b: ['c', 'end'], c: ['a'], end: [] }))
    expect(cycles.map((files) => files.toSorted())).toEqual([['a', 'b', 'c']])
  })

  it('finds no cycle in a diamond', () => {
    expect(importCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })

  it('leaves out imports of types alone', () => {
    expect(importCycles(graph({ a: ['b'], b: ['a'] }, true))).toEqual([])
  })
})
