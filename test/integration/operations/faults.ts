import type { Params } from './ask.ts'
import {
  accountHash,
  address,
  bytes,
  CELL,
  count,
  FRIENDLY,
  flag,
  HASH,
  hash,
  hashes,
  int32,
  int64,
  type Kind,
  method,
  plainFlag,
  plainInt32,
  RAW,
  SHARD,
  shard,
  stack,
  text,
} from './kinds.ts'
import { LEGACY_STACK_FAULTS, STANDARD_STACK_FAULTS } from './stackFaults.ts'

/**
 * What each operation refuses with status 422, and in which words: compatibility-v2 §8.2, with §1.2 and §2.1 for what
 * cannot be parsed. Nothing here is computed by the code under test.
 */

export type Field = {
  readonly kind: Kind
  /** Said of a value that can't be read. */
  readonly bad: string
  /** Said where it is missing; absent for optional parameters. */
  readonly missing?: string
}

export type Faults = {
  /** A request without fault. */
  readonly valid: Params
  readonly fields: Readonly<Record<string, Field>>
  /** What is wrong with readable values: changes to the valid request, and the text. */
  readonly rules?: readonly (readonly [changes: Params, error: string])[]
  /** The same for one form alone. */
  readonly query?: readonly (readonly [changes: Params, error: string])[]
  readonly body?: readonly (readonly [changes: Params, error: string])[]
}

const ADDRESS: Field = { kind: address, bad: 'failed to parse address', missing: 'empty address' }
const SEQNO: Field = { kind: int32, bad: 'failed to parse seqno' }
const SEQNO_RULES = [
  [{ seqno: 0 }, 'seqno should be positive'],
  [{ seqno: -1 }, 'seqno should be positive'],
  [{ seqno: '-2147483648' }, 'seqno should be positive'],
] as const

const NOTHING: Faults = { valid: {}, fields: {} }
const ACCOUNT: Faults = {
  valid: { address: RAW },
  fields: { address: ADDRESS, seqno: SEQNO },
  rules: SEQNO_RULES,
}
const ADDRESS_ALONE: Faults = { valid: { address: FRIENDLY }, fields: { address: ADDRESS } }
const MASTERCHAIN_SEQNO: Faults = {
  valid: { seqno: 5 },
  // A missing one behaves as 0.
  fields: { seqno: { ...SEQNO, missing: 'seqno should be positive' } },
  rules: SEQNO_RULES,
  query: [[{ seqno: [0, 5] }, 'seqno should be positive']],
}

const WORKCHAIN: Field = {
  kind: int32,
  bad: 'failed to parse workchain',
  missing: 'failed to parse workchain',
}
const BLOCK_FIELDS = {
  workchain: WORKCHAIN,
  // The reference names the workchain where the shard is bad.
  shard: { kind: shard, bad: 'failed to parse workchain', missing: 'failed to parse workchain' },
  seqno: { ...SEQNO, missing: 'failed to parse seqno' },
  root_hash: { kind: hash, bad: 'failed to parse root_hash' },
  file_hash: { kind: hash, bad: 'failed to parse file_hash' },
}
const BLOCK: Faults = {
  valid: { workchain: -1, shard: SHARD, seqno: 5 },
  fields: BLOCK_FIELDS,
  rules: SEQNO_RULES,
}
const AFTER = { after_lt: 5, after_hash: HASH }
const AFTER_TOGETHER = 'after_lt and after_hash should be used together'
const BLOCK_TRANSACTIONS: Faults = {
  valid: BLOCK.valid,
  fields: {
    ...BLOCK_FIELDS,
    after_lt: { kind: int64, bad: 'failed to parse after_lt' },
    after_hash: { kind: accountHash, bad: 'failed to parse after_hash' },
    count: { kind: count, bad: 'failed to parse count' },
  },
  rules: [
    ...SEQNO_RULES,
    [{ ...AFTER, after_lt: -1 }, 'after_lt should be non-negative'],
    [{ after_lt: 5 }, AFTER_TOGETHER],
    [{ after_lt: 0 }, AFTER_TOGETHER],
    [{ after_lt: 5, after_hash: '' }, AFTER_TOGETHER],
    [{ after_hash: HASH }, AFTER_TOGETHER],
    [{ after_hash: RAW }, AFTER_TOGETHER],
    [{ count: 0 }, 'count should be positive'],
    [{ count: -1 }, 'count should be positive'],
    [{ count: 10001 }, 'count should be less or equal 10000'],
    [{ count: 2147483647 }, 'count should be less or equal 10000'],
  ],
  // 32 bits wide in a query, 64 in a body.
  query: [
    [{ count: 2147483648 }, 'failed to parse count'],
    [{ count: -2147483649 }, 'failed to parse count'],
  ],
  body: [
    [{ count: 2147483648 }, 'count should be less or equal 10000'],
    [{ count: '9223372036854775807' }, 'count should be less or equal 10000'],
    [{ count: -9223372036854775808n }, 'count should be positive'],
    [{ after_lt: 5, after_hash: null }, AFTER_TOGETHER],
  ],
}

