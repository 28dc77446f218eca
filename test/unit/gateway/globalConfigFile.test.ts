import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { MASTERCHAIN } from '../../../src-main/chain/blockId.ts'
import { writeGlobalConfig } from '../../../src-main/gateway/globalConfigFile.ts'
import { FULL_SHARD } from '../../../src-shared/ton/shard.ts'

it('writes the global config, and removes an unfinished one of a killed process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'config-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unfinished = join(folder, `global.config.json.${randomUUID()}.tmp`)
  writeFileSync(unfinished, '{')
  const anHourAgo = Date.now() / 1000 - 3_600
  utimesSync(unfinished, anHourAgo, anHourAgo)
  const hash = Buffer.alloc(32)
  const zeroState = { workchain: MASTERCHAIN, shard: FULL_SHARD, seqno: 0, rootHash: hash, fileHash: hash }
  await writeGlobalConfig(folder, { liteservers: [], zeroState, initBlock: zeroState, hardforks: [] })
  expect(readdirSync(folder)).toEqual(['global.config.json'])
})
