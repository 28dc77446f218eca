import { beginCell, type CurrencyCollection, loadTransaction as coreLoadTransaction } from '@ton/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../../../src-main/chain/block/transaction.ts'
import {
  loadTransaction,
  loadTransactionFees,
  storeTransaction,
} from '../../../../src-main/chain/block/transaction.ts'
import type { TransactionDescr } from '../../../../src-main/chain/block/transactionDescr.ts'
import {
  loadTransactionDescr,
  storeTransactionDescr,
} from '../../../../src-main/chain/block/transactionDescr.ts'
import type { ComputePhase } from '../../../../src-main/chain/block/transactionPhases.ts'
import { parseCell, TlbError } from '../../../../src-main/chain/tlb.ts'
import {
  bigUint,
  cell,
  currencies,
  expectRoundTrip,
  expectSameCells,
  hash,
  int,
  maybe,
  uint,
} from './arbitraries.ts'

/** Of realistic size: with the greatest of all a description would not fit into its cell. */
const coins = bigUint(64)
const plainCurrencies = coins.map((amount) => ({ coins: amount }))

const is = <const T>(value: T) => fc.constant(value)
const flag = fc.boolean()
const statusChange = fc.constantFrom('unchanged' as const, 'frozen' as const, 'deleted' as const)
const status = fc.constantFrom(
  'uninitialized' as const,
  'frozen' as const,
  'active' as const,
  'non-existing' as const,
)
const storageUsed = fc.record({ cells: bigUint(48), bits: bigUint(48) })
const storagePhase = fc.record({ storageFeesCollected: coins, storageFeesDue: maybe(coins), statusChange })
const creditPhase = fc.record({ dueFeesCollected: maybe(coins), credit: plainCurrencies })
const computePhase: fc.Arbitrary<ComputePhase> = fc.oneof(
  fc.record({
    type: is('skipped'),
    reason: fc.constantFrom(
      'no-state' as const,
      'bad-state' as const,
      'no-gas' as const,
      'suspended' as const,
    ),
  }),
  fc.record({
    type: is('vm'),
    success: flag,
    msgStateUsed: flag,
    accountActivated: flag,
    gasFees: coins,
    gasUsed: bigUint(48),
    gasLimit: bigUint(48),
    gasCredit: maybe(bigUint(16)),
    mode: int(8),
    exitCode: int(32),
    exitArg: maybe(int(32)),
    vmSteps: uint(32),
    vmInitStateHash: hash,
    vmFinalStateHash: hash,
  }),
)
const actionPhase = fc.record({
  success: flag,
  valid: flag,
  noFunds: flag,
  statusChange,
  totalFwdFees: maybe(coins),
  totalActionFees: maybe(coins),
  resultCode: int(32),
  resultArg: maybe(int(32)),
  totActions: uint(16),
  specActions: uint(16),
  skippedActions: uint(16),
  msgsCreated: uint(16),
  actionListHash: hash,
  totMsgSize: storageUsed,
})
const bouncePhase = fc.oneof(
  fc.record({ type: is('negative-funds') }),
  fc.record({ type: is('no-funds'), msgSize: storageUsed, reqFwdFees: coins }),
  fc.record({ type: is('ok'), msgSize: storageUsed, msgFees: coins, fwdFees: coins }),
)
const splitInfo = fc.record({
  curShardPfxLen: uint(6),
  accSplitDepth: uint(6),
  thisAddr: hash,
  siblingAddr: hash,
})

const descr: fc.Arbitrary<TransactionDescr> = fc.oneof(
  fc.record({
    type: is('generic'),
    creditFirst: flag,
    storagePhase: maybe(storagePhase),
    creditPhase: maybe(creditPhase),
    computePhase,
    actionPhase: maybe(actionPhase),
    aborted: flag,
    bouncePhase: maybe(bouncePhase),
    destroyed: flag,
  }),
  fc.record({ type: is('storage'), storagePhase }),
  fc.record({
    type: is('tick-tock'),
    isTock: flag,
    storagePhase,
    computePhase,
    actionPhase: maybe(actionPhase),
    aborted: flag,
    destroyed: flag,
  }),
  fc.record({
    type: is('split-prepare'),
    splitInfo,
    storagePhase: maybe(storagePhase),
    computePhase,
    actionPhase: maybe(actionPhase),
    aborted: flag,
    destroyed: flag,
  }),
  fc.record({ type: is('split-install'), splitInfo, prepareTransaction: cell, installed: flag }),
  fc.record({ type: is('merge-prepare'), splitInfo, storagePhase, aborted: flag }),
  fc.record({
    type: is('merge-install'),
    splitInfo,
    prepareTransaction: cell,
    storagePhase: maybe(storagePhase),
    creditPhase: maybe(creditPhase),
    computePhase,
    actionPhase: maybe(actionPhase),
    aborted: flag,
    destroyed: flag,
  }),
)

