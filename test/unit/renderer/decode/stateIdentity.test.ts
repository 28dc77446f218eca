import { describe, expect, it } from 'vitest'
import { bocBase64 } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { dnsRootCode } from '../../../../src-main/devnet/scenario/code/dnsRoot.ts'
import { walletCode } from '../../../../src-main/devnet/scenario/code/wallets.ts'
import { identityOfState } from '../../../../src-renderer/decode/stateIdentity.ts'

const RAW = `0:${'83'.repeat(32)}`

describe('identityOfState', () => {
  const formOf = (code: string, testOnly = false) => identityOfState(RAW, { code }, testOnly).friendly

  it('gives a wallet, and an account without code, the form that is not bounceable', () => {
    expect(formOf(bocBase64(walletCode('v4r2')))).toMatch(/^UQ/)
    expect(formOf('')).toMatch(/^UQ/)
  })

  it('gives a contract the bounceable form', () => {
    expect(formOf(bocBase64(dnsRootCode()))).toMatch(/^EQ/)
    expect(formOf(bocBase64(dnsRootCode()), true)).toMatch(/^kQ/)
  })

  it('gives an address without a friendly form none', () => {
    expect(identityOfState(`300:${'0'.repeat(64)}`, { code: '' }, false).friendly).toBeUndefined()
  })
})
