import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-main/gateway/gatewayError.ts'
import { listenAddress, originsOf, urlOf } from '../../../src-main/gateway/listenAddress.ts'

describe('listenAddress', () => {
  it.each([
    [undefined, '127.0.0.1', false, [], 'http://127.0.0.1:8081'],
    ['localhost', '127.0.0.1', false, [], 'http://127.0.0.1:8081'],
    ['127.0.0.2', '127.0.0.2', false, ['127.0.0.2'], 'http://127.0.0.2:8081'],
    ['::1', '::1', false, [], 'http://[::1]:8081'],
    ['192.168.1.2', '192.168.1.2', true, ['192.168.1.2'], 'http://192.168.1.2:8081'],
    ['2001:db8::2', '2001:db8::2', true, ['[2001:db8::2]'], 'http://[2001:db8::2]:8081'],
  ])('resolves --host %s to its address, names and URL', (host, address, isPublic, names, url) => {
    const listen = listenAddress({ host })
    expect(listen).toEqual({ address, isPublic, isNamed: false, names })
    expect(urlOf(listen, 8081)).toBe(url)
  })

  it.each(['0.0.0.0', '::'])('allows every address of the machine as host name with --host %s', (host) => {
    const listen = listenAddress({ host, hosts: ['node.lan'] })
    expect(listen).toMatchObject({ isPublic: true, isNamed: true })
    // Loopback addresses are always allowed, with the gateway's port only.
    const others = Object.values(networkInterfaces())
      .flatMap((interfaces) => interfaces ?? [])
      .filter(({ address }) => address !== '127.0.0.1' && address !== '::1')
    expect(listen.names).toEqual([
      'node.lan',
      ...others.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
    ])
    expect(urlOf(listen, 8081)).toBe('http://127.0.0.1:8081')
  })

  it.each(['node.lan', '', '1.2.3', '[::1]'])('rejects %j, which is not an IP address', (host) => {
    expect(() => listenAddress({ host })).toThrow(GatewayError)
    expect(() => listenAddress({ host })).toThrow('--host takes an IP address')
  })

  it('rejects disabled access control on an address that other machines can reach', () => {
    expect(() => listenAddress({ host: '0.0.0.0', keys: false })).toThrow("access control can't be off there")
    expect(listenAddress({ host: '127.0.0.1', keys: false }).isPublic).toBe(false)
  })
})

describe('originsOf', () => {
  it.each([
    ['node.lan', 8081, 'http://node.lan:8081'],
    ['node.lan:9000', 8081, 'http://node.lan:9000'],
    ['[2001:db8::2]', 8081, 'http://[2001:db8::2]:8081'],
    ['node.lan', 80, 'http://node.lan'],
  ])('returns the origin of %s on port %d', (name, port, origin) =>
    expect(originsOf([name], port)).toEqual([origin]),
  )
})
