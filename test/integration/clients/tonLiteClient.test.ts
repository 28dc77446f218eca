import {
  Address,
  beginCell,
  Cell,
  external,
  internal,
  loadTransaction,
  type OpenedContract,
  SendMode,
  storeMessage,
  toNano,
} from '@ton/core'
import { getSecureRandomBytes, type KeyPair, keyPairFromSeed } from '@ton/crypto'
import { ElectorContract, WalletContractV4 } from '@ton/ton'
import { LiteClient, type LiteEngine, LiteSingleEngine } from 'ton-lite-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { balanceChange } from './chargedFees.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

/** What both say of a server that refuses. */
const REFUSED =
  /^cannot apply external message to current state : External message was not accepted: cannot run message on account: /

async function newAddress(): Promise<Address> {
  return new Address(0, await getSecureRandomBytes(32))
}

describe('ton-lite-client', () => {
  let gateway: DevnetGateway
  beforeAll(async () => {
    gateway = await openDevnetGateway()
    // @ton/core cannot read the proof of a state in which all is new: it looks for two hashes in a pruned branch of
    // mask 2, which has one. With a few accounts that rest there is no such state, on any network.
    await gateway.fund(await Promise.all([1, 2, 3, 4].map(newAddress)), 1n)
  })
  afterAll(() => gateway[Symbol.asyncDispose]())

  describe('on its own connection', () => {
    let engine: LiteEngine
    let client: LiteClient
    let wallet: OpenedContract<WalletContractV4>
    let keys: KeyPair
    beforeAll(async () => {
      const { host, port, publicKey } = gateway.liteserver
      engine = new LiteSingleEngine({ host: `tcp://${host}:${port}`, publicKey })
      client = new LiteClient({ engine })
      await until('it is connected', async () => engine.isReady() || undefined)
      keys = keyPairFromSeed(await getSecureRandomBytes(32))
      wallet = client.open(WalletContractV4.create({ workchain: 0, publicKey: keys.publicKey }))
      await gateway.fund([wallet.address], toNano(10))
    })
    afterAll(() => engine.close())

    const last = async () => (await client.getMasterchainInfo()).last
    const stateOf = async (address: Address) => client.getAccountState(address, await last())
    const seqnoOf = async (): Promise<number> => {
      const { state } = await stateOf(wallet.address)
      const storage = state?.storage.state
      if (storage?.type !== 'active') return 0
      return storage.state.data?.beginParse().loadUint(32) ?? 0
    }
    async function send(seqno: number, to: Address, value: bigint, secretKey = keys.secretKey) {
      const messages = [internal({ to, value, bounce: false, body: `transfer ${seqno}` })]
      const sendMode = SendMode.PAY_GAS_SEPARATELY
      const body = wallet.createTransfer({ seqno, secretKey, sendMode, messages })
      const init = seqno === 0 ? { init: wallet.init } : {}
      const message = external({ to: wallet.address, body, ...init })
      return client.sendMessage(beginCell().store(storeMessage(message)).endCell().toBoc())
    }
    const hasSent = (count: number) =>
      until(`${count} are sent`, async () => ((await seqnoOf()) === count ? true : undefined))
    const historyOf = async (address: Address, count: number) => {
      const { lastTx } = await stateOf(address)
      if (!lastTx) return []
      const hash = Buffer.from(lastTx.hash.toString(16).padStart(64, '0'), 'hex')
      const { ids, transactions } = await client.getAccountTransactions(
        address,
        String(lastTx.lt),
        hash,
        count,
      )
      const cells = Cell.fromBoc(transactions)
      return cells.map((cell, index) => ({ block: ids[index], tx: loadTransaction(cell.beginParse()) }))
    }

    it('deploys a wallet that sends coins', async () => {
      expect((await stateOf(wallet.address)).state?.storage.state.type).toBe('uninit')
      const to = await newAddress()
      expect(await send(0, to, toNano(2))).toEqual({ status: 1 })
      await hasSent(1)
      const received = await until('it has come', async () => (await historyOf(to, 1))[0]?.tx)
      const info = received.inMessage?.info
      expect(info?.type === 'internal' && [String(info.src), info.value.coins]).toEqual([
        String(wallet.address),
        toNano(2),
      ])
      const { balance, lastTx } = await stateOf(to)
      expect(balance.coins).toBe(balanceChange(received))
      expect(lastTx).toEqual({ lt: received.lt, hash: BigInt(`0x${received.hash().toString('hex')}`) })
    })

    it('reads a history that adds up', async () => {
      for (const seqno of [1, 2, 3]) {
        await send(seqno, await newAddress(), BigInt(seqno))
        await hasSent(seqno + 1)
      }
      const history = await historyOf(wallet.address, 16)
      expect(history).toHaveLength(5)
      const { balance, block } = await stateOf(wallet.address)
      expect(history.reduce((sum, { tx }) => sum + balanceChange(tx), 0n)).toBe(balance.coins)
      expect((await historyOf(wallet.address, 2)).map(({ tx }) => tx.lt)).toEqual(
        history.slice(0, 2).map(({ tx }) => tx.lt),
      )
      // One of them by its block alone.
      const [newest] = history
      const { transaction, id } = await client.getAccountTransaction(
        wallet.address,
        String(newest?.tx.lt),
        newest?.block as typeof block,
      )
      expect(id).toEqual(newest?.block)
      expect(Cell.fromBoc(transaction)[0]?.hash()).toEqual(newest?.tx.hash())
    })

    /** Of a basechain block, by the gateway: this client does not open headers. */
    async function utimeOf(seqno: number): Promise<number> {
      const place = `workchain=0&shard=-9223372036854775808&seqno=${seqno}`
      const response = await fetch(`${gateway.url}/api/v2/getBlockHeader?${place}`)
      const { result, error } = (await response.json()) as { result?: { gen_utime: number }; error?: string }
      return result?.gen_utime ?? expect.fail(`the header of ${seqno}: ${response.status} ${error}`)
    }

    it('finds a block by its seqno, time and logical time', async () => {
      const [newest] = await historyOf(wallet.address, 1)
      const { workchain, shard, seqno } = newest?.block ?? expect.fail('no history')
      const lt = newest?.tx.lt ?? 0n
      const utime = newest?.tx.now ?? 0
      const byId = await client.lookupBlockByID({ workchain, shard, seqno })
      expect(byId.id).toEqual(newest?.block)
      expect((await client.lookupBlockByLt({ workchain, shard, lt })).id).toEqual(byId.id)
      const byTime = await client.lookupBlockByUtime({ workchain, shard, utime })
      expect(byTime.id.seqno).toBeLessThanOrEqual(seqno)
      expect(await utimeOf(byTime.id.seqno)).toBe(utime)
      // Before the first block is the zero state, which has no header.
      const before = byTime.id.seqno - 1
      expect(before === 0 || (await utimeOf(before)) < utime).toBe(true)
      expect((await client.getBlockHeader(byId.id)).headerProof.length).toBeGreaterThan(0)
      const far = { workchain, shard, seqno: seqno + 1_000_000 }
      await expect(client.lookupBlockByID(far)).rejects.toThrow(/block not found|not in db/)
    })

    it('lists the transactions of a block, and the blocks of a masterchain block', async () => {
      const [newest] = await historyOf(wallet.address, 1)
      const block = newest?.block ?? expect.fail('no history')
      const { ids, incomplete } = await client.listBlockTransactions(block)
      expect(incomplete).toBe(false)
      const own = ids.find(({ account }) => account?.equals(wallet.address.hash))
      expect([own?.lt, own?.hash]).toEqual([String(newest?.tx.lt), newest?.tx.hash()])
      const head = await last()
      const { shards } = await client.getAllShardsInfo(head)
      const shardSeqno = shards['0']?.['-9223372036854775808'] ?? 0
      expect(shardSeqno).toBeGreaterThanOrEqual(block.seqno)
      const full = await client.getFullBlock(head.seqno)
      expect(full.shards).toContainEqual(
        expect.objectContaining({ workchain: -1, seqno: head.seqno, rootHash: head.rootHash }),
      )
      expect(full.shards.map(({ workchain }) => workchain)).toEqual([-1, 0])
      expect(full.shards.every(({ transactions }) => Array.isArray(transactions))).toBe(true)
    })

    it('reads time, version, configuration and libraries', async () => {
      const head = await last()
      expect(Math.abs((await client.getCurrentTime()) - Date.now() / 1000)).toBeLessThan(60)
      expect(await client.getVersion()).toMatchObject({ version: expect.any(Number) })
      expect(await client.getMasterchainInfoExt()).toMatchObject({ last: { workchain: -1 } })
      const { config, configAddress } = await client.getConfig(head)
      expect(configAddress).toBe(BigInt(`0x${'5'.repeat(64)}`))
      expect(config.get(0)?.beginParse().loadUintBig(256)).toBe(configAddress)
      expect((await client.getLibraries([Buffer.alloc(32)])).result).toEqual([])
      const { stateHash } = await client.getAccountStatePrunned(wallet.address, head)
      expect(stateHash).toHaveLength(32)
    })

    it('waits for a block to come', async () => {
      const head = await last()
      const awaited = await client.getMasterchainInfo({ awaitSeqno: head.seqno + 1, timeout: 10_000 })
      expect(awaited.last.seqno).toBeGreaterThan(head.seqno)
    })

    it('is what a contract’s provider stands on', async () => {
      const provider = client.provider(wallet.address)
      const { state, balance } = await provider.getState()
      expect(state.type).toBe('active')
      expect(balance).toBe(await wallet.getBalance())
      const [newest] = await historyOf(wallet.address, 1)
      const page = await provider.getTransactions(
        wallet.address,
        newest?.tx.lt ?? 0n,
        newest?.tx.hash() ?? Buffer.alloc(32),
        3,
      )
      expect(page).toHaveLength(3)
    })

    it('runs get-methods on the server', async () => {
      expect(await wallet.getSeqno()).toBe(await seqnoOf())
      const key = await client.provider(wallet.address).get('get_public_key', [])
      expect(key.stack.readBigNumber()).toBe(BigInt(`0x${keys.publicKey.toString('hex')}`))
      const elector = client.open(ElectorContract.create())
      expect(await elector.getReturnedStake(new Address(-1, Buffer.alloc(32)))).toBe(0n)
      await expect(client.provider(wallet.address).get('noSuchMethod', [])).rejects.toThrow('Exit code: 11')
      const without = await client.runMethod(await newAddress(), 'seqno', Buffer.alloc(0), await last())
      expect(without).toMatchObject({ exitCode: -256, result: '' })
    })

    it('receives the reason of a refused message', async () => {
      const seqno = await seqnoOf()
      const to = wallet.address
      const stranger = keyPairFromSeed(await getSecureRandomBytes(32))
      await expect(send(seqno, to, 1n, stranger.secretKey)).rejects.toThrow(REFUSED)
      await expect(send(seqno - 1, to, 1n)).rejects.toThrow(/exitcode=33/)
      await expect(client.sendMessage(Buffer.from('not a bag of cells'))).rejects.toThrow(
        'cannot apply external message to current state : cannot deserialize bag-of-cells: invalid header, error 0',
      )
      expect(await seqnoOf()).toBe(seqno)
    })

    it('finds nothing at a nonexistent account', async () => {
      const missingAccount = await newAddress()
      const { state, balance, lastTx } = await stateOf(missingAccount)
      expect([state, balance.coins, lastTx]).toEqual([null, 0n, null])
      await expect(client.getAccountTransactions(missingAccount, '1', Buffer.alloc(32), 1)).rejects.toThrow(
        /./,
      )
    })
  })
})
