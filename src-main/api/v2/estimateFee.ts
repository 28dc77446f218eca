import { beginCell, type Cell, CellType, type CurrencyCollection } from '@ton/core'
import { ApiError } from '#shared/apiError.ts'
import type { V2Values } from '#shared/schema/v2/operations.ts'
import { type Message, storeMessage } from '../../chain/block/message.ts'
import type { StateInit } from '../../chain/block/stateInit.ts'
import { loadTransaction } from '../../chain/block/transaction.ts'
import { MASTERCHAIN } from '../../chain/blockId.ts'
import { configParam } from '../../chain/config/configParams.ts'
import { type GasLimitsPrices, loadGasLimitsPrices } from '../../chain/config/gasPrices.ts'
import { loadMsgForwardPrices, type MsgForwardPrices } from '../../chain/config/msgForwardPrices.ts'
import { loadStoragePriceList, type StoragePrices } from '../../chain/config/storagePrices.ts'
import { type Account, accountCell, openAccount } from '../../chain/state/account.ts'
import { parseCell } from '../../chain/tlb.ts'
import type { MessageResult } from '../../tvm/emulateMessage.ts'
import { acceptsIn, gasUntilAccepted } from '../../tvm/gasLog.ts'
import { type AccountState, coreAddress, readAccountAt } from './accountState.ts'
import { readClientBoc } from './bocInput.ts'
import type { V2Context, V2Handler } from './context.ts'
import { type SendAction, sendActions } from './outActions.ts'

/** The estimated fees of an external message: compatibility-v2 §11.2. */

/** Prices have 16 fractional bits. */
const FRACTION = 16n

type Prices = {
  readonly gas: GasLimitsPrices
  readonly forward: { readonly masterchain: MsgForwardPrices; readonly basechain: MsgForwardPrices }
  readonly storage: readonly StoragePrices[]
}

type InitCells = { readonly code: Cell; readonly data: Cell }

export const estimateFee: V2Handler<'estimateFee'> = async (values, context) => {
  const body = readClientBoc(values.body, 'INVALID_BAG_OF_CELLS: body')
  const init = readInit(values)
  const session = context.session()
  const account = await readAccountAt(session, await session.last(), coreAddress(values.address))
  const config = (await context.contracts.config(context)).root
  const isMasterchain = account.address.workChain === MASTERCHAIN
  const prices = readPrices(config, isMasterchain)
  const message = externalMessage(account, body, init)

  const inForwardFee = forwardFee(messageForward(prices, isMasterchain), message.refs)
  const storage = storageFee(account, prices.storage, isMasterchain)
  // Without the StateInit: the account already has its code, which another StateInit would prevent.
  const running = externalMessage(account, body, undefined)
  const { gasFee, sent } = await execute(account, running, init, values.ignore_chksig, prices, context)
  const sentFee = sent.reduce((sum, { cells, toMasterchain }) => {
    const forward = messageForward(prices, isMasterchain || toMasterchain)
    return sum + forwardFee(forward, cells)
  }, 0n)
  return {
    '@type': 'query.fees',
    source_fees: {
      '@type': 'fees',
      in_fwd_fee: Number(inForwardFee),
      storage_fee: Number(storage),
      gas_fee: Number(gasFee),
      fwd_fee: Number(sentFee),
    },
    destination_fees: [],
  }
}

/** Code and data that replace the account's; data alone are ignored, as in toncenter. */
function readInit({ init_code, init_data }: V2Values<'estimateFee'>): InitCells | undefined {
  if (init_code.length === 0) return undefined
  return {
    code: readClientBoc(init_code, 'INVALID_BAG_OF_CELLS: init_code'),
    data: readClientBoc(init_data, 'INVALID_BAG_OF_CELLS: init_data'),
  }
}

function readPrices(config: Cell, isMasterchain: boolean): Prices {
  const param = <T>(id: number, load: (slice: ReturnType<Cell['beginParse']>) => T): T => {
    const cell = configParam(config, id)
    if (!cell) throw new ApiError(500, `the network has no configuration parameter ${id}`)
    return parseCell(cell, `ConfigParam ${id}`, load)
  }
  return {
    gas: param(isMasterchain ? 20 : 21, loadGasLimitsPrices),
    forward: { masterchain: param(24, loadMsgForwardPrices), basechain: param(25, loadMsgForwardPrices) },
    storage: [...param(18, loadStoragePriceList).values()],
  }
}

