import { beginCell, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FULL_SHARD } from '#shared/ton/shard.ts'
import { loadBlock } from '../../../src-main/chain/block/block.ts'
import { blockTransactions } from '../../../src-main/chain/block/blockTransactions.ts'
import type { BlockIdExt } from '../../../src-main/chain/blockId.ts'
import { parseBoc, parseBocRoot } from '../../../src-main/chain/cells/parseBoc.ts'
import { configParam } from '../../../src-main/chain/config/configParams.ts'
import { openMerkleProof } from '../../../src-main/chain/merkle/merkleProof.ts'
import { openAccount } from '../../../src-main/chain/state/account.ts'
import { parseCell } from '../../../src-main/chain/tlb.ts'
import { type LiteFunctionName, liteApi } from '../../../src-main/liteserver/tl/liteApi.ts'
import { verifyAccountState } from '../../../src-main/liteserver/verify/account.ts'
import { verifyBlockData, verifyZeroState } from '../../../src-main/liteserver/verify/blockData.ts'
import { LinkVerifier } from '../../../src-main/liteserver/verify/blockLink.ts'
import {
  verifyBlockTransactions,
  verifyBlockTransactionsExt,
} from '../../../src-main/liteserver/verify/blockTransactions.ts'
import { provedHeader } from '../../../src-main/liteserver/verify/header.ts'
import { verifyLibraries } from '../../../src-main/liteserver/verify/libraries.ts'
import { lookupRequest, matchLookup, verifyLookup } from '../../../src-main/liteserver/verify/lookup.ts'
import { openProof } from '../../../src-main/liteserver/verify/proving.ts'
import { verifyOutMsgQueueSize } from '../../../src-main/liteserver/verify/queueSize.ts'
import { firstCommitment, verifyShardBlockProof } from '../../../src-main/liteserver/verify/shardLinks.ts'
import { verifyAllShards } from '../../../src-main/liteserver/verify/shards.ts'
import { masterchainExtra, provedStateOf } from '../../../src-main/liteserver/verify/state.ts'
import { verifyOneTransaction, verifyTransactions } from '../../../src-main/liteserver/verify/transactions.ts'
import { createGetMethodRunner } from '../../../src-main/tvm/getMethod.ts'
import { runNodeGetMethod } from '../../../src-main/tvm/nodeGetMethod.ts'
import { parseStack, stackCell } from '../../../src-main/tvm/stackCodec.ts'
import { createTvmConfig } from '../../../src-main/tvm/tvmConfig.ts'
import { createTvmPool } from '../../../src-main/tvm/tvmPool.ts'
import { verifyDispatchQueueMessages } from '../../liteserver/dispatchMessages.ts'
import { verifyDispatchQueueInfo } from '../../liteserver/dispatchQueue.ts'
import { verifyValidatorStats } from '../../liteserver/validatorStats.ts'
import { verifyAccountStatePruned } from '../../liteserver/verifyAccountStatePruned.ts'
import { verifyBlockProof } from '../../liteserver/verifyBlockProof.ts'
import { verifyShardInfo } from '../../liteserver/verifyShardInfo.ts'
import { type BusyDevnet, openBusyDevnet } from './busyDevnet.ts'
import { proveRun } from './checkRunMethod.ts'

const LEFT = 0x4000_0000_0000_0000n
const RIGHT = 0xc000_0000_0000_0000n
const SEQNO = 85_143n