const LT_AND_HASH = 'lt and hash should be used together'
const HISTORY: Faults = {
  valid: { address: RAW },
  fields: {
    address: { ...ADDRESS, missing: 'failed to parse address' },
    limit: { kind: int64, bad: 'failed to parse limit' },
    lt: { kind: int64, bad: 'failed to parse lt' },
    hash: { kind: hash, bad: 'failed to parse hash' },
    to_lt: { kind: int64, bad: 'failed to parse to_lt' },
    archival: { kind: flag, bad: 'failed to parse archival' },
  },
  rules: [
    [{ limit: 0 }, 'limit should be positive'],
    [{ limit: '-1' }, 'limit should be positive'],
    [{ limit: 1001 }, 'limit should be less or equal 1000'],
    [{ limit: '9223372036854775807' }, 'limit should be less or equal 1000'],
    [{ lt: -1, hash: HASH }, 'lt should be non-negative'],
    [{ lt: 5 }, LT_AND_HASH],
    [{ lt: 5, hash: '' }, LT_AND_HASH],
    [{ hash: HASH }, LT_AND_HASH],
  ],
  body: [[{ lt: null, hash: HASH }, LT_AND_HASH]],
}

const LOCATE: Faults = {
  valid: { source: RAW, destination: FRIENDLY, created_lt: 5 },
  fields: {
    source: { kind: address, bad: 'failed to parse source', missing: 'empty source address' },
    destination: { kind: address, bad: 'failed to parse destination', missing: 'empty destination address' },
    created_lt: { kind: int64, bad: 'failed to parse created_lt', missing: 'failed to parse created_lt' },
  },
  rules: [
    [{ created_lt: -1 }, 'created_lt should be non-negative'],
    [{ created_lt: '-9223372036854775808' }, 'created_lt should be non-negative'],
  ],
}

const CALL = {
  valid: { address: RAW, method: 'seqno', stack: [] },
  fields: {
    address: ADDRESS,
    method: { kind: method, bad: 'failed to parse method', missing: 'failed to parse method' },
    stack: { kind: stack, bad: 'failed to parse stack', missing: 'failed to parse stack' },
    seqno: { kind: plainInt32, bad: 'failed to parse seqno' },
  },
} satisfies Faults

const SEND: Faults = {
  valid: { boc: CELL },
  fields: {
    boc: { kind: { ...bytes, emptyIsAbsent: true }, bad: 'failed to parse boc', missing: 'empty boc' },
  },
}

const ONE_PARAMETER = 'only one of config_id or param should be specified'
const ONE_CRITERION = 'exactly one of seqno, lt, unixtime should be specified'

