import { getSecureRandomBytes, keyPairFromSeed } from '@ton/crypto'
import {
  Address,
  Cell,
  internal,
  JettonMaster,
  JettonWallet,
  type OpenedContract,
  SendMode,
  type StateInit,
  TonClient,
  type Transaction,
  toNano,
  WalletContractV5R1,
} from '@ton/ton'
import TonWeb from 'tonweb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { type DevnetGateway, openDevnetGateway } from './devnetGateway.ts'

/**
 * One jetton, minted with tonweb's contracts (its package brings a build of TEP-74's), moved with wallets of @ton/ton,
 * read by both and by getTokenData.
 */

const CONTENT = 'https://example.org/jetton.json'
const SUPPLY = 1_000_000_000n

type TonWebAddress = InstanceType<typeof TonWeb.Address>
type TonWebCell = InstanceType<typeof TonWeb.boc.Cell>
type BN = InstanceType<typeof TonWeb.utils.BN>

/** What tonweb 0.0.66 does; its type declarations are of an older version. */
type Minter = {
  createStateInit(): Promise<{ address: TonWebAddress; code: TonWebCell; data: TonWebCell }>
  createMintBody(order: {
    jettonAmount: BN
    destination: TonWebAddress
    amount: BN
    queryId?: number
  }): TonWebCell
  getJettonData(): Promise<{
    totalSupply: BN
    isMutable: boolean
    adminAddress: TonWebAddress | null
    jettonContentUri: string | null
  }>
  getJettonWalletAddress(owner: TonWebAddress): Promise<TonWebAddress>
}
type Holding = {
  getData(): Promise<{ balance: BN; ownerAddress: TonWebAddress; jettonMinterAddress: TonWebAddress }>
  createTransferBody(order: {
    jettonAmount: BN
    toAddress: TonWebAddress
    responseAddress: TonWebAddress
    forwardAmount?: BN
    forwardPayload?: Uint8Array | TonWebCell
  }): Promise<TonWebCell>
  createBurnBody(order: { jettonAmount: BN; responseAddress: TonWebAddress }): Promise<TonWebCell>
}

const bn = (value: bigint): BN => new TonWeb.utils.BN(String(value))
const tonwebAddress = (address: Address): TonWebAddress => new TonWeb.Address(address.toRawString())
const coreAddress = (address: TonWebAddress): Address => Address.parseRaw(address.toString(false))
const coreCell = async (cell: TonWebCell): Promise<Cell> =>
  Cell.fromBoc(Buffer.from(await cell.toBoc(false)))[0] as Cell

const INTERNAL_TRANSFER = 0x178d4519
const TRANSFER_NOTIFICATION = 0x7362d09c
const EXCESSES = 0xd53276db
const NOT_ENOUGH_JETTONS = 706
const NOT_THE_OWNER = 705

function opcodeOf({ inMessage }: Transaction): number | undefined {
  const body = inMessage?.body
  return body && body.bits.length >= 32 ? body.beginParse().preloadUint(32) : undefined
}

/** Exit code and whether the transaction took effect. */
function outcomeOf({ description }: Transaction) {
  if (description.type !== 'generic') throw new TypeError(`a ${description.type} transaction`)
  const { computePhase, aborted } = description
  return { exitCode: computePhase.type === 'vm' ? computePhase.exitCode : undefined, aborted }
}

