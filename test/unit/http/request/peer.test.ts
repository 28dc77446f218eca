import { describe, expect, it } from 'vitest'
import { addressGroup, isLoopbackAddress } from '../../../../src-main/http/request/peer.ts'

describe('isLoopbackAddress', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('returns true for %s', (address) => {
    expect(isLoopbackAddress(address)).toBe(true)
  })
  it.each(['192.168.1.127', '::', '0.0.0.0', '::1:2', '::ffff:10.0.0.1', '1127.0.0.1', '2001:db8::1'])(
    'returns false for %s',
    (address) => expect(isLoopbackAddress(address)).toBe(false),
  )
})

describe('addressGroup', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8::3:4:5:6', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('maps %s to %s', (address, group) => expect(addressGroup(address)).toBe(group))
})
