import { describe, expect, it } from 'vitest'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { readBagOfCells } from '#shared/ton/cells/cell.ts'
import { CellWriter } from '#shared/ton/cells/cellWriter.ts'
import { systemCode } from '../../../../src-main/devnet/zeroState/systemCode.ts'
import { methodIds } from '../../../../src-renderer/decode/methodIds.ts'
import { availableMethods } from '../../../../src-renderer/routes/account/methods/availableMethods.ts'

const codeOf = (name: Parameters<typeof systemCode>[0]) => readBagOfCells(systemCode(name).toBoc())

describe('methodIds', () => {
  it('reads all methods of the elector, and only methods', () => {
    const ids = methodIds(codeOf('elector')) ?? []
    const names = ids.map((id) => CONTRACTS.methodsById.get(id)?.name)
    expect(names).toContain('active_election_id')
    expect(names).toContain('participant_list_extended')
    expect(names).not.toContain(undefined)
    expect(ids.every((id) => id >= 0x10000)).toBe(true)
  })

  it('returns undefined for code without such a dictionary', () => {
    expect(methodIds(codeOf('wallet-v3r2'))).toBeUndefined()
    expect(methodIds(new CellWriter().cell())).toBeUndefined()
    expect(methodIds(new CellWriter().int(0xff00f4a413f4bcf2c80bn, 80).cell())).toBeUndefined()
  })
})

describe('offeredMethods', () => {
  it('offers the methods of the code, else those of its kind, else none', () => {
    expect(availableMethods(codeOf('elector'), undefined).from).toBe('code')
    const wallet = availableMethods(codeOf('wallet-v3r2'), 'wallet v3 r2')
    expect(wallet).toMatchObject({
      from: 'kind',
      methods: [{ method: 'seqno' }, { method: 'get_public_key' }],
    })
    expect(availableMethods(undefined, undefined)).toEqual({ methods: [], from: 'none' })
  })
})