describe('a jetton', () => {
  let gateway: DevnetGateway
  let client: TonClient
  let provider: InstanceType<typeof TonWeb.HttpProvider>
  let minter: Minter
  let master: OpenedContract<JettonMaster>
  type Holder = {
    wallet: OpenedContract<WalletContractV5R1>
    send(to: Address, value: bigint, body: Cell, init?: StateInit): Promise<void>
  }
  let admin: Holder
  let friend: Holder

  async function newHolder(): Promise<Holder> {
    const { publicKey, secretKey } = keyPairFromSeed(await getSecureRandomBytes(32))
    const wallet = client.open(WalletContractV5R1.create({ publicKey }))
    await gateway.fund([wallet.address], toNano(20))
    return {
      wallet,
      async send(to, value, body, init) {
        const seqno = await wallet.getSeqno()
        const messages = [internal({ to, value, body, bounce: init === undefined, ...(init && { init }) })]
        await wallet.sendTransfer({ seqno, secretKey, sendMode: SendMode.PAY_GAS_SEPARATELY, messages })
        await until(`seqno ${seqno} has passed`, async () => (await wallet.getSeqno()) > seqno || undefined)
      },
    }
  }
  const addressOf = ({ wallet }: Holder) => tonwebAddress(wallet.address)

  async function holdingOf(holder: Holder): Promise<Holding & { address: Address }> {
    const address = await master.getWalletAddress(holder.wallet.address)
    const holding = new TonWeb.token.jetton.JettonWallet(provider, { address: tonwebAddress(address) })
    return Object.assign(holding as unknown as Holding, { address }) as Holding & { address: Address }
  }
  const balanceOf = async (holder: Holder) =>
    client.open(JettonWallet.create((await holdingOf(holder)).address)).getBalance()
  const hasBalance = (holder: Holder, balance: bigint) =>
    until(`${holder.wallet.address} holds ${balance}`, async () =>
      (await balanceOf(holder)) === balance ? true : undefined,
    )

  async function tokenData(address: Address) {
    const response = await fetch(`${gateway.url}/api/v2/getTokenData?address=${address}`)
    const { result, error, code } = (await response.json()) as Record<string, unknown>
    return { status: response.status, result, error, code }
  }

  beforeAll(async () => {
    gateway = await openDevnetGateway()
    client = new TonClient({ endpoint: gateway.jsonRpc })
    provider = new TonWeb.HttpProvider(gateway.jsonRpc)
    ;[admin, friend] = [await newHolder(), await newHolder()]
    minter = new TonWeb.token.jetton.JettonMinter(provider, {
      adminAddress: addressOf(admin),
      jettonContentUri: CONTENT,
      jettonWalletCodeHex: TonWeb.token.jetton.JettonWallet.codeHex,
    }) as unknown as Minter
    const { address, code, data } = await minter.createStateInit()
    master = client.open(JettonMaster.create(coreAddress(address)))
    const init = { code: await coreCell(code), data: await coreCell(data) }
    const mint = minter.createMintBody({
      jettonAmount: bn(SUPPLY),
      destination: addressOf(admin),
      amount: bn(toNano('0.2')),
      queryId: 7,
    })
    await admin.send(master.address, toNano('0.5'), await coreCell(mint), init)
    await until('the minter is there', async () =>
      (await client.isContractDeployed(master.address)) ? true : undefined,
    )
    await until('the first wallet is there', async () =>
      (await client.isContractDeployed((await holdingOf(admin)).address)) ? true : undefined,
    )
  })
  afterAll(async () => {
    expect(gateway.verification().refused).toBe(0)
    await gateway[Symbol.asyncDispose]()
  })

  it('is described alike by @ton/ton and tonweb', async () => {
    const { totalSupply, mintable, adminAddress, walletCode } = await master.getJettonData()
    expect({ totalSupply, mintable, admin: String(adminAddress) }).toEqual({
      totalSupply: SUPPLY,
      mintable: true,
      admin: String(admin.wallet.address),
    })
    expect(walletCode.equals(Cell.fromHex(TonWeb.token.jetton.JettonWallet.codeHex))).toBe(true)
    const data = await minter.getJettonData()
    expect([String(data.totalSupply), data.isMutable, data.jettonContentUri]).toEqual([
      String(SUPPLY),
      true,
      CONTENT,
    ])
    expect(data.adminAddress?.toString(false)).toBe(admin.wallet.address.toRawString())
    const own = await minter.getJettonWalletAddress(addressOf(admin))
    expect(own.toString(false)).toBe((await holdingOf(admin)).address.toRawString())
  })

  it('is minted into a wallet that returns its owner', async () => {
    const { balance, ownerAddress, jettonMinterAddress } = await (await holdingOf(admin)).getData()
    expect([String(balance), ownerAddress.toString(false), jettonMinterAddress.toString(false)]).toEqual([
      String(SUPPLY),
      admin.wallet.address.toRawString(),
      master.address.toRawString(),
    ])
    expect(await balanceOf(friend)).toBe(0n)
    const [mint] = await client.getTransactions((await holdingOf(admin)).address, { limit: 1 })
    expect(mint && opcodeOf(mint)).toBe(INTERNAL_TRANSFER)
  })

  it('is recognized by getTokenData, as are its wallets and nothing else', async () => {
    const { address } = await holdingOf(admin)
    const code = Cell.fromHex(TonWeb.token.jetton.JettonWallet.codeHex)
    const master0 = await tokenData(master.address)
    expect(master0.result).toEqual({
      '@type': 'ext.tokens.jettonMasterData',
      address: String(master.address),
      contract_type: 'jetton_master',
      total_supply: String(SUPPLY),
      mintable: true,
      admin_address: String(admin.wallet.address),
      jetton_content: { type: 'offchain', data: CONTENT },
      jetton_wallet_code: expect.any(String),
    })
    const wallet = await tokenData(address)
    expect(wallet.result).toEqual({
      '@type': 'ext.tokens.jettonWalletData',
      address: String(address),
      contract_type: 'jetton_wallet',
      balance: String(SUPPLY),
      owner: String(admin.wallet.address),
      jetton: String(master.address),
      jetton_wallet_code: expect.any(String),
    })
    for (const { result } of [master0, wallet]) {
      const { jetton_wallet_code: text } = result as { jetton_wallet_code: string }
      expect(Cell.fromBase64(text).equals(code)).toBe(true)
    }
    for (const other of [admin.wallet.address, (await holdingOf(friend)).address]) {
      expect(await tokenData(other)).toEqual({
        status: 409,
        result: undefined,
        error: 'Smart contract is not Jetton or NFT',
        code: 409,
      })
    }
  })

  it('is sent with a forward payload, and the excess is returned', async () => {
    const holding = await holdingOf(admin)
    const payload = new TonWeb.boc.Cell()
    payload.bits.writeUint(0, 32)
    payload.bits.writeString('for lunch')
    const body = await holding.createTransferBody({
      jettonAmount: bn(400n),
      toAddress: addressOf(friend),
      responseAddress: addressOf(admin),
      forwardAmount: bn(toNano('0.01')),
      forwardPayload: payload,
    })
    await admin.send(holding.address, toNano('0.2'), await coreCell(body))
    await hasBalance(friend, 400n)
    expect(await balanceOf(admin)).toBe(SUPPLY - 400n)

    const notified = await until('the friend is told', async () => {
      const transactions = await client.getTransactions(friend.wallet.address, { limit: 5 })
      return transactions.find((tx) => opcodeOf(tx) === TRANSFER_NOTIFICATION)
    })
    const slice = notified.inMessage?.body.beginParse().skip(32 + 64)
    expect(slice?.loadCoins()).toBe(400n)
    expect(slice?.loadAddress().equals(admin.wallet.address)).toBe(true)
    const comment = slice?.loadBit() ? slice.loadRef().beginParse() : undefined
    expect([comment?.loadUint(32), comment?.loadStringTail()]).toEqual([0, 'for lunch'])
    const info = notified.inMessage?.info
    expect(info?.type === 'internal' && info.value.coins).toBe(toNano('0.01'))
    await until('the rest is back', async () => {
      const transactions = await client.getTransactions(admin.wallet.address, { limit: 5 })
      return transactions.find((tx) => opcodeOf(tx) === EXCESSES)
    })
  })

  it('is burnt, and the supply shrinks', async () => {
    const holding = await holdingOf(friend)
    const body = await holding.createBurnBody({ jettonAmount: bn(150n), responseAddress: addressOf(friend) })
    await friend.send(holding.address, toNano('0.1'), await coreCell(body))
    await hasBalance(friend, 250n)
    const { totalSupply } = await until('the minter knows', async () => {
      const data = await master.getJettonData()
      return data.totalSupply === SUPPLY ? undefined : data
    })
    expect(totalSupply).toBe(SUPPLY - 150n)
    expect((await tokenData(master.address)).result).toMatchObject({ total_supply: String(SUPPLY - 150n) })
  })

  it('is neither overdrawn nor moved by strangers', async () => {
    const holding = await holdingOf(friend)
    const before = await client.getTransactions(holding.address, { limit: 100 })
    const attempts = [
      { sender: friend, amount: 251n, exitCode: NOT_ENOUGH_JETTONS },
      { sender: admin, amount: 1n, exitCode: NOT_THE_OWNER },
    ]
    for (const [index, { sender, amount, exitCode }] of attempts.entries()) {
      const body = await holding.createTransferBody({
        jettonAmount: bn(amount),
        toAddress: addressOf(admin),
        responseAddress: addressOf(sender),
      })
      await sender.send(holding.address, toNano('0.2'), await coreCell(body))
      const last = await until('it was tried', async () => {
        const transactions = await client.getTransactions(holding.address, { limit: 100 })
        return transactions.length === before.length + index + 1 ? transactions[0] : undefined
      })
      expect(outcomeOf(last)).toEqual({ exitCode, aborted: true })
    }
    expect(await balanceOf(friend)).toBe(250n)
  })

  it('answers with an error if an argument is missing', async () => {
    const STACK_UNDERFLOW = 2
    const { exit_code } = await client.runMethodWithError(master.address, 'get_wallet_address')
    expect(exit_code).toBe(STACK_UNDERFLOW)
    await expect(provider.call2(master.address.toString(), 'get_wallet_address')).rejects.toMatchObject({
      result: { exit_code: STACK_UNDERFLOW },
    })
  })
})
