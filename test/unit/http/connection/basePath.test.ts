import { describe, expect, it } from 'vitest'
import { splitBase } from '../../../../src-main/http/connection/basePath.ts'

const isNetwork = (name: string) => name === 'testnet' || name === 'sample'

describe('splitBase', () => {
  it.each([
    ['/testnet', '/'],
    ['/testnet/', '/'],
    ['/testnet?a=1', '/?a=1'],
    ['/testnet/api/v2/getMasterchainInfo?x=/sample/', '/api/v2/getMasterchainInfo?x=/sample/'],
    ['/testnet/testnet/api', '/testnet/api'],
    ['/testnet//api', '//api'],
    ['/testnet/../sample/api', '/../sample/api'],
    ['http://127.0.0.1:8081/testnet/api', 'http://127.0.0.1:8081/api'],
    ['http://127.0.0.1:8081/testnet', 'http://127.0.0.1:8081/'],
  ])('removes the base of %s', (target, rest) => {
    expect(splitBase(target, isNetwork)).toEqual({ network: 'testnet', target: rest })
  })

  it.each([
    '/',
    '',
    '*',
    '/api/v2/testnet',
    '//testnet/api',
    '/Testnet/api',
    '/%74estnet/api',
    '/testnet%2fapi',
    '/testnet;/api',
    '/testnet\\api',
    '/./testnet/api',
    '/x/../testnet/api',
    'testnet/api',
    'http://testnet/api',
    'http://127.0.0.1',
  ])('leaves %s as it is', (target) => {
    expect(splitBase(target, isNetwork)).toBeUndefined()
  })
})
