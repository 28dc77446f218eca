import { describe, expect, it } from 'vitest'
import {
  parseSearch,
  readAccountSearch,
  readBlockSearch,
  readBlocksSearch,
  readTransactionSearch,
  stringifySearch,
} from '../../../../src-renderer/routes/searchParams.ts'

const HASH = 'ab'.repeat(32)

describe('parseSearch and stringifySearch', () => {
  it('keep long numbers as texts', () => {
    const search = parseSearch('?lt=99999999999999999999&tab=raw')
    expect(search).toEqual({ lt: '99999999999999999999', tab: 'raw' })
    expect(stringifySearch(search)).toBe('?lt=99999999999999999999&tab=raw')
  })

  it('leave out what is undefined', () => {
    expect(stringifySearch({ tab: undefined })).toBe('')
  })
})

describe('the readers', () => {
  it('accept known parameters and drop the rest', () => {
    expect(readBlockSearch({ tab: 'shards', after_lt: '5', after_hash: '0:ab', x: '1' })).toEqual({
      tab: 'shards',
      after_lt: '5',
      after_hash: '0:ab',
    })
    expect(readBlockSearch({ tab: 'nonsense', after_lt: '-5', root_hash: HASH.toUpperCase() })).toEqual({})
    expect(readAccountSearch({ tab: 'contract', lt: '7', hash: HASH })).toEqual({
      tab: 'contract',
      lt: '7',
      hash: HASH,
    })
    expect(readBlocksSearch({ before: '12' })).toEqual({ before: '12' })
    expect(readTransactionSearch({ tab: 'raw' })).toEqual({ tab: 'raw' })
  })
})
