import { Address, beginCell, type Cell } from '@ton/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadTransaction } from '../../../../src-main/chain/block/transaction.ts'
import { configParamCell, readConfigParam } from '../../../../src-main/chain/config/configCodecs.ts'
import { withConfigParam } from '../../../../src-main/chain/config/configParams.ts'
import { HashmapE } from '../../../../src-main/chain/hashmap/hashmap.ts'
import { LIBRARIES, PUBLISHERS } from '../../../../src-main/chain/state/libDescr.ts'
import { type ShardAccount, storeShardAccount } from '../../../../src-main/chain/state/shardAccounts.ts'
import { parseCell } from '../../../../src-main/chain/tlb.ts'
import { openMasterchain } from '../../../../src-main/devnet/collator/openedState.ts'
import { base64, Emulator, type ExecutionEnvironment } from '../../../../src-main/devnet/executor/emulator.ts'
import {
  type ExecutedTransaction,
  TransactionExecutor,
} from '../../../../src-main/devnet/executor/transactionExecutor.ts'
import { devnetKeys } from '../../../../src-main/devnet/keys.ts'
import { CAPABILITIES } from '../../../../src-main/devnet/zeroState/configuration.ts'
import { giverOf } from '../../../../src-main/devnet/zeroState/giver.ts'
import { zeroShardAccount } from '../../../../src-main/devnet/zeroState/zeroAccount.ts'
import { buildZeroStates } from '../../../../src-main/devnet/zeroState/zeroStates.ts'
import { EmulatorModule } from '../../../../src-main/tvm/emulatorModule.ts'
import { EXECUTOR_VERSION } from '../../../../src-main/tvm/executorConfig.ts'
import { prevBlocksValue } from '../../../../src-main/tvm/prevBlocks.ts'

const ACCOUNT_ID = Buffer.alloc(32, 5)
const LT = 1_000_000n

let executor: TransactionExecutor
let environment: ExecutionEnvironment
let masterchain: ReturnType<typeof openMasterchain>
beforeAll(async () => {
  executor = await TransactionExecutor.create()
  const keys = devnetKeys('executor')
  const zero = buildZeroStates({
    globalId: -777,
    genesisTime: 1_800_000_000,
    validatorKey: keys.validator.publicKey,
    giver: giverOf(keys.giver.publicKey),
  })
  masterchain = openMasterchain(zero.masterchain.root)
  environment = {
    config: masterchain.extra.config.config,
    libraries: null,
    utime: 1_800_000_100,
    randSeed: Buffer.alloc(32, 1),
    prevBlocks: undefined,
  }
})

const code = (hex: string) => beginCell().storeBuffer(Buffer.from(hex, 'hex')).endCell()
const accountWith = (contract: Cell): ShardAccount =>
  zeroShardAccount({
    accountId: ACCOUNT_ID,
    balance: { coins: 1_000_000_000_000n },
    init: {
      fixedPrefixLength: undefined,
      special: undefined,
      code: contract,
      data: beginCell().endCell(),
      library: undefined,
    },
  })
/** ext_in_msg_info$10 src:addr_none$00 dest import_fee:0, no init, the body in place. */
const MESSAGE = beginCell()
  .storeUint(0b10, 2)
  .storeUint(0, 2)
  .storeAddress(new Address(-1, ACCOUNT_ID))
  .storeCoins(0)
  .storeUint(0, 2)
  .endCell()

const run = (account: ShardAccount, changed: Partial<ExecutionEnvironment> = {}) =>
  executor.runMessage({ ...environment, ...changed }, { account, message: MESSAGE, lt: LT })

function exitCode({ transaction }: ExecutedTransaction): number {
  const { description } = parseCell(transaction, 'Transaction', loadTransaction)
  if (description.type !== 'generic' || description.computePhase.type !== 'vm')
    throw new Error('no compute phase')
  return description.computePhase.exitCode
}

/** ACCEPT, or nothing. */
const ACCEPTS = 'f800'
const REFUSES = ''

describe('public libraries', () => {
  const reference = (library: Cell) =>
    beginCell().storeUint(2, 8).storeBuffer(library.hash()).endCell({ exotic: true })
  const publicOnes = (libraries: readonly Cell[]) =>
    HashmapE.from(
      LIBRARIES,
      libraries
        .map((lib) => ({
          key: lib.hash(),
          value: { lib, publishers: new HashmapE(PUBLISHERS).set(ACCOUNT_ID, true as const) },
        }))
        .toSorted((a, b) => a.key.compare(b.key)),
    ).root
  const library = code(ACCEPTS)

  it('are those of the environment, and of no earlier one', () => {
    const account = accountWith(reference(library))
    expect(run(account)).toMatchObject({ kind: 'refused', exitCode: 9 })
    expect(run(account, { libraries: publicOnes([library]) })).toMatchObject({ kind: 'executed' })
    // The same set again, then another, then none.
    expect(run(account, { libraries: publicOnes([library]) })).toMatchObject({ kind: 'executed' })
    expect(run(account, { libraries: publicOnes([code('f80000')]) })).toMatchObject({ kind: 'refused' })
    expect(run(account, { libraries: publicOnes([library]) })).toMatchObject({ kind: 'executed' })
    expect(run(account)).toMatchObject({ kind: 'refused', exitCode: 9 })
  })

  it('go to the emulator once, as many as they are', async () => {
    // Chains of cells: half a megabyte in all.
    const many = Array.from({ length: 1000 }, (_, index) => {
      let cell = beginCell().storeUint(index, 1000).endCell()
      for (let depth = 0; depth < 3; depth++)
        cell = beginCell().storeUint(index, 1000).storeRef(cell).endCell()
      return cell
    })
    const libraries = publicOnes([...many, library])
    const module = await EmulatorModule.create()
    const sent: number[] = []
    const emulator = new Emulator(
      {
        createEmulator: (config, verbosity) => module.createEmulator(config, verbosity),
        destroyEmulator: (pointer) => module.destroyEmulator(pointer),
        emulate(pointer, text, account, message, params) {
          sent.push([text ?? '', account, message, params].join('').length)
          return module.emulate(pointer, text, account, message, params)
        },
      },
      0,
    )
    const account = base64(
      beginCell()
        .store(storeShardAccount(accountWith(reference(library))))
        .endCell(),
    )
    for (let times = 0; times < 3; times++) {
      const answer = emulator.run({ ...environment, libraries }, account, base64(MESSAGE), { lt: `${LT}` })
      expect(JSON.parse(answer).output.success).toBe(true)
    }
    expect(sent[0]).toBeGreaterThan(500_000)
    expect(sent[1]).toBeLessThan(2_000)
    expect(sent[2]).toBe(sent[1])
  })
})