function messageForward({ forward }: Prices, touchesMasterchain: boolean): MsgForwardPrices {
  return touchesMasterchain ? forward.masterchain : forward.basechain
}

function stateInit({ code, data }: InitCells): StateInit {
  return { fixedPrefixLength: undefined, special: undefined, code, data, library: undefined }
}

/**
 * Builds the message as tonlib does: StateInit and body inside of the message if they fit, otherwise the body in a
 * reference.
 */
function externalMessage(account: AccountState, body: Cell, init: InitCells | undefined): Cell {
  const message: Message = {
    info: { type: 'external-in', src: null, dest: account.address, importFee: 0n },
    init: init && stateInit(init),
    body,
    initInRef: false,
    bodyInRef: false,
  }
  const HEADER_BITS = 2 + 2 + 267 + 4
  const INIT_BITS = init ? 1 + 1 + 5 : 1
  const bits = HEADER_BITS + INIT_BITS + 1 + body.bits.length
  const fits = !body.isExotic && bits <= 1023 && body.refs.length + (init ? 2 : 0) <= 4
  return beginCell()
    .store(storeMessage({ ...message, bodyInRef: !fits }))
    .endCell()
}

function ceilShift(value: bigint): bigint {
  return (value + (1n << FRACTION) - 1n) >> FRACTION
}

/** Returns the lump price and the price of the trees under a message's root; equal cells are counted once. */
function forwardFee(prices: MsgForwardPrices, trees: readonly Cell[]): bigint {
  const seen = new Set<string>()
  let bits = 0n
  const cells = [...trees]
  for (let cell = cells.pop(); cell; cell = cells.pop()) {
    const key = cell.hash().toString('latin1')
    if (seen.has(key)) continue
    seen.add(key)
    bits += BigInt(cell.bits.length)
    cells.push(...cell.refs)
  }
  return prices.lumpPrice + ceilShift(prices.bitPrice * bits + prices.cellPrice * BigInt(seen.size))
}

/** Returns the fee from the last payment to the state's time, with the prices of each period. */
function storageFee(state: AccountState, prices: readonly StoragePrices[], isMasterchain: boolean): bigint {
  const account = state.answer.account && openAccount(state.answer.account)
  if (!account) return 0n
  const { used, lastPaid } = account.storageStat
  const now = state.answer.shardUtime
  const [first] = prices
  if (lastPaid === 0 || !first || now <= first.utimeSince) return 0n
  let sum = 0n
  prices.forEach((price, index) => {
    const from = Math.max(lastPaid, price.utimeSince)
    const until = Math.min(now, prices[index + 1]?.utimeSince ?? now)
    if (until <= from) return
    const perSecond = isMasterchain
      ? used.cells * price.mcCellPricePs + used.bits * price.mcBitPricePs
      : used.cells * price.cellPricePs + used.bits * price.bitPricePs
    sum += perSecond * BigInt(until - from)
  })
  return ceilShift(sum)
}

type AcceptedMessage = Extract<MessageResult, { accepted: true }>
type Execution = { readonly gasFee: bigint; readonly sent: readonly SendAction[] }
const NOTHING: Execution = { gasFee: 0n, sent: [] }