export const FAULTS: Readonly<Record<string, Faults>> = {
  getMasterchainInfo: NOTHING,
  getConsensusBlock: NOTHING,
  getOutMsgQueueSize: NOTHING,
  getMasterchainBlockSignatures: MASTERCHAIN_SEQNO,
  getShards: MASTERCHAIN_SEQNO,
  shards: MASTERCHAIN_SEQNO,
  getShardBlockProof: {
    valid: { workchain: 0, shard: SHARD, seqno: 5 },
    fields: {
      workchain: { ...WORKCHAIN, missing: 'workchain required' },
      shard: { kind: shard, bad: 'failed to parse shard', missing: 'shard required' },
      seqno: { ...SEQNO, missing: 'seqno required' },
      from_seqno: { kind: int32, bad: 'failed to parse from_seqno' },
    },
    rules: [...SEQNO_RULES, [{ from_seqno: -1 }, 'from_seqno should be non-negative']],
  },
  lookupBlock: {
    valid: { workchain: -1, shard: SHARD, seqno: 5 },
    fields: {
      workchain: WORKCHAIN,
      shard: { kind: shard, bad: 'failed to parse shard', missing: 'failed to parse shard' },
      seqno: { ...SEQNO, missing: ONE_CRITERION },
      lt: { kind: int64, bad: 'failed to parse lt' },
      unixtime: { kind: int32, bad: 'failed to parse unixtime' },
    },
    rules: [
      ...SEQNO_RULES,
      [{ seqno: undefined, lt: -1 }, 'lt should be non-negative'],
      [{ seqno: undefined, unixtime: -1 }, 'unixtime should be non-negative'],
      [{ lt: 5 }, ONE_CRITERION],
      [{ unixtime: 5 }, ONE_CRITERION],
      [{ seqno: undefined, lt: 5, unixtime: 5 }, ONE_CRITERION],
      [{ lt: 5, unixtime: 5 }, ONE_CRITERION],
      [{ seqno: undefined, unixtime: 4000000000 }, 'failed to parse unixtime'],
    ],
  },
  getBlockHeader: BLOCK,
  getBlockTransactions: BLOCK_TRANSACTIONS,
  getBlockTransactionsExt: BLOCK_TRANSACTIONS,
  getTransactions: { ...HISTORY, rules: [...(HISTORY.rules ?? []), [{ lt: 0, hash: HASH }, LT_AND_HASH]] },
  getTransactionsStd: { ...HISTORY, rules: [...(HISTORY.rules ?? []), [{ lt: 0 }, LT_AND_HASH]] },
  tryLocateTx: LOCATE,
  tryLocateResultTx: LOCATE,
  tryLocateSourceTx: LOCATE,
  getAddressInformation: ACCOUNT,
  getExtendedAddressInformation: ACCOUNT,
  getWalletInformation: ACCOUNT,
  getAddressBalance: ACCOUNT,
  getAddressState: ACCOUNT,
  getShardAccountCell: ACCOUNT,
  getTokenData: ACCOUNT,
  dnsResolve: {
    valid: { address: RAW },
    fields: {
      address: ADDRESS,
      name: { kind: text, bad: 'failed to parse name' },
      category: {
        kind: text,
        bad: 'failed to parse category',
      },
      ttl: { kind: plainInt32, bad: 'failed to parse ttl' },
      seqno: { kind: plainInt32, bad: 'failed to parse seqno' },
    },
    rules: [
      [{ ttl: -1 }, 'ttl should be non-negative'],
      [{ seqno: 0 }, 'seqno should be positive'],
      [{ seqno: -1 }, 'seqno should be positive'],
    ],
  },
  getConfigParam: {
    valid: { param: 15 },
    fields: {
      param: { kind: int32, bad: 'failed to parse param', missing: ONE_PARAMETER },
      config_id: { kind: int32, bad: 'failed to parse config_id' },
      seqno: SEQNO,
    },
    rules: [
      ...SEQNO_RULES,
      [{ param: -1 }, 'param should be non-negative'],
      [{ param: undefined, config_id: -1 }, 'param should be non-negative'],
    ],
    body: [
      [{ config_id: 15 }, ONE_PARAMETER],
      [{ param: null, config_id: null }, ONE_PARAMETER],
    ],
  },
  getConfigAll: { valid: {}, fields: { seqno: SEQNO }, rules: SEQNO_RULES },
  getLibraries: {
    valid: {},
    fields: { libraries: { kind: hashes, bad: 'failed to parse libraries' } },
    rules: [
      [{ libraries: [HASH, 'x'] }, 'failed to parse libraries'],
      [{ libraries: [HASH, HASH.slice(0, 43)] }, 'failed to parse libraries'],
    ],
  },
  runGetMethod: { ...CALL, rules: LEGACY_STACK_FAULTS },
  runGetMethodStd: { ...CALL, rules: STANDARD_STACK_FAULTS },
  sendBoc: SEND,
  sendBocReturnHash: SEND,
  sendBocReturnHashNoError: SEND,
  estimateFee: {
    valid: { address: RAW, body: CELL },
    fields: {
      address: ADDRESS,
      body: { kind: bytes, bad: 'failed to parse body', missing: 'failed to parse body' },
      init_code: { kind: bytes, bad: 'failed to parse init_code' },
      init_data: { kind: bytes, bad: 'failed to parse init_data' },
      ignore_chksig: { kind: plainFlag, bad: 'failed to parse ignore_chksig' },
    },
  },
  detectAddress: ADDRESS_ALONE,
  packAddress: ADDRESS_ALONE,
  unpackAddress: ADDRESS_ALONE,
  detectHash: {
    valid: { hash: HASH },
    fields: { hash: { kind: hash, bad: 'failed to parse hash', missing: 'empty hash' } },
  },
}

