import { describe, expect, it } from 'vitest'
import { createAddressPolicy, isPublicAddress } from '../../../src-main/metadata/addressPolicy.ts'

const PRIVATE: readonly (readonly [kind: string, address: string])[] = [
  ['"this" network', '0.0.0.0'],
  ['"this" network', '0.1.2.3'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['shared (CGNAT)', '100.64.0.1'],
  ['shared (CGNAT)', '100.127.255.255'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['link-local, cloud metadata', '169.254.169.254'],
  ['protocol assignments', '192.0.0.8'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.7'],
  ['documentation', '203.0.113.9'],
  ['benchmarking', '198.18.0.1'],
  ['6to4 relay', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.250'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback', '::1'],
  ['IPv4-compatible', '::127.0.0.1'],
  ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
  ['IPv4-mapped loopback in hex', '::ffff:7f00:1'],
  ['IPv4-mapped public', '::ffff:8.8.8.8'],
  ['IPv4-translated', '::ffff:0:7f00:1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::1'],
  ['discard', '100::1'],
  ['Teredo', '2001::1'],
  ['6to4', '2002:7f00:1::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['unassigned', '4000::1'],
  ['segment routing', '5f00::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['octal', '0177.0.0.1'],
  ['decimal', '2130706433'],
  ['hexadecimal', '0x7f.0.0.1'],
  ['not an address', 'localhost'],
  ['empty', ''],
]

const PUBLIC = ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::1']

/** Texts that all mean 127.0.0.1 or another private address in a URL. */
const PRIVATE_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://①②⑦.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fd00::1]/',
  'http://0/',
]

const refused = expect.objectContaining({ code: 'forbidden-address' })

describe('a public address', () => {
  it.each(PRIVATE)('is not %s (%s)', (_, address) => expect(isPublicAddress(address)).toBe(false))
  it.each(PUBLIC)('is %s', (address) => expect(isPublicAddress(address)).toBe(true))
})

describe('the address policy', () => {
  it.each(PRIVATE_URLS)('refuses %s without a setting', (url) => {
    expect(() => createAddressPolicy().checkUrl(new URL(url))).toThrow(refused)
  })

  it('leaves names to the check after resolution', () => {
    const policy = createAddressPolicy()
    policy.checkUrl(new URL('https://localhost/'))
    expect(() => policy.checkAddress('localhost', 443, '127.0.0.1')).toThrow(refused)
    policy.checkAddress('example.org', 443, '1.1.1.1')
  })

  it('allows ports 80, 443 and from 1024 on of public servers', () => {
    const policy = createAddressPolicy()
    for (const port of [80, 443, 1024, 8080, 8443]) policy.checkAddress('example.org', port, '1.1.1.1')
    for (const port of [1, 22, 25, 53, 631]) {
      expect(() => policy.checkAddress('example.org', port, '1.1.1.1')).toThrow(refused)
    }
  })

  it('allows the servers of a setting, and no others', () => {
    const policy = createAddressPolicy([
      '127.0.0.1:9000',
      'nas.local:25',
      '10.0.0.0/8',
      '[::1]:9001',
      'fd00::/8',
    ])
    policy.checkUrl(new URL('http://127.0.0.1:9000/a'))
    policy.checkAddress('127.0.0.1', 9000, '127.0.0.1')
    policy.checkAddress('nas.local', 25, '192.168.0.9')
    policy.checkAddress('any.org', 25, '10.1.2.3')
    policy.checkAddress('any.org', 80, 'fd00::1')
    policy.checkUrl(new URL('http://[::1]:9001/'))
    for (const [hostname, port, address] of [
      ['127.0.0.1', 9001, '127.0.0.1'],
      ['other.local', 25, '192.168.0.9'],
      ['nas.local', 26, '192.168.0.9'],
      ['any.org', 80, 'not an address'],
      ['any.org', 80, '192.168.0.1'],
      ['[::1]', 80, '::1'],
    ] as const) {
      expect(() => policy.checkAddress(hostname, port, address)).toThrow(refused)
    }
  })

  it.each(['', '127.0.0.1', 'example.org', 'http://a:80', 'user@a:80', '10.0.0.0/99', 'a/b:80'])(
    'rejects %j as a setting',
    (entry) => {
      expect(() => createAddressPolicy([entry])).toThrow(expect.objectContaining({ code: 'bad-url' }))
    },
  )
})