async function execute(
  state: AccountState,
  message: Cell,
  init: InitCells | undefined,
  ignoreSignatures: boolean,
  prices: Prices,
  context: V2Context,
): Promise<Execution> {
  const account = state.answer.account && openAccount(state.answer.account)
  const code = init?.code ?? state.code
  // tonlib treats an account that does not exist as one that accepts everything and uses no gas.
  if (!code && !account) return { gasFee: gasFee(prices.gas, 0n), sent: [] }
  if (!code) return NOTHING
  const data = init?.data ?? state.data ?? beginCell().endCell()
  const balance = account?.storage.balance ?? { coins: 0n }
  const run = async (coins: bigint, gasLog: boolean) => {
    const funds = { ...balance, coins }
    const job = {
      code,
      shardAccount: shardAccountOf(state, account, { code, data }, funds, prices, message),
      message,
      gasLog,
      utime: state.answer.shardUtime,
      // The emulator then uses the lt after the account's last one.
      lt: 0n,
      ignoreSignatures,
    }
    return context.contracts.message(job, context)
  }
  const bought = account ? gasBought(prices.gas, balance.coins) : 0n
  if (bought > 0n) {
    const result = await run(balance.coins, false)
    if (result.accepted) return accepted(result, code, prices)
  }
  if (bought >= prices.gas.gasCredit) return NOTHING
  // tonlib sets no gas limit until the contract accepts; from then on the bought gas is the limit.
  const { vmLog } = await run(gasFee(prices.gas, prices.gas.gasCredit), true)
  // A run without a credit, because no gas was bought, counts as accepted from the start.
  if (bought > 0n && !acceptsIn(vmLog)) return NOTHING
  const used = libraryGas(code) + gasUntilAccepted(vmLog, prices.gas.gasCredit)
  return { gasFee: gasFee(prices.gas, used), sent: [] }
}

/** Gas of an implicit jump and the load of one cell. */
const LIBRARY_GAS = 110n

/** Gas that tonlib's run uses to open code that is a library reference; since version 9 a transaction uses none. */
function libraryGas(code: Cell): bigint {
  return code.type === CellType.Library ? LIBRARY_GAS : 0n
}

/** Returns the fees of a message that the contract accepted: its gas and its sent messages. */
function accepted({ transaction, actions }: AcceptedMessage, code: Cell, prices: Prices): Execution {
  const { description } = parseCell(transaction, 'Transaction', loadTransaction)
  const compute = description.type === 'generic' ? description.computePhase : undefined
  if (compute?.type !== 'vm') return NOTHING
  const sent = compute.success && actions ? sendActions(actions) : []
  return { gasFee: gasFee(prices.gas, libraryGas(code) + compute.gasUsed), sent }
}

/** Returns the gas that a balance buys, up to the limit of one transaction: 0 below the flat price. */
function gasBought({ flat, gasPrice, gasLimit }: GasLimitsPrices, balance: bigint): bigint {
  const { flatGasLimit, flatGasPrice } = flat ?? { flatGasLimit: 0n, flatGasPrice: 0n }
  if (balance < flatGasPrice) return 0n
  const gas = flatGasLimit + ((balance - flatGasPrice) << FRACTION) / gasPrice
  return gas < gasLimit ? gas : gasLimit
}

function gasFee(prices: GasLimitsPrices, used: bigint): bigint {
  const { flatGasLimit, flatGasPrice } = prices.flat ?? { flatGasLimit: 0n, flatGasPrice: 0n }
  if (used <= flatGasLimit) return flatGasPrice
  return flatGasPrice + ceilShift(prices.gasPrice * (used - flatGasLimit))
}

/**
 * Returns the account for the emulator: with the code and data that apply, its storage paid for, and the message's
 * import fee added to `balance`, because the estimate needs the whole balance.
 */
function shardAccountOf(
  state: AccountState,
  account: Account | undefined,
  { code, data }: InitCells,
  balance: CurrencyCollection,
  prices: Prices,
  message: Cell,
): Cell {
  const isMasterchain = state.address.workChain === MASTERCHAIN
  const importFee = forwardFee(messageForward(prices, isMasterchain), message.refs)
  const old = account?.storage.state
  const init: StateInit = { ...(old?.type === 'active' ? old.init : stateInit({ code, data })), code, data }
  const cell = accountCell({
    addr: state.address,
    storageStat: {
      used: account?.storageStat.used ?? { cells: 0n, bits: 0n },
      dictHash: undefined,
      lastPaid: state.answer.shardUtime,
      duePayment: undefined,
    },
    storage: {
      lastTransLt: account?.storage.lastTransLt ?? 0n,
      balance: { ...balance, coins: balance.coins + importFee },
      state: { type: 'active', init },
    },
  })
  return beginCell()
    .storeRef(cell)
    .storeBuffer(state.answer.lastTransHash, 32)
    .storeUint(state.answer.lastTransLt, 64)
    .endCell()
}