/** Operations whose parameters a query cannot express. */
export const POST_ONLY = [
  'runGetMethod',
  'runGetMethodStd',
  'sendBoc',
  'sendBocReturnHash',
  'sendBocReturnHashNoError',
  'estimateFee',
]

type Refused = readonly [request: Params | string, error: string]

/** Every refusal of an operation in a query. */
export function queryRefusals({ valid, fields, rules = [], query = [] }: Faults): Refused[] {
  const ofFields = Object.entries(fields).flatMap(([name, { kind, bad, missing }]): Refused[] => [
    ...missingIn(valid, name, missing, kind.emptyIsAbsent ? [undefined, ''] : [undefined]),
    ...kind.texts.map((text): Refused => [{ ...valid, [name]: text }, bad]),
  ])
  return [...ofFields, ...changed(valid, [...rules, ...query])]
}

/** Every refusal of an operation in a JSON body. */
export function bodyRefusals({ valid, fields, rules = [], body = [] }: Faults): Refused[] {
  const ofFields = Object.entries(fields).flatMap(([name, { kind, bad, missing }]): Refused[] => [
    ...missingIn(valid, name, missing, kind.emptyIsAbsent ? [undefined, null, ''] : [undefined, null]),
    ...[...kind.texts, ...kind.values, ...(kind.plain ? ['5'] : [])].map(
      (value): Refused => [{ ...valid, [name]: value }, bad],
    ),
  ])
  return [
    ...ofFields,
    ...changed(valid, [...rules, ...body]),
    ...['foo', 'Address', 'constructor', 'api_key', ' '].map(
      (name): Refused => [{ ...valid, [name]: 1 }, `Unknown property '${name}'`],
    ),
    [{ ...valid, foo: null }, "Unknown property 'foo'"],
    [
      '{"__proto__":{}}'.replace('}}', `},${JSON.stringify(valid).slice(1)}`).replace(',}', '}'),
      "Unknown property '__proto__'",
    ],
  ]
}

function missingIn(
  valid: Params,
  name: string,
  missing: string | undefined,
  absent: readonly unknown[],
): Refused[] {
  return missing === undefined ? [] : absent.map((value) => [{ ...valid, [name]: value }, missing])
}

function changed(valid: Params, rules: readonly (readonly [Params, string])[]): Refused[] {
  return rules.map(([changes, error]) => [{ ...valid, ...changes }, error])
}
