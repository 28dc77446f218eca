import { describe, expect, it } from 'vitest'
import { undocumentedExports } from '../../lint/docComments.ts'

describe('undocumentedExports', () => {
  it.each([
    ['a function', 'export function load(): void {}'],
    ['an async function', 'export async function load(): Promise<void> {}'],
    ['an arrow function', 'export const load = () => 1'],
    ['a class', 'export class load {}'],
    ['a type', 'export type load = string'],
    ['an interface', 'export interface load {}'],
  ])('reports %s without a doc comment', (_case, declaration) => {
    expect(undocumentedExports(`import 'x'\n\n${declaration}`)).toEqual([{ name: 'load', line: 3 }])
    expect(undocumentedExports(`// Loads.\n${declaration}`)).toHaveLength(1)
    expect(undocumentedExports(`/** */\n${declaration}`)).toHaveLength(1)
    expect(undocumentedExports(`/** Loads. */\n${declaration}`)).toEqual([])
  })

  it('ignores plain constants, re-exports and declarations that are not exported', () => {
    const source =
      'export const limit = 5\nexport type { A } from "./a.ts"\nfunction load() {}\ntype B = string'
    expect(undocumentedExports(source)).toEqual([])
  })

  it('accepts overloads of which one has a doc comment', () => {
    const source = '/** Loads. */\nexport function load(a: 1): 1\nexport function load(a: 2): 2'
    expect(undocumentedExports(source)).toEqual([])
  })
})
