import { describe, expect, it } from 'vitest'
import { parseAddress, type TonAddress } from '#shared/ton/address.ts'
import { parseHash } from '#shared/ton/hash.ts'
import { createV2Api } from '../../../../src-main/api/v2/api.ts'
import { fakeNetwork } from './fakeSession.ts'

const api = createV2Api({ network: fakeNetwork({}).network })
const values = (text: string) => ({ address: parseAddress(text) as TonAddress })

const RAW = '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'
const FRIENDLY = 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2'
const TEST_NON_BOUNCEABLE = '0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC'
const FAR = `1000:${'11'.repeat(32)}`

describe('detectAddress', () => {
  it('returns every form of an address (compatibility-v2 §9.1)', async () => {
    expect(await api.call('detectAddress', values(FRIENDLY)).result).toEqual({
      '@type': 'ext.utils.detectedAddress',
      raw_form: RAW,
      bounceable: {
        '@type': 'ext.utils.detectedAddressVariant',
        b64: 'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2',
        b64url: 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
      },
      non_bounceable: {
        '@type': 'ext.utils.detectedAddressVariant',
        b64: 'UQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p9dz',
        b64url: 'UQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p9dz',
      },
      given_type: 'friendly_bounceable',
      test_only: false,
    })
  })

  it('keeps the test flag in both variants and names the given form', async () => {
    const detected = await api.call('detectAddress', values(TEST_NON_BOUNCEABLE)).result
    expect(detected).toMatchObject({ given_type: 'friendly_non_bounceable', test_only: true })
    expect(detected.bounceable.b64url).toBe('kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH')
    expect((await api.call('detectAddress', values(RAW)).result).given_type).toBe('raw_form')
  })

  it('has no friendly form for a far workchain', async () => {
    expect((await api.call('detectAddress', values(FAR)).result).bounceable).toMatchObject({
      b64: '',
      b64url: '',
    })
  })
})

describe('packAddress', () => {
  it('returns a bounceable form for a raw address and keeps the flags of a friendly one', async () => {
    expect(await api.call('packAddress', values(RAW)).result).toBe(
      FRIENDLY.replace('+/', '-_').replace('/', '_'),
    )
    expect(await api.call('packAddress', values(TEST_NON_BOUNCEABLE)).result).toBe(TEST_NON_BOUNCEABLE)
  })

  it('returns an empty text for a workchain without a friendly form, as the reference does', async () => {
    expect(await api.call('packAddress', values(FAR)).result).toBe('')
    for (const workchain of [128, -129]) {
      const raw = `${workchain}:${'ab'.repeat(32)}`
      expect(await api.call('packAddress', values(raw)).result).toBe('')
    }
  })
})

describe('unpackAddress', () => {
  it('returns the raw form in upper case', async () => {
    expect(await api.call('unpackAddress', values(FRIENDLY)).result).toBe(RAW.toUpperCase())
  })
})

describe('detectHash', () => {
  it('returns every form of a hash (compatibility-v2 §9.2)', async () => {
    const hex = '08f504e165de1094fe0f0cf57d8feb92b796bd89ec3addc8e388b51b9a2324f3'
    expect(await api.call('detectHash', { hash: parseHash(hex) as Uint8Array }).result).toEqual({
      '@type': 'ext.utils.detectedHash',
      b64: 'CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM=',
      b64url: 'CPUE4WXeEJT-Dwz1fY_rkreWvYnsOt3I44i1G5ojJPM',
      hex,
    })
  })
})
