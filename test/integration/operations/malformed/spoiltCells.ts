import fc from 'fast-check'
import { serializeBoc } from '../../../../src-main/chain/cells/serializeBoc.ts'
import { mutatedBytes } from '../../../fixtures/mutatedBytes.ts'
import { anyTree } from '../../../unit/chain/cells/cellArbitrary.ts'
import type { Params } from '../ask.ts'
import { RAW } from '../kinds.ts'

/**
 * Well-formed requests whose bags of cells are spoilt or whose stacks hold what the reference answers with a status
 * of 500 or 542, although the client is at fault: compatibility-v2 §8.2, §10 and §11.
 */
export type Spoilt = { readonly name: string; readonly params: Params }

/** Texts of their refusals; `network` is the error of the test's network for an accepted request. */
export function knownFailures(network: string): RegExp {
  const texts = [
    network,
    'INVALID_BAG_OF_CELLS: (body|init_code|init_data)\\S',
    'cannot deserialize bag-of-cells: ',
    'bag-of-cells CRC32C mismatch: ',
    'invalid bag-of-cells failed to deserialize cell #\\d+ \\[Error : 0 : ',
    'Failed to unpack Message$',
    'CommonMsgInfo tag is not ext_in_msg_info$',
    'Failed to parse dec string to int256$',
    'Unsuppored stack entry$',
    'Unsupported stack entry type: ',
  ]
  return new RegExp(texts.map((text) => `^${text}`).join('|'))
}

/** Trees with exotic cells too, as clients can write them: with and without index, checksum and hashes. */
const wholeBoc = fc
  .tuple(anyTree, fc.record({ index: fc.boolean(), crc32c: fc.boolean(), intHashes: fc.boolean() }))
  .map(([cell, options]) => serializeBoc(cell, options))

const spoiltBoc = fc.oneof(
  wholeBoc,
  wholeBoc.chain((boc) => mutatedBytes([boc])),
  // Counts, sizes and roots stand in the first bytes; a small bag's references are single ones.
  fc.tuple(wholeBoc, fc.nat(24), fc.constantFrom(0, 1, 4, 7, 127, 128, 255)).map(([boc, place, byte]) => {
    boc[place % boc.length] = byte
    return boc
  }),
  fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.concat([Buffer.from('b5ee9c72', 'hex'), bytes])),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
)
const boc = spoiltBoc.map((bytes) => bytes.toString('base64'))
const someBoc = boc.filter((text) => text !== '')

const number = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n }).map(String),
  fc.constantFrom('', '-', '0x2a', '+5', ' 5', '9'.repeat(1_001)),
)
const { entry } = fc.letrec((tie) => ({
  entry: fc.oneof(
    { maxDepth: 6 },
    number.map((text) => ({
      '@type': 'tvm.stackEntryNumber',
      number: { '@type': 'tvm.numberDecimal', number: text },
    })),
    boc.map((bytes) => ({ '@type': 'tvm.stackEntryCell', cell: { '@type': 'tvm.cell', bytes } })),
    boc.map((bytes) => ({ '@type': 'tvm.stackEntrySlice', slice: { '@type': 'tvm.slice', bytes } })),
    fc.constant({ '@type': 'tvm.stackEntryUnsupported' }),
    fc
      .array(tie('entry'), { maxLength: 4 })
      .map((elements) => ({ '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements } })),
    fc
      .array(tie('entry'), { maxLength: 4 })
      .map((elements) => ({ '@type': 'tvm.stackEntryList', list: { '@type': 'tvm.list', elements } })),
  ),
}))
const elements = fc.array(entry, { maxLength: 4 })
const legacy = fc.oneof(
  fc.tuple(fc.constantFrom('tvm.Cell', 'tvm.Slice'), someBoc),
  fc.tuple(fc.constantFrom('cell', 'slice'), fc.record({ bytes: someBoc })),
  elements.map((items) => ['tuple', { '@type': 'tvm.tuple', elements: items }]),
  elements.map((items) => ['tvm.List', { '@type': 'tvm.list', elements: items }]),
  fc.tuple(
    fc.string({ maxLength: 10 }).filter((type) => !/^(num|int|cell|slice|tuple|list)/.test(type)),
    someBoc,
  ),
)

const call = (name: string, entries: fc.Arbitrary<unknown>) =>
  fc
    .array(entries, { maxLength: 4 })
    .map((stack): Spoilt => ({ name, params: { address: RAW, method: 'seqno', stack } }))

export const spoilt: fc.Arbitrary<Spoilt> = fc.oneof(
  fc
    .tuple(fc.constantFrom('sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError'), someBoc)
    .map(([name, text]) => ({ name, params: { boc: text } })),
  fc
    .tuple(boc, fc.option(boc, { nil: undefined }), fc.option(boc, { nil: undefined }))
    .map(([body, init_code, init_data]) => ({
      name: 'estimateFee',
      params: { address: RAW, body, init_code, init_data },
    })),
  call('runGetMethod', legacy),
  call('runGetMethodStd', entry),
)
