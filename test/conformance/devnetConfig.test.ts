import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { readConfigParam } from '../../src-main/chain/config/configCodecs.ts'
import { configEntries, configParam } from '../../src-main/chain/config/configParams.ts'
import { buildDevnetConfig, MAINNET_VALUES } from '../../src-main/devnet/zeroState/configuration.ts'
import { executorConfig } from '../../src-main/tvm/executorConfig.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

/** Parameters whose values are a network's own: accounts, version, workchains, validators, extra currencies. */
const OWN: readonly number[] = [2, 7, 8, 12, 16, 19, 28, 31, 32, 34, 43]
/** Set by the scenario, which deploys a root of DNS. */
const DNS_ROOT = 4

describe.skipIf(!hasShared)(`the devnet's configuration (${NEEDS_SHARED})`, () => {
  const hash = Buffer.alloc(32, 1)
  const devnet = buildDevnetConfig({
    globalId: -777,
    genesisTime: 1_800_000_000,
    validatorKey: hash,
    minter: hash,
    basechainZeroState: { rootHash: hash, fileHash: hash },
  })
  const mainnet = () => {
    const text = readFileSync(`${SHARED}networks/mainnet-config-84773657.boc.base64`, 'utf8')
    return parseBocRoot(Buffer.from(text, 'base64'))
  }

  it('has every parameter of mainnet, cell by cell but for those of its own', () => {
    const expected = [...configEntries(mainnet())].filter(({ id }) => id !== DNS_ROOT)
    expect([...configEntries(devnet)].map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    for (const { id, value } of expected) {
      if (OWN.includes(id)) continue
      expect(configParam(devnet, id)?.hash().toString('hex'), `parameter ${id}`).toBe(
        value.hash().toString('hex'),
      )
    }
  })

  it("equals mainnet's where it claims so, and has the limits of parameter 43 that every release reads", () => {
    for (const [id, value] of Object.entries(MAINNET_VALUES)) {
      expect(
        readConfigParam(mainnet(), Number(id) as keyof typeof MAINNET_VALUES),
        `parameter ${id}`,
      ).toEqual(value)
    }
    expect(executorConfig(devnet)).toBe(devnet)
    const sizes = readConfigParam(devnet, 43)
    expect(sizes).toEqual({ ...MAINNET_VALUES[43], v2: undefined })
  })
})
