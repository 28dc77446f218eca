import { describe, expect, expectTypeOf, it } from 'vitest'
import { v2Path } from '#shared/schema/v2/client.ts'
import type { V2Request, V2Result, V2Values } from '#shared/schema/v2/operations.ts'
import type { TonAddress } from '#shared/ton/address.ts'

describe('v2Path', () => {
  it('encodes special characters and omits undefined fields', () => {
    const hash = 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM='
    expect(v2Path('getTransactions', { address: '0:ab', lt: '5', hash, limit: undefined })).toBe(
      '/api/v2/getTransactions?address=0%3Aab&lt=5&hash=CPUE4WXeEJT%2BDwz1fY%2FrkreWvYnsOt3I44i1G5ojJPM%3D',
    )
  })

  it('repeats lists and supports operations without parameters', () => {
    expect(v2Path('getLibraries', { libraries: ['a', 'b'] })).toBe(
      '/api/v2/getLibraries?libraries=a&libraries=b',
    )
    expect(v2Path('getMasterchainInfo', {})).toBe('/api/v2/getMasterchainInfo')
  })
})

describe('the types that follow from an operation', () => {
  it('require the required parameters of clients', () => {
    expectTypeOf<V2Request<'getShards'>>().toExtend<{ readonly seqno: number | string }>()
    expectTypeOf<{ seqno: 860 }>().toExtend<V2Request<'getShards'>>()
    expectTypeOf<Record<never, never>>().not.toExtend<V2Request<'getShards'>>()
    expectTypeOf<{ address: 'x' }>().toExtend<V2Request<'getTransactions'>>()
  })

  it('type the values of handlers', () => {
    expectTypeOf<V2Values<'getTransactions'>>().toEqualTypeOf<{
      readonly address: TonAddress
      readonly limit: number
      readonly lt: bigint | undefined
      readonly hash: Uint8Array | undefined
      readonly to_lt: bigint
      readonly archival: boolean | undefined
    }>()
  })

  it('type the result', () => {
    expectTypeOf<V2Result<'getAddressBalance'>>().toEqualTypeOf<string>()
    expectTypeOf<V2Result<'getAddressState'>>().toEqualTypeOf<'uninitialized' | 'active' | 'frozen'>()
  })
})
