import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProject, publicConfigs } from '../../../src-main/gateway/project.ts'
import { parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'

/** Root hashes of the public networks' zero states. */
const ZERO_STATES = {
  mainnet: 'F6OpKZKqvqeFp6CQmFomXNMfMj2EnaUSOXN+Mh+wVWk=',
  testnet: 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=',
}

describe('the config', () => {
  it.each(Object.entries(ZERO_STATES))('of %s has servers and its anchor', async (name, rootHash) => {
    const file = join(publicConfigs(findProject()), `${name}.config.json`)
    const { liteservers, zeroState, initBlock } = parseGlobalConfig(await readFile(file, 'utf8'))
    expect(zeroState.rootHash.toString('base64')).toBe(rootHash)
    expect(liteservers.length).toBeGreaterThan(5)
    expect(initBlock.seqno).toBeGreaterThan(0)
  })

  it('of mainnet starts at the key block of the reference’s own test configuration', async () => {
    const file = join(publicConfigs(findProject()), 'mainnet.config.json')
    const { initBlock } = parseGlobalConfig(await readFile(file, 'utf8'))
    expect(initBlock).toEqual({
      workchain: -1,
      shard: 0x8000_0000_0000_0000n,
      seqno: 53_986_204,
      rootHash: Buffer.from('uBltuZIIhio2c9EiCTI9cExzf2UhALUDXvUora+eIPg=', 'base64'),
      fileHash: Buffer.from('JDx4DGuIs+BFo6qhLQnKZmBaYBlKTCeJrO0CgMzjqjQ=', 'base64'),
    })
  })
})
