import { Address, type Cell } from '@ton/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { configEntries } from '../../../src-main/chain/config/configParams.ts'
import { openMasterchain } from '../../../src-main/devnet/collator/openedState.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { giverOf } from '../../../src-main/devnet/zeroState/giver.ts'
import { buildZeroStates } from '../../../src-main/devnet/zeroState/zeroStates.ts'
import { connectAdnl } from '../../../src-main/liteserver/adnl/client.ts'
import { singleServerConfig } from '../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../../src-main/liteserver/tl/liteQuery.ts'
import { LinkVerifier } from '../../../src-main/liteserver/verify/blockLink.ts'
import { verifyBlockProof } from '../../liteserver/verifyBlockProof.ts'
import { clientOf, type NodeTest, openNodeTest, SEED } from './nodeRig.ts'

const GIVER = new Address(-1, giverOf(devnetKeys(SEED).giver.publicKey).accountId)

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

/** The configuration after the newest block, proved. */
async function configOf(devnet: RunningDevnet): Promise<Cell> {
  const client = await clientOf(devnet)
  try {
    const session = client.session({ signal: AbortSignal.timeout(60_000) })
    return await session.configAll(await session.last())
  } finally {
    client.close()
  }
}

/** Ids of the parameters in which two configurations differ. */
function differences(before: Cell, after: Cell): number[] {
  const valuesOf = (config: Cell) => new Map([...configEntries(config)].map(({ id, value }) => [id, value]))
  const [old, now] = [valuesOf(before), valuesOf(after)]
  const ids = [...new Set([...old.keys(), ...now.keys()])]
  return ids.filter(
    (id) =>
      !(
        old.get(id) &&
        now
          .get(id)
          ?.hash()
          .equals(old.get(id)?.hash() as Buffer)
      ),
  )
}

describe('a key block on demand', () => {
  it('changes one nanoton of parameter 13, which the next key block restores', async () => {
    const devnet = await test.start()
    const before = await configOf(devnet)
    const { seqno } = await devnet.status()
    const first = await devnet.keyBlock()
    expect(first).toMatchObject({ workchain: -1, shard: '-9223372036854775808', seqno: seqno + 1 })
    const between = await configOf(devnet)
    expect(differences(before, between)).toEqual([13])
    const [old, now] = [readConfigParam(before, 13), readConfigParam(between, 13)]
    expect(now).toEqual({ ...old, deposit: (old?.deposit ?? 0n) ^ 1n })
    await devnet.keyBlock()
    expect(differences(before, await configOf(devnet))).toEqual([])
  })

  it('is proved with the key blocks before it to a client that trusts only the zero state', async () => {
    const devnet = await test.start()
    const made: { seqno: number; root_hash: string; file_hash: string }[] = []
    for (const blocks of [1, 2, 3]) {
      made.push(await devnet.keyBlock())
      await devnet.step(blocks)
    }
    const client = await clientOf(devnet)
    const head = await client.session({ signal: AbortSignal.timeout(60_000) }).last()
    const newest = client.stats().keyBlock
    client.close()
    const last = made.at(-1)
    expect(head.seqno).toBe((last?.seqno ?? 0) + 3)
    expect([newest.seqno, newest.rootHash.toString('base64'), newest.fileHash.toString('base64')]).toEqual([
      last?.seqno,
      last?.root_hash,
      last?.file_hash,
    ])
  })

  it('is a link of getBlockProof, signed by the validators of the key block before', async () => {
    const devnet = await test.start()
    const made = [await devnet.keyBlock(), await devnet.keyBlock(), await devnet.keyBlock()]
    await devnet.step(2)
    const { host, port, publicKey, zeroState } = devnet.endpoint()
    const connection = await connectAdnl({ host, port, publicKey })
    try {
      const { getBlockProof } = liteApi
      const request = { mode: 0, knownBlock: zeroState }
      const answer = getBlockProof.decodeResponse(
        await connection.query(encodeLiteQuery(getBlockProof, request)),
      )
      expect(answer.complete).toBe(true)
      expect(answer.steps.every(({ kind }) => kind === 'forward')).toBe(true)
      const proved = verifyBlockProof(request, answer, new LinkVerifier())
      const keyBlocks = proved.filter(({ isKeyBlock }) => isKeyBlock).map(({ to }) => to.seqno)
      expect(keyBlocks.slice(-made.length)).toEqual(made.map(({ seqno }) => seqno))
      expect(proved.at(-1)?.to.seqno).toBe((made.at(-1)?.seqno ?? 0) + 2)
    } finally {
      connection.close()
    }
  })

  it('stays after a restart, and the next one follows it', async () => {
    const first = await test.start()
    const made = await first.keyBlock()
    await first.close()
    const second = await test.start()
    expect(await second.keyBlock()).toMatchObject({ seqno: made.seqno + 1 })
  })
})

