import { describe, expect, it } from 'vitest'
import {
  formatGlobalConfig,
  type GlobalConfig,
  GlobalConfigError,
  parseGlobalConfig,
} from '../../../src-main/liteserver/globalConfig.ts'

const block = (seqno: number, byte: number) => ({
  workchain: -1,
  shard: 0x8000_0000_0000_0000n,
  seqno,
  rootHash: Buffer.alloc(32, byte),
  fileHash: Buffer.alloc(32, byte + 1),
})

const config: GlobalConfig = {
  liteservers: [
    { host: '127.0.0.1', port: 8001, publicKey: Buffer.alloc(32, 7) },
    { host: '185.86.79.9', port: 4701, publicKey: Buffer.alloc(32, 8) },
  ],
  zeroState: block(0, 1),
  initBlock: block(43792209, 3),
  hardforks: [block(8536841, 5)],
}

describe('formatGlobalConfig', () => {
  it('writes addresses and shards as the bare signed integers that other tools expect', () => {
    const text = formatGlobalConfig(config)
    expect(text).toContain('"ip": 2130706433,')
    expect(text).toContain('"ip": -1185526007,')
    expect(text).toContain('"shard": -9223372036854775808,')
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'config.global',
      liteservers: [
        { port: 8001, id: { '@type': 'pub.ed25519', key: Buffer.alloc(32, 7).toString('base64') } },
        {},
      ],
      validator: { '@type': 'validator.config.global', init_block: { workchain: -1, seqno: 43792209 } },
    })
    expect(parseGlobalConfig(text)).toEqual(config)
  })

  it('rejects names instead of IPv4 addresses', () => {
    const named = { ...config, liteservers: [{ ...config.liteservers[0]!, host: 'localhost' }] }
    expect(() => formatGlobalConfig(named)).toThrow(/localhost is no IPv4 address/)
  })
})

describe('parseGlobalConfig', () => {
  const text = formatGlobalConfig(config)

  it('keeps all digits of a shard in any notation', () => {
    for (const shard of ['-9223372036854775808', '9223372036854775808', '"-9223372036854775808"']) {
      const variant = text.replaceAll('"shard": -9223372036854775808', `"shard": ${shard}`)
      expect(parseGlobalConfig(variant).zeroState.shard).toBe(0x8000_0000_0000_0000n)
    }
    const small = text.replaceAll('-9223372036854775808', '4611686018427387904')
    expect(parseGlobalConfig(small).initBlock.shard).toBe(0x4000_0000_0000_0000n)
  })

  it('uses the zero state for a missing init_block and empty lists for missing ones', () => {
    const { validator } = JSON.parse(text)
    const parsed = parseGlobalConfig(JSON.stringify({ validator: { zero_state: validator.zero_state } }))
    expect(parsed.initBlock).toEqual(parsed.zeroState)
    expect([parsed.liteservers, parsed.hardforks]).toEqual([[], []])
  })

  it.each([
    ['{', 'global config is not JSON'],
    ['[]', 'global config is not an object'],
    ['{}', 'global config: validator is not an object'],
    [text.replace('"port": 8001', '"port": 0'), 'global config: liteservers.0.port is not a port'],
    [text.replace('"port": 4701', '"port": "x"'), 'global config: liteservers.1.port is not an integer'],
    [text.replace('"ip": 2130706433', '"ip": 1.5'), 'global config: liteservers.0.ip is not an integer'],
    [
      text.replace('"shard": -9223372036854775808', '"shard": 1.5'),
      'global config: validator.zero_state.shard is not an integer',
    ],
    [
      text.replace(/"key": "[^"]*"/, '"key": "AAAA"'),
      'global config: liteservers.0.id.key is not 32 bytes in base64',
    ],
    [
      text.replace('"liteservers": [', '"liteservers": 5, "x": ['),
      'global config: liteservers is not a list',
    ],
  ])('names the faulty field (case %#)', (input, message) => {
    expect(() => parseGlobalConfig(input)).toThrow(message)
    expect(() => parseGlobalConfig(input)).toThrow(GlobalConfigError)
  })
})
