import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { decodeTonlibContract } from '../../../../src-main/api/v2/tonlibContract.ts'

describe('decodeTonlibContract', () => {
  const data = beginCell().storeUint(11, 32).storeUint(4_000_000_000, 32).storeUint(0, 256).endCell()

  it('reads seqno and an unsigned wallet id', () => {
    expect(decodeTonlibContract('wallet.v3.accountState', data)).toEqual({
      '@type': 'wallet.v3.accountState',
      wallet_id: 4_000_000_000,
      seqno: 11,
    })
    expect(decodeTonlibContract('wallet.v4.accountState', data)?.['@type']).toBe('wallet.v4.accountState')
    expect(decodeTonlibContract('wallet.highload.v1.accountState', data)).toMatchObject({ seqno: 11 })
  })

  it('reads storage that begins with the wallet id', () => {
    expect(decodeTonlibContract('wallet.highload.v2.accountState', data)).toEqual({
      '@type': 'wallet.highload.v2.accountState',
      wallet_id: 11,
    })
    expect(decodeTonlibContract('dns.accountState', data)).toEqual({
      '@type': 'dns.accountState',
      wallet_id: 11,
    })
  })

  it('gives up on storage that is too short', () => {
    const short = beginCell().storeUint(1, 63).endCell()
    expect(decodeTonlibContract('wallet.v3.accountState', short)).toBeUndefined()
  })
})
