import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatFriendlyAddress } from '#shared/ton/address.ts'
import { base64ToBytes, bytesToBase64, bytesToHex } from '#shared/ton/base64.ts'
import { keepSlashes, keepSlashesOfLocation } from '../../../../src-renderer/routes/keepSlashes.ts'
import { readQuery } from '../../../../src-renderer/search/readQuery.ts'

const ACCOUNT = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
const INNER = 'CPUE4WXeEJT+Dwz1fY//kreWvYnsOt3I44i1G5ojJPM='
const LEADING = '///+Zd4QlP4PDPV9j+uSt5a9iew63cjjiLUbmiMk//8='
const SINGLE = '/PUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJP8='
const HASHES = [INNER, LEADING, SINGLE]

/** Returns the path that the router makes of a path: without repeated slashes and the last one, decoded. */
function routed(href: string): string {
  const path = href.replace(/[?#].*/, '').replace(/\/{2,}/g, '/')
  return decodeURI(path.replace(/(?<=.)\/$/, ''))
}

const hexOf = (hash: string) => bytesToHex(base64ToBytes(hash, 'mixed') ?? new Uint8Array())
const readPath = (href: string) => readQuery(routed(keepSlashes(href)))[0]

/** Returns an address in base64 whose last character is a slash. */
function addressWithLastSlash(): string {
  const hash = new Uint8Array(32)
  for (let i = 0; i < 10_000; i++) {
    new DataView(hash.buffer).setUint32(0, i)
    const written = formatFriendlyAddress({ workchain: 0, hash }, { alphabet: 'standard' })
    if (written.endsWith('/')) return written
  }
  throw new Error('no such address')
}

describe('keepSlashes', () => {
  it('keeps repeated and leading slashes of a hash in base64 in each form of an old link', () => {
    for (const hash of HASHES) {
      for (const path of [
        `/tx/${hash}`,
        `/transaction/${hash}`,
        `/trace/${hash}`,
        `/tx/${hash}/`,
        `/tx/${hash.slice(0, -1)}`,
        `/tx//${hash}`,
        `/en/tx/${hash}?tab=raw`,
        `/${hash}`,
        `/tx/${encodeURIComponent(hash)}`,
        `/tx/${hash.replaceAll('=', '%3D').replaceAll('+', '%2B')}`,
        `/tx/${hash.replace('/', '%2f')}`,
      ]) {
        expect(readPath(path), path).toEqual({ kind: 'hash', hash: hexOf(hash) })
      }
    }
  })

  it('keeps the slashes of a hash after an account and a logical time', () => {
    for (const hash of HASHES) {
      for (const path of [
        `/transaction/${ACCOUNT}/77000003/${hash}`,
        `/tx/${ACCOUNT}/77000003/${encodeURIComponent(hash)}`,
        `/tx/${ACCOUNT}:77000003:${hash}`,
      ]) {
        const reading = { kind: 'transaction', address: ACCOUNT, lt: '77000003', hash: hexOf(hash) }
        expect(readPath(path), path).toEqual(reading)
      }
      const bare = { kind: 'transaction', lt: '77000003', hash: hexOf(hash) }
      expect(readPath(`/tx/77000003:${hash}`)).toEqual(bare)
    }
  })

  it('keeps the last slash of an address in base64', () => {
    const address = addressWithLastSlash()
    const reading = { kind: 'account', address: address.replaceAll('+', '-').replaceAll('/', '_') }
    expect(readPath(`/address/${address}`)).toEqual(reading)
    expect(readPath(`/account/${address}/`)).toEqual(reading)
  })

  it('reads every hash like its hexadecimal form', () => {
    // Six one bits are a slash.
    const byte = fc.oneof(fc.constant(255), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(byte, { minLength: 32, maxLength: 32 }), (bytes) => {
        const raw = Uint8Array.from(bytes)
        expect(readPath(`/tx/${bytesToBase64(raw)}`)).toEqual({ kind: 'hash', hash: bytesToHex(raw) })
      }),
      { numRuns: 50 },
    )
  })

  it('returns other paths as they are', () => {
    for (const href of [
      '/',
      '/blocks/',
      '//blocks//',
      '/blocks/#page',
      `/account/${ACCOUNT}/?tab=contract`,
      `/account/${ACCOUNT}//`,
      `/account/0:${'0'.repeat(64)}//`,
      `/trace/${'f'.repeat(64)}//`,
      '/block/-1/8000000000000000/412/',
      `/tx/${INNER.replaceAll('/', '_')}/`,
      `/?hash=${LEADING}`,
      `/#/tx/${LEADING}`,
      '/tx/%E0%A4%A//',
      `/tx/${'/'.repeat(5_000)}`,
    ]) {
      expect(keepSlashes(href), href).toBe(href)
    }
  })
})

describe('keepSlashesOfLocation', () => {
  it('replaces the location on the same origin, with query, fragment and state', () => {
    const replaced: unknown[] = []
    const history = { state: { key: 1 }, replaceState: (...given: unknown[]) => replaced.push(given) }
    const open = (href: string) => {
      const location = new URL(`http://127.0.0.1:8081${href}`)
      keepSlashesOfLocation({ location, history })
    }
    open(`/${SINGLE}?tab=raw#a`)
    open('//example.org/blocks/')
    const path = `/${encodeURIComponent(SINGLE)}`
    expect(replaced).toEqual([[history.state, '', `http://127.0.0.1:8081${path}?tab=raw#a`]])
  })
})
