import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ALL_CONTRACTS } from '#shared/contracts/allContracts.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

const read = (name: string) => readFileSync(join(SHARED, 'reference', name), 'utf8')

type Row = { readonly name: string; readonly hashes: readonly string[]; readonly methods: readonly string[] }

/** The table of §12.2 of the data set's v3-contract.md: name, code hashes, get-methods; a dash stands for none. */
function interfaceTable(): Row[] {
  const [, section = ''] = read('v3-contract.md').split('### 12.2 Interface names')
  const rows = section.matchAll(/^\| `([^`]+)` \| (.*) \| (.*) \|$/gm)
  return [...rows].map(([, name = '', hashes = '', methods = '']) => ({
    name,
    hashes: [...hashes.matchAll(/`([^`]+)`/g)].map(([, hash = '']) => hash).toSorted(),
    methods: methods === '–' ? [] : methods.split(', ').toSorted(),
  }))
}

describe.skipIf(!hasShared)(`facts of contracts (${NEEDS_SHARED})`, () => {
  it('are the interfaces of the reference, without those that nothing can match', () => {
    const table = interfaceTable()
    expect(table).toHaveLength(106)
    const reachable = table.filter(({ hashes, methods }) => hashes.length + methods.length > 0)
    expect(table.length - reachable.length).toBe(3)
    const facts = ALL_CONTRACTS.flatMap(({ interfaces = [] }) => interfaces).map(
      ({ name, codes = [], methods = [] }): Row => ({
        name,
        hashes: codes.map(({ hash }) => hash).toSorted(),
        methods: methods.toSorted(),
      }),
    )
    const byName = (rows: readonly Row[]) => new Map(rows.map((row) => [row.name, row]))
    expect(byName(facts)).toEqual(byName(reachable))
  })

  it('give every opcode the name of the reference, and no other opcode one', () => {
    const names = new Map(
      Object.entries(JSON.parse(read('v3-opcodes.json'))).map(([opcode, name]) => [Number(opcode), name]),
    )
    expect(CONTRACTS.opcodeNames).toEqual(names)
  })
})
