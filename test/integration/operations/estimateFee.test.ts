import { beginCell, Cell } from '@ton/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { type GasLimitsPrices, loadGasLimitsPrices } from '../../../src-main/chain/config/gasPrices.ts'
import { openScene, resultOf, type Scene } from './scene.ts'

const EMPTY = beginCell().endCell()
/** SETCP 0. */
const START = 'ff00'
/** NEWC, ENDC, DROP. */
const WORK = 'c8c930'
const ACCEPT = 'f800'

const base64 = (cell: Cell) => cell.toBoc().toString('base64')

/** What each account's contract uses of gas before it refuses an empty message, by tonlib. */
const BROKE: Readonly<Record<string, bigint>> = {
  'sale of Wagtail #1': 861n,
  'Order 0: rent, executed': 270n,
  // 110 of it open the library.
  'Guest book (code in a library)': 380n,
}

describe('estimateFee of accounts that cannot buy the gas', () => {
  let scene: Scene
  let prices: GasLimitsPrices
  beforeAll(async () => {
    scene = await openScene({ cache: false })
    const { config } = await resultOf(scene.url, 'getConfigParam', { config_id: 21 })
    prices = loadGasLimitsPrices(Cell.fromBase64(config.bytes).beginParse())
  }, 120_000)
  afterAll(() => scene?.[Symbol.asyncDispose]())

  function priceOf(gas: bigint): number {
    const { flatGasLimit, flatGasPrice } = prices.flat ?? { flatGasLimit: 0n, flatGasPrice: 0n }
    const above = gas > flatGasLimit ? gas - flatGasLimit : 0n
    return Number(flatGasPrice + ((prices.gasPrice * above + 0xffffn) >> 16n))
  }
  async function gasFeeOf(params: object): Promise<number> {
    const { source_fees } = await resultOf(scene.url, 'estimateFee', { body: base64(EMPTY), ...params })
    return source_fees.gas_fee
  }

  it.each(Object.entries(BROKE))('counts the gas of an account without coins: %s', async (name, gas) => {
    const address = scene.accounts.get(name) ?? ''
    const { balance, state } = await resultOf(scene.url, 'getAddressInformation', { address })
    expect([state, String(balance)]).toEqual(['active', '0'])
    expect(await gasFeeOf({ address })).toBe(priceOf(gas))
  })

  it('takes bags of cells without a checksum and with bytes after their end', async () => {
    const address = scene.accounts.get('Order 0: rent, executed') ?? ''
    const bytes = Buffer.concat([serializeBoc(EMPTY), Buffer.from('and more')]).toString('base64')
    expect(await gasFeeOf({ address, body: bytes })).toBe(priceOf(270n))
    const stack = [['tvm.Slice', bytes]]
    const run = { address: scene.wallet.address.toRawString(), method: 'seqno', stack }
    expect(await resultOf(scene.url, 'runGetMethod', run)).toMatchObject({ exit_code: 0 })
  })

  it('counts the gas until a contract accepts that cannot pay for more', { timeout: 60_000 }, async () => {
    const address = `0:${'6b'.repeat(32)}`
    const amount = String(priceOf(300n))
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ address, amount }),
    }
    expect((await fetch(`${scene.url}${DEVNET_PREFIX}/faucet`, init)).status).toBe(200)
    const { balance } = await resultOf(scene.url, 'getAddressInformation', { address })
    expect(String(balance)).toBe(amount)
    const feeOf = (code: string) =>
      gasFeeOf({
        address,
        init_code: base64(beginCell().storeBuffer(Buffer.from(code, 'hex')).endCell()),
        init_data: base64(EMPTY),
      })
    // 26 for SETCP, 554 for the work, 26 for ACCEPT; then there is no gas for the rest.
    expect(await feeOf(START + WORK + ACCEPT + WORK)).toBe(priceOf(606n))
    // Within the gas that was bought; 5 are for the implicit return.
    expect(await feeOf(START + ACCEPT)).toBe(priceOf(57n))
    expect(await feeOf(START + WORK)).toBe(0)
  })
})