describe('earlier masterchain blocks', () => {
  // ACCEPT, PREVMCBLOCKS, 0 INDEX, 2 INDEX (its seqno), THROWANY
  const throwsSeqno = code('f800f834006f106f12f2f0')
  const at = (seqno: number) =>
    prevBlocksValue(
      { seqno, rootHash: Buffer.alloc(32, 7), fileHash: Buffer.alloc(32, 8) },
      masterchain.extraDetails,
    )

  it('are those of the environment, and of no earlier one', () => {
    const account = accountWith(throwsSeqno)
    for (const seqno of [41, 42, 42, 41]) {
      const result = run(account, { prevBlocks: at(seqno) })
      expect(exitCode(result as ExecutedTransaction)).toBe(seqno)
    }
    const without = run(account)
    expect(exitCode(without as ExecutedTransaction)).not.toBe(41)
  })
})

describe('a configuration of global version 15', () => {
  it('runs by the rules of 13: a contract of the masterchain still publishes a library', () => {
    // ACCEPT, PUSHREF, 2 PUSHINT, SETLIBCODE
    const library = code('c0ffee')
    const publishes = beginCell().storeBuffer(Buffer.from('f8008872fb06', 'hex')).storeRef(library).endCell()
    const newer = configParamCell(8, { version: 15, capabilities: CAPABILITIES })
    const config = withConfigParam(environment.config, 8, newer)
    const result = run(accountWith(publishes), { config })
    if (result.kind === 'refused') throw new Error(result.reason)
    const { description } = parseCell(result.transaction, 'Transaction', loadTransaction)
    expect(description).toMatchObject({ actionPhase: { success: true, specActions: 1 } })
    // So new devnets claim the executor's version.
    expect(readConfigParam(environment.config, 8)).toEqual({
      version: EXECUTOR_VERSION,
      capabilities: CAPABILITIES,
    })
  })
})

describe('an account that ran before', () => {
  it('continues from the state that the executor returned', () => {
    let account = accountWith(code(ACCEPTS))
    const hashes = new Set<string>()
    for (let times = 0; times < 3; times++) {
      const result = executor.runMessage(environment, {
        account,
        message: MESSAGE,
        lt: LT + BigInt(times) * 10n,
      })
      if (result.kind === 'refused') throw new Error(result.reason)
      const { stateUpdate } = parseCell(result.transaction, 'Transaction', loadTransaction)
      expect(stateUpdate.oldHash).toEqual(account.account.hash())
      expect(stateUpdate.newHash).toEqual(result.account.account.hash())
      account = result.account
      hashes.add(account.lastTransHash.toString('hex'))
    }
    expect(hashes.size).toBe(3)
  })
})

describe('a message that is tried', () => {
  const tryIt = (account: ShardAccount, changed: Partial<ExecutionEnvironment> = {}) =>
    executor.tryMessage({ ...environment, ...changed }, { account, message: MESSAGE, lt: LT })

  it('is refused with a log of what ran', () => {
    expect(tryIt(accountWith(code(REFUSES)))).toMatchObject({ kind: 'refused', exitCode: 0 })
    // 77 THROW
    const refusal = tryIt(accountWith(code('f2c04d')))
    expect(refusal).toMatchObject({ kind: 'refused', exitCode: 77 })
    expect(refusal?.vmLog).toContain('execute THROW 77')
  })

  it('has the outcome of a run of its own wherever anything is different', async () => {
    const account = accountWith(code(ACCEPTS))
    expect(tryIt(account)).toBeUndefined()
    const other = await TransactionExecutor.create()
    for (const changed of [
      {},
      { utime: environment.utime + 1 },
      { randSeed: Buffer.alloc(32, 2) },
      {
        prevBlocks: prevBlocksValue(
          { seqno: 1, rootHash: Buffer.alloc(32), fileHash: Buffer.alloc(32) },
          masterchain.extraDetails,
        ),
      },
    ]) {
      for (const lt of [LT, LT + 1n]) {
        const own = other.runMessage({ ...environment, ...changed }, { account, message: MESSAGE, lt })
        const after = executor.runMessage({ ...environment, ...changed }, { account, message: MESSAGE, lt })
        if (own.kind === 'refused' || after.kind === 'refused') throw new Error('refused')
        expect(after.transaction.hash()).toEqual(own.transaction.hash())
        expect(after.account.account.hash()).toEqual(own.account.account.hash())
      }
    }
  })
})