const transaction = (fees: fc.Arbitrary<CurrencyCollection>): fc.Arbitrary<Transaction> =>
  fc.record({
    accountAddr: hash,
    lt: bigUint(64),
    prevTransHash: hash,
    prevTransLt: bigUint(64),
    now: uint(32),
    origStatus: status,
    endStatus: status,
    inMsg: maybe(cell),
    outMsgs: fc.array(cell, { maxLength: 5 }),
    totalFees: fees,
    stateUpdate: fc.record({ oldHash: hash, newHash: hash }),
    description: descr,
  })

const tick: Transaction = {
  accountAddr: Buffer.alloc(32, 3),
  lt: 8_000_001n,
  prevTransHash: Buffer.alloc(32, 7),
  prevTransLt: 7_000_001n,
  now: 1_600_000_000,
  origStatus: 'active',
  endStatus: 'active',
  inMsg: undefined,
  outMsgs: [],
  totalFees: { coins: 11n },
  stateUpdate: { oldHash: Buffer.alloc(32, 8), newHash: Buffer.alloc(32, 9) },
  description: {
    type: 'tick-tock',
    isTock: false,
    storagePhase: { storageFeesCollected: 11n, storageFeesDue: undefined, statusChange: 'unchanged' },
    computePhase: { type: 'skipped', reason: 'no-gas' },
    actionPhase: undefined,
    aborted: true,
    destroyed: false,
  },
}
const cellOf = (value: Transaction) => beginCell().store(storeTransaction(value)).endCell()

describe('loadTransactionDescr', () => {
  test('reads every kind that storeTransactionDescr writes', () => {
    expectRoundTrip(descr, loadTransactionDescr, storeTransactionDescr)
  })

  test('rejects tags above 0111', () => {
    expect(() => loadTransactionDescr(beginCell().storeUint(8, 4).endCell().beginParse())).toThrow(TlbError)
  })
})

describe('loadTransaction', () => {
  test('reads a transaction that storeTransaction writes', () => {
    expectRoundTrip(transaction(plainCurrencies), loadTransaction, storeTransaction)
    expectSameCells(transaction(currencies), loadTransaction, storeTransaction)
  })

  test('agrees with @ton/core', () => {
    const theirs = coreLoadTransaction(cellOf(tick).beginParse())
    const { accountAddr, lt, now, totalFees, stateUpdate } = tick
    expect(theirs).toMatchObject({ lt, now, totalFees, stateUpdate, outMessagesCount: 0 })
    expect(theirs.address).toBe(BigInt(`0x${accountAddr.toString('hex')}`))
    expect(theirs.description).toMatchObject({ type: 'tick-tock', isTock: false, aborted: true })
  })

  test('rejects a number of out-messages that contradicts outmsg_cnt', () => {
    const whole = cellOf({ ...tick, outMsgs: [beginCell().endCell()] })
    const [messages, ...rest] = whole.refs
    const builder = beginCell()
    // outmsg_cnt is at bit 676 = 4 + 256 + 64 + 256 + 64 + 32.
    builder.storeBits(whole.bits.substring(0, 676)).storeUint(2, 15)
    builder.storeBits(whole.bits.substring(691, whole.bits.length - 691)).storeRef(messages!)
    for (const ref of rest) builder.storeRef(ref)
    expect(() => parseCell(builder.endCell(), 'Transaction', loadTransaction)).toThrow(
      'Transaction: 1 out-messages where 2 are announced',
    )
  })
})

describe('loadTransactionFees', () => {
  test('reads only the fees', () => {
    expect(loadTransactionFees(cellOf(tick).beginParse())).toEqual({ coins: 11n })
  })
})
