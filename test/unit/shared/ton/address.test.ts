import { Address } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatFriendlyAddress,
  formatRawAddress,
  hasFriendlyForm,
  normalizeAddress,
  parseAddress,
  readAddress,
  sameAddress,
  type TonAddress,
} from '#shared/ton/address.ts'

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const BOUNCEABLE = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'
const NON_BOUNCEABLE = 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI'
const TEST_BOUNCEABLE = 'kQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqKYH'
const TEST_NON_BOUNCEABLE = '0QCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqPvC'

function address(text: string): TonAddress {
  const parsed = parseAddress(text)
  if (!parsed) throw new Error(`no address: ${text}`)
  return parsed
}

describe('readAddress', () => {
  it('reads one account from every form', () => {
    const hash = address(RAW).hash
    expect(address(RAW)).toEqual({ workchain: 0, hash })
    expect(address(RAW.toUpperCase())).toEqual({ workchain: 0, hash })
    expect(address(BOUNCEABLE)).toEqual({ workchain: 0, hash, bounceable: true, testOnly: false })
    expect(address(NON_BOUNCEABLE)).toEqual({ workchain: 0, hash, bounceable: false, testOnly: false })
    expect(address(TEST_BOUNCEABLE)).toEqual({ workchain: 0, hash, bounceable: true, testOnly: true })
    expect(address(TEST_NON_BOUNCEABLE)).toEqual({ workchain: 0, hash, bounceable: false, testOnly: true })
  })

  it('reads both base64 alphabets, also mixed', () => {
    const raw = '0:ed1691307050047117b998b561d8de82d31fbf84910ced6eb5fc92e7485ef8a7'
    for (const text of [
      'EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2',
      'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
      'EQDtFpEwcFAEcRe5mLVh2N6C0x+_hJEM7W61/JLnSF74p4q2',
    ]) {
      expect(formatRawAddress(address(text))).toBe(raw)
    }
  })

  it('reads a raw address of any 32-bit workchain written in at most ten characters', () => {
    const hash = '0'.repeat(64)
    expect(address(`-1:${hash}`).workchain).toBe(-1)
    expect(address(`1000:${hash}`).workchain).toBe(1000)
    expect(address(`2147483647:${hash}`).workchain).toBe(2147483647)
    for (const workchain of [
      '2147483648',
      '-2147483648',
      '99999999999',
      '',
      '-',
      '+1',
      '00',
      '-0',
      '1.0',
      'x',
    ]) {
      expect(readAddress(`${workchain}:${hash}`)).toEqual({ kind: 'fault', fault: 'workchain' })
    }
  })

  it('names the fault', () => {
    const faults = {
      '': 'empty',
      bad: 'form',
      [RAW.slice(2)]: 'form',
      [`${BOUNCEABLE}A`]: 'form',
      '0:11': 'hash',
      [`${RAW}0`]: 'hash',
      [RAW.replace('8', 'g')]: 'hash',
      [BOUNCEABLE.replace('D', '*')]: 'alphabet',
      [`${BOUNCEABLE.slice(0, 47)}=`]: 'alphabet',
      [BOUNCEABLE.replace('D', 'E')]: 'checksum',
      kQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZhyJ: 'checksum',
    }
    for (const [text, fault] of Object.entries(faults)) {
      expect([text, readAddress(text)]).toEqual([text, { kind: 'fault', fault }])
    }
  })

  it('rejects a tag that is not one of the four', () => {
    // 36 zero bytes have a right checksum (CRC16-XMODEM of zeros is 0) and tag 0.
    expect(readAddress('A'.repeat(48))).toEqual({ kind: 'fault', fault: 'tag' })
  })

  it('never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ minLength: 48, maxLength: 48 })), (text) => {
        expect(['address', 'fault']).toContain(readAddress(text).kind)
      }),
    )
  })
})

describe('formatFriendlyAddress', () => {
  it('keeps the flags of the address unless options override them', () => {
    expect(formatFriendlyAddress(address(RAW))).toBe(BOUNCEABLE)
    expect(formatFriendlyAddress(address(TEST_NON_BOUNCEABLE))).toBe(TEST_NON_BOUNCEABLE)
    expect(formatFriendlyAddress(address(TEST_BOUNCEABLE), { testOnly: false })).toBe(BOUNCEABLE)
    expect(formatFriendlyAddress(address(RAW), { bounceable: false, testOnly: true })).toBe(
      TEST_NON_BOUNCEABLE,
    )
  })

  it('returns an empty text for a workchain beyond eight bits', () => {
    const far = address(`1000:${'0'.repeat(64)}`)
    expect(hasFriendlyForm(far)).toBe(false)
    expect(formatFriendlyAddress(far)).toBe('')
  })

  it('agrees with @ton/core for any account and flags', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -128, max: 127 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (workchain, hash, bounceable, testOnly, urlSafe) => {
          const alphabet = urlSafe ? 'url' : 'standard'
          const text = formatFriendlyAddress({ workchain, hash }, { bounceable, testOnly, alphabet })
          const core = new Address(workchain, Buffer.from(hash))
          expect(text).toBe(core.toString({ bounceable, testOnly, urlSafe }))
          expect(parseAddress(text)).toEqual({ workchain, hash, bounceable, testOnly })
          expect(sameAddress(address(text), address(core.toRawString()))).toBe(true)
        },
      ),
    )
  })
})

describe('normalizeAddress', () => {
  it('keeps the form: raw in upper case, friendly url-safe with its flags', () => {
    expect(normalizeAddress(address(RAW))).toBe(RAW.toUpperCase())
    expect(normalizeAddress(address(TEST_BOUNCEABLE))).toBe(TEST_BOUNCEABLE)
    expect(normalizeAddress(address('EQDtFpEwcFAEcRe5mLVh2N6C0x+/hJEM7W61/JLnSF74p4q2'))).toBe(
      'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2',
    )
  })
})

describe('sameAddress', () => {
  it('distinguishes the masterchain and basechain accounts of one hash', () => {
    expect(sameAddress(address(RAW), address(`-1${RAW.slice(1)}`))).toBe(false)
  })
})