describe("the init block of a devnet's global config", () => {
  /** The head, proved by a client that trusts the init block alone. */
  async function provedHead(devnet: RunningDevnet, giver = GIVER): Promise<BlockIdExt> {
    const { initBlock } = devnet.endpoint()
    const client = await openLiteNetwork({ config: singleServerConfig(devnet.endpoint()) })
    try {
      const session = client.session({ signal: AbortSignal.timeout(60_000) })
      const head = await session.last()
      expect(await session.masterchainBlock(initBlock.seqno)).toEqual(initBlock)
      expect((await session.account(head, giver)).account).toBeDefined()
      expect((await session.blockHeader(initBlock)).isKeyBlock).toBe(true)
      return head
    } finally {
      client.close()
    }
  }

  it('is block 1 of a bare chain, whose configuration is that of the zero state again', async () => {
    const devnet = await test.start()
    expect(devnet.endpoint().initBlock).toMatchObject({ workchain: -1, seqno: 1 })
    expect(await provedHead(devnet)).toMatchObject({ seqno: 2 })
    const { validator } = devnetKeys(SEED)
    const { masterchain } = buildZeroStates({
      globalId: -777,
      genesisTime: 1_767_225_600,
      validatorKey: validator.publicKey,
      giver: giverOf(devnetKeys(SEED).giver.publicKey),
    })
    expect(masterchain.id).toEqual(devnet.endpoint().zeroState)
    const first = openMasterchain(masterchain.root).extra.config.config
    expect(differences(first, await configOf(devnet))).toEqual([])
  })

  it('stays on the chain after a restart, every restore and a reset', async () => {
    const first = await test.start()
    const { initBlock } = first.endpoint()
    await first.saveSnapshot('beginning')
    await first.keyBlock()
    await first.close()
    const devnet = await test.start()
    expect(devnet.endpoint().initBlock).toEqual(initBlock)
    await devnet.saveSnapshot('later')
    for (const name of ['later', 'beginning', 'later']) {
      const { seqno } = await devnet.restoreSnapshot(name)
      expect(devnet.endpoint().initBlock).toEqual(initBlock)
      expect((await provedHead(devnet)).seqno).toBe(seqno)
    }
    await devnet.reset()
    expect(devnet.endpoint().initBlock).toEqual(initBlock)
    expect((await provedHead(devnet)).seqno).toBe(2)
    await devnet.keyBlock()
    expect((await provedHead(devnet)).seqno).toBe(3)
  })

  it('is of the new chain after a reset on the wall clock', async () => {
    const devnet = await test.start({ seed: undefined, genesisTime: 1_767_225_600 })
    const before = devnet.endpoint()
    expect(before.initBlock.seqno).toBe(1)
    await devnet.reset()
    const after = devnet.endpoint()
    expect(after.zeroState).not.toEqual(before.zeroState)
    expect(after.initBlock).not.toEqual(before.initBlock)
    const { faucet } = await devnet.status()
    expect(await provedHead(devnet, Address.parse(faucet.address))).toMatchObject({ seqno: 2 })
  })
})
