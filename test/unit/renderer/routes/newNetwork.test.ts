import { describe, expect, it } from 'vitest'
import {
  configFault,
  configUrlFault,
  networkNameFault,
} from '../../../../src-renderer/routes/networks/newNetwork.ts'

describe('the form of a new network', () => {
  it('names what is wrong with a name', () => {
    expect(networkNameFault('my-net', ['testnet'])).toBeUndefined()
    expect(networkNameFault('testnet', ['testnet'])).toMatch(/already/)
    for (const name of ['My', '-a', 'a/b', '..', 'a b', 'x'.repeat(33)]) {
      expect(networkNameFault(name, []), name).toMatch(/^Lower-case letters/)
    }
  })

  it('names what is wrong with a config or its URL', () => {
    expect(configFault('{ "liteservers": [{}] }')).toBeUndefined()
    expect(configFault('{')).toMatch(/^Not JSON/)
    for (const text of ['null', '[]', '{}', '{ "liteservers": [] }', '5']) {
      expect(configFault(text), text).toMatch(/has none/)
    }
    expect(configUrlFault('https://ton.org/global.config.json')).toBeUndefined()
    for (const url of ['ton.org', 'file:///a', 'javascript:1']) expect(configUrlFault(url), url).toBeDefined()
  })
})
