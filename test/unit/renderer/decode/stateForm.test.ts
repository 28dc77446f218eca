import { describe, expect, it } from 'vitest'
import { bocBase64 } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { dnsRootCode } from '../../../../src-main/devnet/scenario/code/dnsRoot.ts'
import { walletCode } from '../../../../src-main/devnet/scenario/code/wallets.ts'
import { formOfState } from '../../../../src-renderer/decode/stateForm.ts'

const RAW = `0:${'83'.repeat(32)}`

describe('formOfState', () => {
  const formOf = (code: string, testOnly = false) => formOfState(RAW, { code }, testOnly)

  it('returns the non-bounceable form for a wallet and for an account without code', () => {
    expect(formOf(bocBase64(walletCode('v4r2')))).toMatch(/^UQ/)
    expect(formOf('')).toMatch(/^UQ/)
  })

  it('returns the bounceable form for a contract', () => {
    expect(formOf(bocBase64(dnsRootCode()))).toMatch(/^EQ/)
    expect(formOf(bocBase64(dnsRootCode()), true)).toMatch(/^kQ/)
  })

  it('returns undefined for an address without a friendly form', () => {
    expect(formOfState(`300:${'0'.repeat(64)}`, { code: '' }, false)).toBeUndefined()
  })
})
