import { readFileSync } from 'node:fs'
import type { Address } from '@ton/core'
import { loadConfigParamsAsSlice, parseFullConfig, parseFullerConfig } from '@ton/ton'
import { describe, expect, it } from 'vitest'
import { bocBase64 } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { validatorNodeId } from '../../../../src-main/chain/config/validatorSet.ts'
import { buildDevnetConfig } from '../../../../src-main/devnet/zeroState/configuration.ts'
import { hasShared, NEEDS_SHARED, SHARED } from '../../../conformance/sharedData.ts'

const KEY = Buffer.alloc(32, 1)
const GENESIS = 1_800_000_000

/** What Blueprint's getConfig returns of `getConfigAll`. */
const parse = (base64: string) => parseFullConfig(loadConfigParamsAsSlice(base64))

describe("the configuration in @ton/ton's parseFullConfig", () => {
  const devnet = bocBase64(
    buildDevnetConfig({
      globalId: -777,
      genesisTime: GENESIS,
      validatorKey: KEY,
      minter: KEY,
      basechainZeroState: { rootHash: KEY, fileHash: KEY },
    }),
  )

  it("is a devnet's whole one", () => {
    const config = parse(devnet)
    expect(config).toMatchObject({
      burningConfig: { feeBurnNominator: 1, feeBurnDenominator: 2 },
      gasPrices: { workchain: { flatGasPrice: 6_667n, other: { gasPrice: 4_369_067n } } },
      msgPrices: { workchain: { lumpPrice: 66_667n } },
      storagePrices: [{ utime_since: 0 }, { utime_since: 1_777_500_000 }],
      bridges: { polygon: null },
    })
    const { prevValidators, currentValidators, nextValidators } = config.validatorSets
    expect([prevValidators?.timeUntil, currentValidators?.timeSince, nextValidators]).toEqual([
      GENESIS,
      GENESIS,
      null,
    ])
    for (const set of [prevValidators, currentValidators]) {
      expect(set?.list?.values()).toEqual([{ publicKey: KEY, weight: 1n, adnlAddress: validatorNodeId(KEY) }])
    }
    expect(config.bridges.ethereum?.bridgeAddress.toRawString()).toBe(
      '-1:dd24c4a1f2b88f8b7053513b5cc6c5a31bc44b2a72dcb4d8c0338af0f0d37ec5',
    )
    const all = parseFullerConfig(loadConfigParamsAsSlice(devnet))
    expect(all.suspended?.suspendedUntil).toBe(1_803_189_600)
    expect(all.tokenBridges).toBeDefined()
  })

  it.skipIf(!hasShared)(`is mainnet's of August 2026 with the same prices (${NEEDS_SHARED})`, () => {
    const text = readFileSync(`${SHARED}networks/mainnet-config-84773657.boc.base64`, 'utf8').trim()
    const [ours, mainnet] = [parse(devnet), parse(text)]
    for (const name of ['storagePrices', 'gasPrices', 'msgPrices', 'voting', 'consensus'] as const) {
      expect(ours[name], name).toEqual(mainnet[name])
    }
    expect(ours.burningConfig?.blackholeAddr?.equals(mainnet.burningConfig?.blackholeAddr as Address)).toBe(
      true,
    )
    expect(mainnet.validatorSets.currentValidators?.total).toBeGreaterThan(300)
  })
})
