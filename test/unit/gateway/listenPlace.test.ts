import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { GatewayError } from '../../../src-main/gateway/gatewayError.ts'
import { listenPlace, originsOf, urlOf } from '../../../src-main/gateway/listenPlace.ts'

describe('listenPlace', () => {
  it.each([
    [undefined, '127.0.0.1', false, [], 'http://127.0.0.1:8081'],
    ['localhost', '127.0.0.1', false, [], 'http://127.0.0.1:8081'],
    ['127.0.0.2', '127.0.0.2', false, ['127.0.0.2'], 'http://127.0.0.2:8081'],
    ['::1', '::1', false, [], 'http://[::1]:8081'],
    ['192.168.1.2', '192.168.1.2', true, ['192.168.1.2'], 'http://192.168.1.2:8081'],
    ['2001:db8::2', '2001:db8::2', true, ['[2001:db8::2]'], 'http://[2001:db8::2]:8081'],
  ])('--host %s', (host, address, isOpen, names, url) => {
    const place = listenPlace({ host })
    expect(place).toEqual({ address, isOpen, isNamed: false, names })
    expect(urlOf(place, 8081)).toBe(url)
  })

  it.each(['0.0.0.0', '::'])('--host %s can be asked for by every address of the machine', (host) => {
    const place = listenPlace({ host, hosts: ['node.lan'] })
    expect(place).toMatchObject({ isOpen: true, isNamed: true })
    // Those of loopback are names anyway, and with our port alone.
    const others = Object.values(networkInterfaces())
      .flatMap((interfaces) => interfaces ?? [])
      .filter(({ address }) => address !== '127.0.0.1' && address !== '::1')
    expect(place.names).toEqual([
      'node.lan',
      ...others.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
    ])
    expect(urlOf(place, 8081)).toBe('http://127.0.0.1:8081')
  })

  it.each(['node.lan', '', '1.2.3', '[::1]'])('takes no %j', (host) => {
    expect(() => listenPlace({ host })).toThrow(GatewayError)
    expect(() => listenPlace({ host })).toThrow('--host takes an IP address')
  })

  it('does not switch access control off where others can reach it', () => {
    expect(() => listenPlace({ host: '0.0.0.0', keys: false })).toThrow("access control can't be off there")
    expect(listenPlace({ host: '127.0.0.1', keys: false }).isOpen).toBe(false)
  })
})

describe('originsOf', () => {
  it.each([
    ['node.lan', 8081, 'http://node.lan:8081'],
    ['node.lan:9000', 8081, 'http://node.lan:9000'],
    ['[2001:db8::2]', 8081, 'http://[2001:db8::2]:8081'],
    ['node.lan', 80, 'http://node.lan'],
  ])('%s with %d', (name, port, origin) => expect(originsOf([name], port)).toEqual([origin]))
})
