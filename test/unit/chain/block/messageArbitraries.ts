import fc from 'fast-check'
import type { CommonMsgInfo } from '../../../../src-main/chain/block/commonMsgInfo.ts'
import type { Message } from '../../../../src-main/chain/block/message.ts'
import type { StateInit } from '../../../../src-main/chain/block/stateInit.ts'
import {
  bigUint,
  cell,
  coins,
  externalAddress,
  maybe,
  stdAddress,
  uint,
  uncommonAddress,
} from './arbitraries.ts'

const internalAddress = fc.oneof({ weight: 4, arbitrary: stdAddress }, uncommonAddress)

/** Small enough to leave room for a StateInit beside it. */
const commonMsgInfo: fc.Arbitrary<CommonMsgInfo> = fc.oneof(
  fc.record({
    type: fc.constant('internal' as const),
    ihrDisabled: fc.boolean(),
    bounce: fc.boolean(),
    bounced: fc.boolean(),
    src: stdAddress,
    dest: stdAddress,
    value: coins.map((amount) => ({ coins: amount })),
    extraFlags: bigUint(40),
    fwdFee: bigUint(40),
    createdLt: bigUint(64),
    createdAt: uint(32),
  }),
  fc.record({
    type: fc.constant('external-in' as const),
    src: externalAddress,
    dest: stdAddress,
    importFee: coins,
  }),
  fc.record({
    type: fc.constant('external-out' as const),
    src: internalAddress,
    dest: fc.constant(null),
    createdLt: bigUint(64),
    createdAt: uint(32),
  }),
)

const stateInit: fc.Arbitrary<StateInit> = fc.record({
  fixedPrefixLength: maybe(uint(5)),
  special: maybe(fc.record({ tick: fc.boolean(), tock: fc.boolean() })),
  code: maybe(cell),
  data: maybe(cell),
  library: fc.constant(undefined),
})

const smallCell = cell.filter((body) => body.bits.length < 100)

/** Init and body in random positions instead of those that @ton/core chooses. */
export const message: fc.Arbitrary<Message> = fc
  .record({
    info: commonMsgInfo,
    init: maybe(stateInit),
    body: smallCell,
    initInRef: fc.boolean(),
    bodyInRef: fc.boolean(),
  })
  .map((value) => (value.init ? value : { ...value, initInRef: false }))