/** Asked over ADNL, and every proof checked against blocks that were proved from the zero state. */
describe('every function of lite_api.tl, in every mode, on a devnet', () => {
  let busy: BusyDevnet
  let head: BlockIdExt
  const asked = new Set<LiteFunctionName>()

  beforeAll(async () => {
    busy = await openBusyDevnet()
    head = await busy.network.session().last()
  }, 180_000)
  afterAll(() => busy?.close())

  const ask: BusyDevnet['ask'] = (name, request) => {
    asked.add(name)
    return busy.ask(name, request)
  }
  const masterchain = (seqno: number) => busy.network.session().masterchainBlock(seqno)
  const shardsOf = (block: BlockIdExt) => busy.network.session().shards(block)
  const idOf = ({
    address: { workChain: workchain, hash: id },
  }: {
    address: { workChain: number; hash: Buffer }
  }) => ({
    workchain,
    id,
  })

  it('has something to ask about', async () => {
    expect(head.seqno).toBe(busy.steps.length)
    expect((await shardsOf(head)).map(({ shard }) => shard)).toEqual([LEFT, RIGHT])
    expect((await shardsOf(await masterchain(5))).map(({ shard }) => shard)).toEqual([FULL_SHARD])
    expect((await busy.network.session().blockHeader(busy.keyBlock)).isKeyBlock).toBe(true)
  })

  it('returns the version and the head of the server', async () => {
    expect(await ask('getTime', {})).toEqual({ now: busy.now() })
    expect(await ask('getVersion', {})).toMatchObject({ mode: 0, version: 0x101, capabilities: 15n })
    const { zeroState } = busy.devnet.store
    const info = await ask('getMasterchainInfo', {})
    expect(info).toMatchObject({ last: head, init: { rootHash: zeroState.rootHash } })
    expect(await ask('getMasterchainInfoExt', { mode: 0 })).toMatchObject({ ...info, lastUtime: busy.now() })
    await expect(ask('getMasterchainInfoExt', { mode: 1 })).rejects.toMatchObject({ code: -400 })
  })

  it('blocks, headers and states', async () => {
    for (const id of [head, busy.keyBlock, ...(await shardsOf(head))]) {
      const root = verifyBlockData({ id }, await ask('getBlock', { id }))
      const { info } = parseCell(root, 'Block', loadBlock)
      for (let mode = 0; mode < 128; mode++) {
        const answer = await ask('getBlockHeader', { id, mode })
        expect(answer.mode).toBe(mode)
        expect(provedHeader(openProof(answer.headerProof), id).info.startLt).toBe(info.startLt)
      }
      const state = await ask('getState', { id })
      expect(parseBocRoot(state.data).hash()).toEqual(state.rootHash)
    }
    const { zeroState } = busy.devnet.store
    const zero = verifyZeroState({ id: zeroState }, await ask('getState', { id: zeroState }))
    expect(zero.hash()).toEqual(zeroState.rootHash)
  })

  it('accounts, whole and pruned, at the head and before', async () => {
    const missingAccount = { workchain: 0, id: Buffer.alloc(32, 0xab) }
    const nowhere = { workchain: 5, id: Buffer.alloc(32, 0xab) }
    const known = [
      ...busy.wallets.map(idOf),
      idOf({ address: busy.librarian }),
      idOf({ address: busy.mirror }),
    ]
    for (const id of [head, await masterchain(head.seqno - 3), busy.keyBlock]) {
      for (const account of [...known, missingAccount, nowhere]) {
        const request = { id, account }
        const whole = verifyAccountState(request, await ask('getAccountState', request))
        const pruned = verifyAccountStatePruned(request, await ask('getAccountStatePrunned', request))
        expect(whole.account?.hash()).toEqual(pruned.account?.hash(0))
        expect(whole.account !== undefined).toBe(known.includes(account))
      }
    }
    const newest = { ...head, seqno: -1, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) }
    const account = idOf(busy.wallets[0]!)
    expect((await ask('getAccountState', { id: newest, account })).id).toEqual(head)
    const [left, right] = await shardsOf(head)
    const ofShard = await ask('getAccountState', { id: account.id[0]! < 0x80 ? left! : right!, account })
    expect(openAccount(parseBocRoot(ofShard.state))?.storage.state.type).toBe('active')
  })

  it('get-methods: results, proofs that suffice to run them again, and c7', {
    timeout: 120_000,
  }, async () => {
    const pool = createTvmPool({ threads: 1 })
    const tools = { pool, runner: createGetMethodRunner(pool) }
    const config = createTvmConfig(await busy.network.session().configAll(head))
    try {
      const [wallet] = busy.wallets
      const cases = [
        { address: wallet!.address, methodId: SEQNO },
        { address: busy.mirror, methodId: 1n },
      ]
      for (const { address, methodId } of cases) {
        const account = idOf({ address })
        const answers = []
        for (let mode = 0; mode < 64; mode++) {
          const answer = await ask('runSmcMethod', {
            id: head,
            account,
            methodId,
            mode,
            params: Buffer.alloc(0),
          })
          expect([answer.mode, answer.id, answer.exitCode]).toEqual([mode, head, 0])
          const parts = ['shardProof', 'stateProof', 'result', 'initC7', 'libExtras'] as const
          expect(parts.map((part) => answer[part] !== undefined)).toEqual(
            [0, 1, 2, 3, 4].map((bit) => !!(mode & (1 << bit))),
          )
          expect(answer.proof !== undefined).toBe(answer.shardProof !== undefined)
          if (mode & 2) answers.push(answer)
        }
        const full = answers.find(({ mode }) => mode === 7)!
        const proved = proveRun(head, address, full)
        const again = await runNodeGetMethod(
          tools,
          {
            ...proved,
            address,
            config,
            methodId,
            stack: stackCell([]),
            gasLimit: 300_000,
            prevBlocks: undefined,
            wanted: { readCells: false, c7: undefined },
          },
          async () => new Map(),
        )
        if (address === wallet!.address) {
          expect(again.stack.hash()).toEqual(parseBocRoot(full.result!).hash())
          expect(parseStack(again.stack)).toEqual([{ type: 'int', value: BigInt(wallet!.seqno) }])
        }
      }
      const account = idOf(wallet!)
      const refused = (request: object) =>
        ask('runSmcMethod', {
          id: head,
          account,
          methodId: SEQNO,
          mode: 4,
          params: Buffer.alloc(0),
          ...request,
        })
      await expect(refused({ mode: 64 })).rejects.toMatchObject({
        message: 'unsupported mode in runSmcMethod',
      })
      await expect(refused({ params: Buffer.alloc(65_536) })).rejects.toMatchObject({
        message: 'more than 64k parameter bytes passed',
      })
      await expect(refused({ params: Buffer.from('deadbeef', 'hex') })).rejects.toMatchObject({
        message: /^cannot deserialize parameter list boc: \[Error : 0 : .*invalid header, error 0\]$/,
      })
      const list = beginCell().storeUint(1, 24).storeRef(Cell.EMPTY)
      // -2^63 as int257, the form of tongo's VmStkInt; a continuation is no argument.
      const wide = list
        .storeUint(0x0200 >> 1, 15)
        .storeInt(-(1n << 63n), 257)
        .endCell()
      expect((await refused({ params: wide.toBoc() })).exitCode).toBe(0)
      const continuation = beginCell().storeUint(1, 24).storeRef(Cell.EMPTY).storeUint(0x0600, 16).endCell()
      await expect(refused({ params: continuation.toBoc() })).rejects.toMatchObject({
        message: 'parameter list boc cannot be deserialized as a VmStack',
      })
      expect((await refused({ account: { workchain: 0, id: Buffer.alloc(32, 0xab) } })).exitCode).toBe(-256)
      expect((await refused({ account: { workchain: 5, id: Buffer.alloc(32, 0xab) } })).exitCode).toBe(-256)
      expect((await refused({ methodId: 5n })).exitCode).toBe(32)
    } finally {
      await pool.close()
    }
  })

  it('runs a get-method with the facts of its block', async () => {
    const answer = await ask('runSmcMethod', {
      id: head,
      account: idOf({ address: busy.mirror }),
      methodId: 1n,
      mode: 7,
      params: Buffer.alloc(0),
    })
    const { utime, lt, balance } = proveRun(head, busy.mirror, answer)
    const [last, keyBlock, hundreds, now, blockLt, transactionLt, seed, coins, me] = parseStack(
      parseBocRoot(answer.result!),
    )
    const int = (value: bigint) => ({ type: 'int', value })
    const blockOf = ({ workchain, shard, seqno, rootHash, fileHash }: BlockIdExt) => ({
      type: 'tuple',
      items: [
        BigInt(workchain),
        shard,
        BigInt(seqno),
        BigInt(`0x${rootHash.toString('hex')}`),
        BigInt(`0x${fileHash.toString('hex')}`),
      ].map(int),
    })
    const known = busy.steps.map(({ masterchain: id }) => id).toReversed()
    expect(last).toEqual({ type: 'tuple', items: known.slice(0, 16).map(blockOf) })
    expect(keyBlock).toEqual(blockOf(busy.keyBlock))
    expect(hundreds).toEqual({ type: 'tuple', items: [blockOf(busy.devnet.store.zeroState)] })
    expect([now, blockLt, transactionLt]).toEqual([int(BigInt(utime)), int(lt), int(lt)])
    expect(seed).not.toEqual(int(0n))
    expect(coins).toEqual({ type: 'tuple', items: [int(balance), { type: 'null' }] })
    expect(me?.type === 'slice' && me.cell.beginParse().loadAddress().equals(busy.mirror)).toBe(true)
  })

  it('shards', async () => {
    for (const shard of [LEFT, RIGHT, FULL_SHARD, 0x2000_0000_0000_0000n]) {
      for (const exact of [true, false]) {
        const request = { id: head, workchain: 0, shard, exact }
        const found = verifyShardInfo(request, await ask('getShardInfo', request))
        const isThere = shard === LEFT || shard === RIGHT || (shard === 0x2000_0000_0000_0000n && !exact)
        expect(found !== undefined).toBe(isThere)
      }
    }
    const all = verifyAllShards({ id: head }, await ask('getAllShardsInfo', { id: head }))
    expect(all.map(({ shard }) => shard)).toEqual([LEFT, RIGHT])
    let known = 0
    for (const id of busy.steps.flatMap(({ shards }) => shards)) {
      const proof = await ask('getShardBlockProof', { id })
      const committing = verifyShardBlockProof({ id }, proof)
      expect(await masterchain(committing.seqno)).toEqual(committing)
      const first = firstCommitment(committing, proof.links)
      if (first === undefined) continue
      known++
      const commits = async (seqno: number) =>
        (await shardsOf(await masterchain(seqno))).some((top) => top.rootHash.equals(id.rootHash))
      expect(await commits(first)).toBe(true)
      expect(first > 1 && (await commits(first - 1))).toBe(false)
    }
    expect(known).toBeGreaterThan(0)
  })

  it('transactions, one, of an account, of a block', { timeout: 120_000 }, async () => {
    for (const id of [head, busy.keyBlock, ...busy.steps.slice(4).flatMap(({ shards }) => shards)]) {
      const root = verifyBlockData({ id }, await ask('getBlock', { id }))
      const all = [...blockTransactions(root)]
      for (const { account: accountId, lt, cell } of all.slice(0, 5)) {
        const request = { id, account: { workchain: id.workchain, id: accountId }, lt }
        expect(verifyOneTransaction(request, await ask('getOneTransaction', request))?.hash()).toEqual(
          cell.hash(),
        )
        const page = { account: request.account, lt, hash: cell.hash(), count: 4 }
        expect(verifyTransactions(page, await ask('getTransactions', page)).length).toBeGreaterThan(0)
      }
      const none = {
        id,
        account: {
          workchain: id.workchain,
          id: all[0]?.account ?? Buffer.alloc(32, id.shard === RIGHT ? 0xf3 : 0x33),
        },
        lt: 1n,
      }
      expect(verifyOneTransaction(none, await ask('getOneTransaction', none))).toBeUndefined()
    }
    const [busiest] = busy.steps.flatMap(({ shards }) => shards).slice(-2)
    const id = busiest!
    const first = verifyBlockTransactions(
      { id, count: 2 },
      await ask('listBlockTransactions', {
        id,
        mode: 7 | 32,
        count: 2,
        reverseOrder: false,
        wantProof: true,
      }),
    ).transactions.at(-1)!
    for (let bits = 0; bits < 1 << 9; bits++) {
      // Bits 3 and 4 mean nothing.
      if (bits & 0x18) continue
      const [wantProof, reverseOrder, isAfter] = [5, 6, 7].map((bit) => (bits & (1 << bit)) !== 0)
      const after = { account: first.account, lt: first.lt }
      const request = {
        id,
        mode: bits,
        count: 3,
        reverseOrder: reverseOrder!,
        wantProof: wantProof!,
        ...(isAfter && { after }),
      }
      const listed = await ask('listBlockTransactions', request)
      const [one] = listed.ids
      expect([one?.account, one?.lt, one?.hash].map((field) => field !== undefined)).toEqual(
        [0, 1, 2].map((bit) => one !== undefined && (bits & (1 << bit)) !== 0),
      )
      if (wantProof && (bits & 7) === 7) verifyBlockTransactions(request, listed)
      const whole = await ask('listBlockTransactionsExt', request)
      if (wantProof) verifyBlockTransactionsExt(request, whole)
      else expect(parseBoc(whole.transactions).length).toBe(listed.ids.length)
    }
  })

  it('lookups by seqno, lt and time, with proof and without', async () => {
    for (const { masterchain: mc, shards } of busy.steps.slice(3)) {
      for (const id of [mc, ...shards]) {
        const header = await busy.network.session().blockHeader(id)
        for (const by of [{ seqno: id.seqno }, { lt: header.endLt }, { utime: header.genUtime }]) {
          const place = { workchain: id.workchain, shard: id.shard, by }
          const request = lookupRequest(place)
          const found = matchLookup(place, await ask('lookupBlock', request))
          expect(found.id).toEqual(id)
          const proved = await ask('lookupBlockWithProof', { ...request, mcBlockId: head })
          expect(verifyLookup(place, head, proved).id).toEqual(id)
        }
      }
    }
    const place = { workchain: -1, shard: FULL_SHARD, seqno: 3 }
    for (const mode of [0, 3, 5, 6, 7]) {
      const request = { mode, id: place, ...(mode & 2 && { lt: 1n }), ...(mode & 4 && { utime: 1 }) }
      const message = 'exactly one of mode.0, mode.1 and mode.2 bits must be set'
      await expect(ask('lookupBlock', request)).rejects.toMatchObject({ message })
    }
  })

  it('the chain itself: from the zero state and between any two blocks', async () => {
    const { zeroState } = busy.devnet.store
    const verifier = new LinkVerifier()
    const some = [zeroState, await masterchain(2), busy.keyBlock, await masterchain(head.seqno - 1), head]
    for (const knownBlock of some) {
      for (const targetBlock of some) {
        for (const mode of [1, 0x1001]) {
          const request = { mode, knownBlock, targetBlock }
          const answer = await ask('getBlockProof', request)
          verifyBlockProof(request, answer, verifier)
          expect(answer.complete).toBe(true)
        }
      }
      for (const mode of [0, 0x1000]) {
        const answer = await ask('getBlockProof', { mode, knownBlock })
        verifyBlockProof({ knownBlock }, answer, verifier)
        expect(answer.to).toEqual(head)
      }
    }
  })

  it('returns the configuration, whole and in parts, with every other requested part', async () => {
    const needs = [0, 2, 8, 16, 32, 64, 128, 256, 512, 0x3ff]
    for (const id of [head, busy.keyBlock]) {
      for (const mode of needs) {
        const all = await ask('getConfigAll', { id, mode })
        const proved = masterchainExtra(provedStateOf(id, all.stateProof, all.configProof)).config.config
        expect(configParam(proved, 4)?.beginParse().loadBuffer(32)).toEqual(Buffer.alloc(32, 9))
        // Bit 64: tonlib opens the root node of the accounts' dictionary before it emulates a transaction.
        const accountsRoot = provedStateOf(id, all.stateProof, all.configProof).accounts.refs[0]
        expect(accountsRoot?.isExotic).toBe((mode & 64) === 0 ? undefined : false)
        const some = await ask('getConfigParams', { id, mode, paramList: [4, 34, 99] })
        const part = masterchainExtra(provedStateOf(id, some.stateProof, some.configProof)).config.config
        expect([4, 34, 99].map((param) => configParam(part, param)?.hash())).toEqual(
          [4, 34, 99].map((param) => configParam(proved, param)?.hash()),
        )
        const fromKeyBlock = await ask('getConfigAll', { id, mode: mode | 0x8000 })
        expect(fromKeyBlock.id).toEqual(busy.keyBlock)
        expect(openMerkleProof(parseBocRoot(fromKeyBlock.configProof)).hash(0)).toEqual(
          busy.keyBlock.rootHash,
        )
      }
    }
  })

  it('who made how many blocks', async () => {
    const key = busy.devnet.keys.validator.publicKey
    for (let mode = 0; mode < 8; mode++) {
      const request = {
        id: head,
        mode,
        limit: 10,
        ...(mode & 1 && { startAfter: Buffer.alloc(32) }),
        ...(mode & 4 && { modifiedAfter: 0 }),
      }
      const { creators } = verifyValidatorStats(request, await ask('getValidatorStats', request))
      expect(creators.some(({ publicKey }) => publicKey.equals(key))).toBe(true)
    }
    const request = { id: head, mode: 8, limit: 10 }
    await expect(ask('getValidatorStats', request)).rejects.toMatchObject({
      message: 'unknown flags set in mode',
    })
  })

  it('public libraries', async () => {
    const libraryList = [busy.library.hash(), Buffer.alloc(32, 1)]
    const { result } = await ask('getLibraries', { libraryList })
    expect(result.map(({ data }) => parseBocRoot(data).hash())).toEqual([busy.library.hash()])
    for (let mode = 0; mode < 4; mode++) {
      const request = { id: head, mode, libraryList }
      const answer = await ask('getLibrariesWithProof', request)
      if (mode & 2) expect(answer.result.map(({ data }) => data.length)).toEqual([0])
      else expect(verifyLibraries(request, answer)).toHaveLength(1)
    }
  })

  it('queues', async () => {
    const blocks = [head, ...(await shardsOf(head))]
    const { shards } = await ask('getOutMsgQueueSizes', { mode: 0 })
    expect(shards.map(({ id }) => id)).toEqual(blocks)
    expect((await ask('getOutMsgQueueSizes', { mode: 1, wc: 0, shard: LEFT })).shards).toHaveLength(1)
    for (const [index, id] of blocks.entries()) {
      expect((await ask('getBlockOutMsgQueueSize', { mode: 0, id, wantProof: false })).proof).toBeUndefined()
      const size = await ask('getBlockOutMsgQueueSize', { mode: 1, id, wantProof: true })
      expect(verifyOutMsgQueueSize({ id }, size)).toBe(shards[index]?.size)
      for (let mode = 0; mode < 4; mode++) {
        const request = {
          id,
          mode,
          maxAccounts: 5,
          wantProof: (mode & 1) === 1,
          ...(mode & 2 && { afterAddr: Buffer.alloc(32) }),
        }
        const answer = await ask('getDispatchQueueInfo', request)
        expect(answer.complete).toBe(true)
        if (mode & 1) verifyDispatchQueueInfo(request, answer)
      }
      for (let mode = 0; mode < 8; mode++) {
        const request = {
          id,
          mode,
          addr: Buffer.alloc(32),
          afterLt: 0n,
          maxMessages: 5,
          wantProof: (mode & 1) !== 0,
          oneAccount: (mode & 2) !== 0,
          messagesBoc: (mode & 4) !== 0,
        }
        const answer = await ask('getDispatchQueueMessages', request)
        expect(answer.messages).toEqual([])
        if (mode & 1) verifyDispatchQueueMessages(request, answer)
      }
    }
  })

  it('messages, and what only some nodes know', async () => {
    const wallet = busy.wallets[3]!
    const body = wallet.message([{ to: wallet.address, amount: 1n }], { now: busy.now() })
    expect(await ask('sendMessage', { body })).toEqual({ status: 1 })
    for (const mode of [0, 1]) {
      const request = { mode, ...(mode === 1 && { wc: 0, shard: LEFT }) }
      await expect(ask('nonfinal.getPendingShardBlocks', request)).rejects.toMatchObject({
        code: 0,
        message: 'query is not allowed',
      })
    }
  })

  it('covers every function', () => {
    expect([...asked].sort()).toEqual(Object.keys(liteApi).sort())
  })
})
