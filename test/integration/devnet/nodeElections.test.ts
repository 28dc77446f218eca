import { type Cell, loadMessage } from '@ton/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoredBlock } from '../../../src-main/chain/archive/chainStore.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseConfigParam, readConfigParam } from '../../../src-main/chain/config/configCodecs.ts'
import { type ValidatorSet, validatorNodeId } from '../../../src-main/chain/config/validatorSet.ts'
import { Devnet } from '../../../src-main/devnet/chain/devnet.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { type DevnetState, readState } from '../../../src-main/devnet/runtime/devnetState.ts'
import type { RunningDevnet } from '../../../src-main/devnet/runtime/runningDevnet.ts'
import { chainDir } from '../../../src-main/devnet/runtime/snapshots.ts'
import {
  type LiteNetworkConfig,
  type OpenLiteNetwork,
  openLiteNetwork,
} from '../../../src-main/liteserver/network/openLiteNetwork.ts'
import { createChainConfigExecutor } from './chainConfigExecutor.ts'
import { checkBlock, type RepeatedTransaction } from './checkBlock.ts'
import { clientOf, type NodeTest, openNodeTest, SEED, TON } from './nodeRig.ts'

const ROUND = 240
/** More than a round takes in any of these tests. */
const MAX_STEPS = 100
const DEADLINE_MS = 60_000

let test: NodeTest
beforeEach(() => {
  test = openNodeTest()
})
afterEach(async () => {
  await test.end()
  expect(test.troubles).toEqual([])
})

/** What a client proves that trusts the zero state or the init block alone. */
async function provedFrom(devnet: RunningDevnet, anchor: 'zeroState' | 'initBlock') {
  const { host, port, publicKey, ...ids } = devnet.endpoint()
  const config: LiteNetworkConfig = {
    liteservers: [{ host, port, publicKey }],
    zeroState: ids.zeroState,
    initBlock: ids[anchor],
  }
  const client = await openLiteNetwork({ config })
  try {
    const session = client.session({ signal: AbortSignal.timeout(DEADLINE_MS) })
    const head = await session.last()
    return {
      head,
      keyBlock: client.stats().keyBlock,
      config: await session.configAll(head),
      signatures: await session.blockSignatures(head.seqno),
    }
  } finally {
    client.close()
  }
}

/** Moves time in steps until another set of validators is in force; returns it. */
async function nextRound(devnet: RunningDevnet, stepSeconds: number): Promise<ValidatorSet> {
  const client = await clientOf(devnet)
  try {
    const before = await validatorsAt(client)
    for (let made = 0; made < MAX_STEPS; made++) {
      const { seqno } = await devnet.setTime({ forward: stepSeconds })
      const now = await validatorsAt(client, seqno)
      if (keyOf(now) !== keyOf(before)) return now
    }
    throw new Error(`the validators were the same after ${MAX_STEPS} steps of ${stepSeconds} s`)
  } finally {
    client.close()
  }
}

/** Returns the validators of a masterchain block, or of the newest. */
async function validatorsAt(client: OpenLiteNetwork, seqno?: number): Promise<ValidatorSet> {
  const session = client.session({ signal: AbortSignal.timeout(DEADLINE_MS) })
  const cell = await session.configParam(await session.masterchainBlock(seqno), 34)
  return parseConfigParam(34, cell as Cell)
}

async function validatorsOf(devnet: RunningDevnet): Promise<ValidatorSet> {
  const { config } = await provedFrom(devnet, 'zeroState')
  return readConfigParam(config, 34) as ValidatorSet
}

const keyOf = ({ list }: ValidatorSet) => list.map(({ publicKey }) => publicKey.toString('hex')).join()

/** Returns the account, `wallet` for that of the validator, and the kind of transaction: tick, tock, or the message's opcode. */
function kindOf({ account, description, inMsg }: RepeatedTransaction): string {
  const name = account.every((byte) => byte === account[0]) ? account.toString('hex', 0, 1) : 'wallet'
  if (description.type === 'tick-tock') return `${name} ${description.isTock ? 'tock' : 'tick'}`
  const { info, body } = loadMessage((inMsg as Cell).beginParse())
  if (info.type === 'external-in') return `${name} external`
  return `${name} ${body.bits.length < 32 ? 'empty' : body.beginParse().loadUint(32).toString(16)}`
}

const indexOf = (set: ValidatorSet) =>
  devnetKeys(SEED).validators.findIndex(({ publicKey }) => publicKey.equals(set.list[0]?.publicKey as Buffer))

