import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { blockId, fakeNetwork } from './fakeSession.ts'

describe('getConfigParam', () => {
  const { network } = fakeNetwork({
    masterchainBlock: async () => blockId(-1, 860),
    configParam: async (_block, param) =>
      param === 15 ? beginCell().storeUint(0xabc, 12).endCell() : undefined,
  })
  const bytesOf = async (values: { param?: number; config_id?: number }) => {
    const all = { param: undefined, config_id: undefined, seqno: undefined, ...values }
    return (await createV2Api({ network }).call('getConfigParam', all).result).config.bytes
  }

  it('accepts either name, config_id first, and answers empty bytes for an absent parameter', async () => {
    expect(await bytesOf({ param: 15 })).toBe('te6cckEBAQEABAAAA6vIa/9Y1Q==')
    expect(await bytesOf({ param: 1, config_id: 15 })).toBe('te6cckEBAQEABAAAA6vIa/9Y1Q==')
    expect(await bytesOf({ config_id: 999 })).toBe('')
  })
})

describe('getLibraries', () => {
  const hash = (byte: number) => Buffer.alloc(32, byte)

  it('requests every hash once and answers in the order of hashes', async () => {
    const asked: Buffer[][] = []
    const { network } = fakeNetwork({
      libraries: async (hashes) => {
        asked.push([...hashes])
        return [
          { hash: hash(2), data: Buffer.from([2]) },
          { hash: hash(1), data: Buffer.from([1]) },
        ]
      },
    })
    const result = await createV2Api({ network }).call('getLibraries', {
      libraries: [hash(3), hash(1), hash(2), hash(1)],
    }).result
    expect(asked).toEqual([[hash(1), hash(2), hash(3)]])
    expect(result.result.map(({ data }) => data)).toEqual(['AQ==', 'Ag=='])
  })

  it('sends no query for an empty list', async () => {
    const { network, opened } = fakeNetwork({})
    expect(await createV2Api({ network }).call('getLibraries', { libraries: [] }).result).toEqual({
      '@type': 'smc.libraryResult',
      result: [],
    })
    expect(opened).toEqual([])
  })

  it('refuses more than sixteen with tonlib’s text', async () => {
    const libraries = Array.from({ length: 17 }, (_, i) => hash(i))
    await expect(
      createV2Api({ network: fakeNetwork({}).network }).call('getLibraries', { libraries }).result,
    ).rejects.toMatchObject({
      status: 500,
      message:
        'INVALID_FIELD: Field library_list has invalid value : too many libraries requested, 16 maximum',
    })
  })
})
