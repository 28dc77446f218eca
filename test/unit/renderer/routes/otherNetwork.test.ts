import { describe, expect, it } from 'vitest'
import { pathOnNetwork, presentNetwork } from '../../../../src-renderer/layout/networks/otherNetwork.ts'

const entry = (name: string, base: string, kind = 'custom' as 'custom' | 'devnet') => ({ name, base, kind })

describe('pathOnNetwork', () => {
  it('keeps an account with its tab, and pages that every network has', () => {
    const testnet = entry('testnet', '/testnet')
    expect(pathOnNetwork(testnet, '/account/EQ%2B', '?tab=tokens&cursor=5')).toBe(
      '/testnet/account/EQ%2B?tab=tokens',
    )
    expect(pathOnNetwork(testnet, '/account/EQ', '?cursor=5')).toBe('/testnet/account/EQ')
    for (const page of ['/blocks', '/tokens', '/nfts', '/index', '/tools', '/networks', '/liteservers']) {
      expect(pathOnNetwork(testnet, page, '?before=5')).toBe(`/testnet${page}`)
    }
  })

  it('leads to home in place of an object or page that only one chain has', () => {
    const testnet = entry('testnet', '/testnet')
    const own = [
      '/',
      '/block/-1/8000000000000000/5',
      '/trace/00',
      '/transaction/EQ/1/00',
      '/library/00',
      '/faucet',
      '/controls',
      '/account',
      '/%2e%2e',
      '/unknown',
    ]
    expect(own.map((path) => pathOnNetwork(testnet, path, ''))).toEqual(own.map(() => '/testnet/'))
    expect(pathOnNetwork(entry('devnet', '', 'devnet'), '/faucet', '')).toBe('/faucet')
  })

  it('has no base for the default network', () => {
    expect(pathOnNetwork(entry('mainnet', ''), '/trace/00', '')).toBe('/')
    expect(pathOnNetwork(entry('mainnet', ''), '/account/EQ', '')).toBe('/account/EQ')
  })
})

describe('presentNetwork', () => {
  it('finds the network of a base, the default one also by its name', () => {
    const networks = [entry('devnet', ''), entry('testnet', '/testnet')]
    expect(presentNetwork(networks, '')?.name).toBe('devnet')
    expect(presentNetwork(networks, '/devnet')?.name).toBe('devnet')
    expect(presentNetwork(networks, '/testnet')?.name).toBe('testnet')
    expect(presentNetwork(networks, '/gone')).toBeUndefined()
  })
})