describe('a devnet with elections', () => {
  it('elects another validator each round, whose blocks are proved from the zero state and the init block', async () => {
    const devnet = await test.start({ elections: ROUND })
    const sets: ValidatorSet[] = []
    for (let round = 0; round < 3; round++) {
      sets.push(await nextRound(devnet, 15))
      await devnet.step(2)
      const heads: BlockIdExt[] = []
      for (const anchor of ['zeroState', 'initBlock'] as const) {
        const { head, keyBlock, config, signatures } = await provedFrom(devnet, anchor)
        heads.push(head)
        expect(keyBlock.seqno).toBeGreaterThan(1)
        expect(readConfigParam(config, 34)).toEqual(sets.at(-1))
        expect(signatures.signatures.map(({ nodeIdShort }) => nodeIdShort)).toEqual(
          sets.at(-1)?.list.map(({ publicKey }) => validatorNodeId(publicKey)),
        )
      }
      expect(heads[0]).toEqual(heads[1])
    }
    expect(sets.map(indexOf)).toEqual([1, 2, 3])
    // Rounds follow one another without a gap.
    expect(sets[1]?.utimeSince).toBe(sets[0]?.utimeUntil)
    expect(sets[2]?.utimeSince).toBe(sets[1]?.utimeUntil)
    for (const { utimeSince, utimeUntil } of sets) expect(utimeUntil - utimeSince).toBe(ROUND)
  })

  it('has transactions that an executor with the configuration of the chain repeats', async () => {
    const running = await test.start({ elections: 120 })
    // A stake is free again two rounds later.
    for (let round = 0; round < 4; round++) await nextRound(running, 15)
    await running.step(3)
    await running.close()
    const { seed, genesisTime } = readState(test.dir) as DevnetState
    const devnet = await Devnet.create({ seed, genesisTime, dir: chainDir(test.dir), clock: () => 0 })
    try {
      const executor = await createChainConfigExecutor()
      const { store } = devnet
      const seen = new Set<string>()
      for (let seqno = 1; seqno <= store.head().seqno; seqno++) {
        const { id } = store.findBySeqno({ ...store.zeroState, seqno }) as StoredBlock
        for (const repeated of await checkBlock(executor, devnet, id, new Map())) seen.add(kindOf(repeated))
      }
      expect([...seen].sort()).toEqual([
        '33 47657424',
        '33 4e73744b',
        '33 ee764f4b',
        '33 empty',
        '33 tick',
        '55 4e565354',
        '55 external',
        '55 tock',
        'wallet empty',
        'wallet external',
        'wallet f374484c',
        'wallet f96f7324',
      ])
    } finally {
      await devnet.close()
    }
  })

  it('pays new stakes with those that are free again', async () => {
    const devnet = await test.start({ elections: ROUND })
    const balance = async () => BigInt((await devnet.status()).faucet.balance)
    const before = await balance()
    // Eight stakes of 300,000 coins.
    for (let round = 0; round < 8; round++) await nextRound(devnet, 25)
    expect(before - (await balance())).toBeLessThanOrEqual(2_000_001n * TON)
  })

  it.each([
    ['the shortest round and a block every 5 seconds', 5],
    ['the shortest round and a block every 70 seconds', 70],
    ['jumps over many rounds', 5_000],
  ])('continues with %s', async (_case, stepSeconds) => {
    const devnet = await test.start({ elections: 120 })
    expect(indexOf(await nextRound(devnet, stepSeconds))).toBe(1)
    expect(indexOf(await nextRound(devnet, stepSeconds))).toBe(2)
  })

  it('continues after a restart and a restore, during an election', async () => {
    const first = await test.start({ elections: ROUND })
    await nextRound(first, 15)
    for (let made = 0; made < 9; made++) await first.setTime({ forward: 15 })
    await first.saveSnapshot('half-way')
    await first.close()
    const devnet = await test.start({ elections: undefined })
    expect(await devnet.status()).toMatchObject({ elections: ROUND })
    expect(indexOf(await nextRound(devnet, 15))).toBe(2)
    await devnet.restoreSnapshot('half-way')
    expect(indexOf(await nextRound(devnet, 15))).toBe(2)
  })

  it('starts and ends elections while it runs', async () => {
    const devnet = await test.start()
    expect(await devnet.status()).toMatchObject({ elections: 0 })
    await devnet.setTime({ forward: 10 * ROUND })
    expect(indexOf(await validatorsOf(devnet))).toBe(0)
    await expect(devnet.settings({ elections: 60 as 0 })).rejects.toMatchObject({ code: 'bad-request' })
    await devnet.settings({ elections: ROUND })
    const elected = await nextRound(devnet, 15)
    await devnet.settings({ elections: 0 })
    for (let made = 0; made < 10; made++) await devnet.setTime({ forward: ROUND })
    expect(await validatorsOf(devnet)).toEqual(elected)
    await devnet.settings({ elections: ROUND })
    expect(indexOf(await nextRound(devnet, 15))).toBe(2)
  })
})
