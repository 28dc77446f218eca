import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { exportIndex } from '../../../src-main/indexer/transfer/exportIndex.ts'
import { indexedToHead, step } from '../indexer/indexGateway.ts'
import { canMount, mountSmallDisk, NEEDS_MOUNT, unmount } from '../indexer/smallDisk.ts'

const DISK_BYTES = 48 << 20

describe.skipIf(!canMount)(`a gateway that starts while its disk is full (${NEEDS_MOUNT})`, () => {
  let dataDir: string
  let gateway: Gateway | undefined
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'tonscope-full-start-'))
    expect(mountSmallDisk(dataDir, DISK_BYTES)).toBe(true)
  })
  afterEach(async () => {
    await gateway?.close()
    gateway = undefined
    expect(unmount(dataDir)).toBe(true)
    rmSync(dataDir, { recursive: true })
  })
  const fill = () => {
    for (let i = 0; ; i++) {
      try {
        writeFileSync(join(dataDir, `filler-${i}`), Buffer.alloc(4096 << (i % 2 === 0 ? 10 : 0)))
      } catch {
        if (i > 60) return
      }
    }
  }
  const makeRoom = () => {
    for (const name of readdirSync(dataDir).filter((one) => one.startsWith('filler')))
      rmSync(join(dataDir, name))
  }
  const problems = async () =>
    (gateway as Gateway | undefined)?.health().then((health) => health.problems) ?? []
  async function start(): Promise<string> {
    const devnet = { seed: 'full start', scenario: false, blockInterval: 0 }
    gateway = await startGateway({ port: 0, dataDir, log: pino({ level: 'silent' }), devnet })
    return gateway.url
  }

  it('serves what exists, and goes on when there is space', async () => {
    let url = await start()
    await step(url, 4)
    const head = await indexedToHead(url)
    await gateway?.close()
    gateway = undefined
    fill()
    url = await start()
    const v2 = await fetch(`${url}/api/v2/getMasterchainInfo`)
    expect(v2.status).toBe(200)
    const v3 = await fetch(`${url}/api/v3/transactionsByMasterchainBlock?seqno=${head}&limit=1`)
    expect([v3.status, await v3.text()]).toEqual([200, expect.stringContaining('"transactions":[{')])
    expect((await problems()).join()).toMatch(/no space/)
    const file = join(dataDir, 'exported')
    const index = join(dataDir, 'devnet', 'index')
    await expect(exportIndex({ dir: index, file, network: 'devnet' })).rejects.toMatchObject({
      code: 'disk-full',
    })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('exported'))).toEqual([])
    makeRoom()
    await expect.poll(problems, { timeout: 30_000 }).toEqual([])
  })
})
