import { describe, expect, it } from 'vitest'
import { methodIdOf } from '#shared/ton/methodId.ts'
import { systemCode } from '../../../../src-main/devnet/zeroState/systemCode.ts'
import { readBagOfCells } from '../../../../src-renderer/decode/cell.ts'
import { CellWriter } from '../../../../src-renderer/decode/cellWriter.ts'
import { knownMethod, knownMethodById } from '../../../../src-renderer/decode/knownMethods.ts'
import { methodId, methodIds } from '../../../../src-renderer/decode/methodTable.ts'
import { offeredMethods } from '../../../../src-renderer/routes/account/methods/offeredMethods.ts'

const codeOf = (name: Parameters<typeof systemCode>[0]) => readBagOfCells(systemCode(name).toBoc())

describe('methodId', () => {
  it('is the one that the virtual machine is asked for', () => {
    for (const name of ['seqno', 'get_jetton_data', 'processed?', 'dnsresolve']) {
      expect(methodId(name)).toBe(methodIdOf(name))
    }
    expect(methodId('seqno')).toBe(85143)
  })
})

describe('methodIds', () => {
  it('reads all methods of the elector, and only methods', () => {
    const ids = methodIds(codeOf('elector')) ?? []
    const names = ids.map((id) => knownMethodById(id)?.name)
    expect(names).toContain('active_election_id')
    expect(names).toContain('participant_list_extended')
    expect(names).not.toContain(undefined)
    expect(ids.every((id) => id >= 0x10000)).toBe(true)
  })

  it('says nothing of code without such a dictionary', () => {
    expect(methodIds(codeOf('wallet-v3r2'))).toBeUndefined()
    expect(methodIds(new CellWriter().cell())).toBeUndefined()
    expect(methodIds(new CellWriter().int(0xff00f4a413f4bcf2c80bn, 80).cell())).toBeUndefined()
  })
})

describe('offeredMethods', () => {
  it('offers what the code has, else what its kind has, else nothing', () => {
    expect(offeredMethods(codeOf('elector'), undefined).from).toBe('code')
    const wallet = offeredMethods(codeOf('wallet-v3r2'), 'wallet v3 r2')
    expect(wallet).toMatchObject({
      from: 'kind',
      methods: [{ method: 'seqno' }, { method: 'get_public_key' }],
    })
    expect(offeredMethods(undefined, undefined)).toEqual({ methods: [], from: 'none' })
  })
})

describe('knownMethodById', () => {
  it('does not take one method for another of the same checksum', () => {
    expect(methodId('version')).toBe(methodId('is_plugin_installed'))
    expect(knownMethodById(methodId('version'))?.name).toBe('is_plugin_installed')
  })
})

describe('knownMethod', () => {
  it('tells arguments with their types', () => {
    expect(knownMethod('get_wallet_address')?.arguments).toEqual([{ name: 'owner', type: 'address' }])
    expect(knownMethod('get_nft_content')?.arguments.map(({ type }) => type)).toEqual(['number', 'cell'])
  })
})
