import { createRequire } from 'node:module'
import { beginCell, type Cell } from '@ton/core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CodeBlockJson } from '#shared/schema/disassembly.ts'
import { openArchive } from '../../../../src-main/chain/archive/openArchive.ts'
import { openAccount } from '../../../../src-main/chain/state/account.ts'
import { openShardAccounts } from '../../../../src-main/chain/state/shardAccounts.ts'
import { openShardStateUnsplit } from '../../../../src-main/chain/state/shardState.ts'
import { disassemble } from '../../../../src-main/tvm/replay/disassemble.ts'
import { REALNET } from '../../../fixtures/recorded.ts'

const {
  compileCell,
  decompileCell,
}: { compileCell(code: unknown): Cell; decompileCell(code: Cell): unknown } = createRequire(import.meta.url)(
  'ton-assembly/dist/runtime',
)

/** Codes of the newest states of a chain of the reference node, by hash. */
async function codesOfRealnet(): Promise<ReadonlyMap<string, Cell>> {
  const store = openArchive(REALNET)
  const head = store.head()
  const shards = [0x4000_0000_0000_0000n, 0xc000_0000_0000_0000n].map((shard) => ({
    workchain: 0,
    shard,
    seqno: 854,
  }))
  const codes = new Map<string, Cell>()
  for (const place of [head, ...shards]) {
    const block = store.findBySeqno(place)
    if (!block) throw new Error(`no block ${place.seqno}`)
    const state = openShardStateUnsplit(await store.state(block))
    for (const { value } of openShardAccounts(state.accounts).entries()) {
      const account = openAccount(value.account)?.storage.state
      const code = account?.type === 'active' ? account.init.code : undefined
      if (code) codes.set(code.hash().toString('hex'), code)
    }
  }
  store.close()
  return codes
}

function instructionsOf(blocks: readonly CodeBlockJson[]) {
  return blocks.flatMap(({ instructions }) => instructions)
}

describe('disassembly', () => {
  let codes: ReadonlyMap<string, Cell>
  beforeAll(async () => {
    codes = await codesOfRealnet()
  })

  it('reads every bit of each code of a chain as instructions', () => {
    expect(codes.size).toBe(17)
    for (const [hash, code] of codes) {
      const { blocks, is_whole, code_hash } = disassemble(code)
      expect(code_hash).toBe(hash)
      expect(is_whole).toBe(true)
      const data = instructionsOf(blocks).filter(({ is_data }) => is_data)
      // One account has a reference to a library as its code.
      expect(data.map(({ text }) => text.split(' ')[0])).toEqual(code.isExotic ? ['library'] : [])
    }
  })

  it('agrees with an assembler that makes the same codes again', () => {
    const differing = [...codes].filter(
      ([hash, code]) => compileCell(decompileCell(code)).hash().toString('hex') !== hash,
    )
    // The assembler reads a library reference as another cell.
    expect(differing.filter(([, code]) => !code.isExotic)).toEqual([])
  })

  it('names cell and offset of instructions, and what they refer to', () => {
    const inner = beginCell().storeUint(0x7a, 8).endCell()
    // PUSHCONT { DROP } IF, PUSHINT 5, PUSHREFCONT inner, EXECUTE
    const code = beginCell().storeUint(0x9130_de75_8ad8n, 48).storeRef(inner).endCell()
    const { blocks } = disassemble(code)
    expect(blocks[0]?.instructions).toEqual([
      { offset: 0, text: 'PUSHCONT', blocks: [{ block: 1 }] },
      { offset: 16, text: 'IF' },
      { offset: 24, text: 'PUSHINT 5' },
      { offset: 32, text: 'PUSHREFCONT', blocks: [{ block: 2 }] },
      { offset: 40, text: 'EXECUTE' },
    ])
    expect(blocks[1]).toMatchObject({
      cell: code.hash().toString('hex'),
      offset: 8,
      instructions: [{ offset: 8, text: 'DROP' }],
    })
    expect(blocks[2]).toMatchObject({
      cell: inner.hash().toString('hex'),
      offset: 0,
      instructions: [{ text: 'PUSHINT 10' }],
    })
  })

  it('goes on in the next cell at the end of one', () => {
    const next = beginCell().storeUint(0x30, 8).endCell()
    const { blocks } = disassemble(beginCell().storeUint(0x20, 8).storeRef(next).endCell())
    expect(blocks[0]?.instructions[1]).toEqual({
      offset: 8,
      text: 'implicit JMPREF',
      implicit: true,
      blocks: [{ block: 1 }],
    })
  })

  it('reads each cell once, however often a code refers to it', () => {
    let code = beginCell().storeUint(0x30, 8).endCell()
    for (let depth = 0; depth < 200; depth++)
      code = beginCell().storeUint(0xdb3c_db3cn, 32).storeRef(code).storeRef(code).endCell()
    expect(disassemble(code).blocks).toHaveLength(201)
  })

  it('lists bits that are no instruction as data', () => {
    const { blocks } = disassemble(beginCell().storeUint(0x20f, 12).endCell())
    expect(blocks[0]?.instructions.map(({ text, is_data = false }) => [text, is_data])).toEqual([
      ['DUP', false],
      ['x{F}', true],
    ])
  })

  it('puts a library in the place of a reference to it', () => {
    const library = beginCell().storeUint(0x20, 8).endCell()
    const hash = library.hash()
    const reference = beginCell().storeUint(2, 8).storeBuffer(hash).endCell({ exotic: true })
    const { blocks } = disassemble(reference, new Map([[hash.toString('hex'), library]]))
    expect(blocks).toMatchObject([{ cell: hash.toString('hex'), instructions: [{ text: 'DUP' }] }])
  })
})
