import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { configParamCell, readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { configParam } from '../../../src-main/chain/config/configParams.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { TransactionExecutor } from '../../../src-main/devnet/executor/transactionExecutor.ts'
import { headConfig } from '../../../src-main/devnet/runtime/chainReads.ts'
import { MAINNET_VALUES } from '../../../src-main/devnet/zeroState/configuration.ts'
import { executorConfig } from '../../../src-main/tvm/executorConfig.ts'
import { PRICES_OF_2025, unpackPricesOf2025 } from '../../fixtures/devnet/pricesOf2025.ts'
import { changeParameter } from './changeParameter.ts'
import { checkBlock } from './checkBlock.ts'
import { TestWallet } from './wallet.ts'

it('a devnet that was created with the prices of 2025 keeps them, and runs with a longer parameter 43', async () => {
  const { seed, genesisTime, head } = PRICES_OF_2025
  const dir = mkdtempSync(join(tmpdir(), 'devnet-earlier-'))
  unpackPricesOf2025(dir)
  const time = { now: genesisTime + 10 }
  const devnet = await Devnet.create({ seed, genesisTime, dir, clock: () => time.now })
  try {
    expect(devnet.store.head().rootHash.toString('hex')).toBe(head)
    const giver = TestWallet.giver(devnet.keys.giver)
    const gift = { to: TestWallet.basechain(0).address, amount: 1_000_000_000n }
    await devnet.send(giver.message([gift], { now: time.now }))
    const executor = await TransactionExecutor.create()
    for (let made = 0; made < 3; made++) {
      time.now++
      const { masterchain, shards } = await devnet.step()
      for (const id of [masterchain, ...shards]) {
        await checkBlock(executor, devnet, id, new Map())
        const stored = devnet.store.find(id)
        if (!stored) throw new Error('the new block is not stored')
        expect(parseCell(devnet.store.root(stored), 'Block', loadBlock).valueFlow.burned).toBeUndefined()
        expect(parseBocRoot(devnet.store.data(stored)).hash()).toEqual(id.rootHash)
      }
    }
    const config = await headConfig(devnet)
    expect(readConfigParam(config, 21)?.gasPrice).toBe(400n << 16n)
    expect(readConfigParam(config, 34)?.list[0]?.adnlAddr).toBeUndefined()
    expect([5, 30, 32, 43, 44, 45, 71].map((id) => configParam(config, id))).toEqual(Array(7).fill(undefined))

    // Devnets of 2026 have a field in it that the executor does not read.
    const sizes = configParamCell(43, MAINNET_VALUES[43])
    await devnet.send(changeParameter(devnet.keys.validator, 43, sizes, time.now))
    await devnet.step()
    const longer = await headConfig(devnet)
    expect(configParam(longer, 43)?.hash()).toEqual(sizes.hash())
    expect(executorConfig(longer)).not.toBe(longer)
    await devnet.send(giver.message([gift], { now: time.now, seqno: 1 }))
    const { masterchain } = await devnet.step()
    expect(await checkBlock(executor, devnet, masterchain, new Map())).not.toEqual([])
  } finally {
    await devnet.close()
    rmSync(dir, { recursive: true })
  }
})

it('a devnet of an earlier version whose genesis file is lost is refused, and not given other zero states', async () => {
  const { seed, genesisTime } = PRICES_OF_2025
  const dir = mkdtempSync(join(tmpdir(), 'devnet-earlier-'))
  try {
    unpackPricesOf2025(dir)
    rmSync(join(dir, 'genesis'))
    const opened = Devnet.create({ seed, genesisTime, dir, clock: () => genesisTime })
    await expect(opened).rejects.toMatchObject({ code: 'corrupt', path: join(dir, 'genesis') })
    expect(readdirSync(dir)).not.toContain('genesis')
  } finally {
    rmSync(dir, { recursive: true })
  }
})
