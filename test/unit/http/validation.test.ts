import { describe, expect, it } from 'vitest'
import { type V2Name, v2Operations } from '#shared/schema/v2/operations.ts'
import { post, testApp } from './testApp.ts'

/**
 * The texts of v2-contract §10.2 for every operation, by GET and by POST. A row is a query (or a body) and the
 * fault it must be answered with, always with status 422.
 */
type Row = readonly [request: string | object, error: string]

const RAW = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8'
const HASH = 'CPUE4WXeEJT%2BDwz1fY%2FrkreWvYnsOt3I44i1G5ojJPM%3D'
const SHARD = '-9223372036854775808'

const ADDRESS_ROWS: readonly Row[] = [
  ['', 'empty address'],
  ['address=', 'empty address'],
  ['Address=x', 'empty address'],
  ['address=bad', 'failed to parse address'],
  ['address=0:11', 'failed to parse address'],
  [`address=${RAW.slice(2)}`, 'failed to parse address'],
  ['address=kQARtE5Dp4oWhs3HeYdbFNdqCW8dD8wPf5ar2csBzwDzZhyJ', 'failed to parse address'],
  [{}, 'empty address'],
  [{ address: '' }, 'empty address'],
  [{ address: null }, 'empty address'],
  [{ address: 'bad' }, 'failed to parse address'],
  [{ address: 5 }, 'failed to parse address'],
  [{ address: [RAW] }, 'failed to parse address'],
  [{ address: RAW, foo: 1 }, "Unknown property 'foo'"],
]

const ACCOUNT_ROWS: readonly Row[] = [
  ...ADDRESS_ROWS,
  ...['x', '', '1.5', '+', '%205', '5%20', '0x10', '2147483648', '1e3'].map(
    (seqno): Row => [`address=${RAW}&seqno=${seqno}`, 'failed to parse seqno'],
  ),
  [`address=${RAW}&seqno=0`, 'seqno should be positive'],
  [`address=${RAW}&seqno=-1`, 'seqno should be positive'],
  [`address=bad&seqno=x`, 'failed to parse address'],
  [{ address: RAW, seqno: 'x' }, 'failed to parse seqno'],
  [{ address: RAW, seqno: '' }, 'failed to parse seqno'],
  [{ address: RAW, seqno: 1.5 }, 'failed to parse seqno'],
  [{ address: RAW, seqno: true }, 'failed to parse seqno'],
  [{ address: RAW, seqno: 2 ** 40 }, 'failed to parse seqno'],
  [{ address: RAW, seqno: {} }, 'failed to parse seqno'],
  [{ address: RAW, seqno: 0 }, 'seqno should be positive'],
  [{ address: RAW, seqno: '-5' }, 'seqno should be positive'],
  [{ address: RAW, seqno: -5, foo: 1 }, "Unknown property 'foo'"],
]

const MASTERCHAIN_SEQNO_ROWS: readonly Row[] = [
  ['', 'seqno should be positive'],
  ['SEQNO=5', 'seqno should be positive'],
  ['seqno=', 'failed to parse seqno'],
  ['seqno=x', 'failed to parse seqno'],
  ['seqno=0', 'seqno should be positive'],
  ['seqno=-5', 'seqno should be positive'],
  ['seqno=-5&seqno=860', 'seqno should be positive'],
  [{}, 'seqno should be positive'],
  [{ seqno: 'x' }, 'failed to parse seqno'],
  [{ seqno: 0 }, 'seqno should be positive'],
  [{ seqno: 860, workchain: -1 }, "Unknown property 'workchain'"],
]

const BLOCK = `workchain=-1&shard=${SHARD}&seqno=860`
const BLOCK_BODY = { workchain: -1, shard: SHARD, seqno: 860 }

const BLOCK_ROWS: readonly Row[] = [
  ['', 'failed to parse workchain'],
  ['workchain=-1', 'failed to parse workchain'],
  [`workchain=-1&shard=${SHARD}`, 'failed to parse seqno'],
  [`workchain=x&shard=${SHARD}&seqno=860`, 'failed to parse workchain'],
  // The reference names the workchain where the shard is bad.
  ['workchain=-1&shard=x&seqno=860', 'failed to parse workchain'],
  ['workchain=-1&shard=8000000000000000&seqno=0', 'seqno should be positive'],
  ['workchain=-1&shard=9223372036854775808&seqno=860', 'failed to parse workchain'],
  [`workchain=-1&shard=${SHARD}&seqno=x`, 'failed to parse seqno'],
  [`workchain=-1&shard=${SHARD}&seqno=0`, 'seqno should be positive'],
  [`workchain=-1&shard=${SHARD}&seqno=-1`, 'seqno should be positive'],
  [`${BLOCK}&root_hash=x`, 'failed to parse root_hash'],
  [`${BLOCK}&file_hash=x`, 'failed to parse file_hash'],
  [`workchain=-1&shard=${SHARD}&seqno=0&root_hash=x`, 'failed to parse root_hash'],
  [{}, 'failed to parse workchain'],
  [{ workchain: -1, seqno: 860 }, 'failed to parse workchain'],
  [{ workchain: -1, shard: 'x', seqno: 860 }, 'failed to parse workchain'],
  [{ ...BLOCK_BODY, seqno: 0 }, 'seqno should be positive'],
  [{ ...BLOCK_BODY, seqno: undefined }, 'failed to parse seqno'],
  [{ ...BLOCK_BODY, root_hash: 5 }, 'failed to parse root_hash'],
  [{ ...BLOCK_BODY, lt: 1 }, "Unknown property 'lt'"],
]

const BLOCK_TRANSACTIONS_ROWS: readonly Row[] = [
  ...BLOCK_ROWS,
  [`${BLOCK}&after_lt=x`, 'failed to parse after_lt'],
  [`${BLOCK}&after_lt=`, 'failed to parse after_lt'],
  [`${BLOCK}&after_lt=9223372036854775808&after_hash=${HASH}`, 'failed to parse after_lt'],
  [`${BLOCK}&after_lt=-1&after_hash=${HASH}`, 'after_lt should be non-negative'],
  [`${BLOCK}&after_lt=5`, 'after_lt and after_hash should be used together'],
  [`${BLOCK}&after_hash=${HASH}`, 'after_lt and after_hash should be used together'],
  [`${BLOCK}&after_lt=5&after_hash=`, 'after_lt and after_hash should be used together'],
  [`${BLOCK}&after_hash=x`, 'failed to parse after_hash'],
  [`${BLOCK}&after_lt=5&after_hash=x`, 'failed to parse after_hash'],
  [`${BLOCK}&count=x`, 'failed to parse count'],
  [`${BLOCK}&count=`, 'failed to parse count'],
  [`${BLOCK}&count=99999999999`, 'failed to parse count'],
  [`${BLOCK}&count=0`, 'count should be positive'],
  [`${BLOCK}&count=-1`, 'count should be positive'],
  [`${BLOCK}&count=10001`, 'count should be less or equal 10000'],
  [{ ...BLOCK_BODY, count: 0 }, 'count should be positive'],
  [{ ...BLOCK_BODY, count: '99999999999' }, 'count should be less or equal 10000'],
  [{ ...BLOCK_BODY, after_lt: 5 }, 'after_lt and after_hash should be used together'],
]

const history = (rows: readonly Row[]): readonly Row[] => [
  ...['', 'address=', 'address=bad'].map((query): Row => [query, 'failed to parse address']),
  [{}, 'failed to parse address'],
  [{ address: '' }, 'failed to parse address'],
  [`address=${RAW}&limit=x`, 'failed to parse limit'],
  [`address=${RAW}&limit=`, 'failed to parse limit'],
  [`address=${RAW}&limit=0`, 'limit should be positive'],
  [`address=${RAW}&limit=-1`, 'limit should be positive'],
  [`address=${RAW}&limit=1001`, 'limit should be less or equal 1000'],
  [`address=${RAW}&lt=x&hash=${HASH}`, 'failed to parse lt'],
  [`address=${RAW}&lt=&hash=`, 'failed to parse lt'],
  [`address=${RAW}&lt=-1&hash=${HASH}`, 'lt should be non-negative'],
  [`address=${RAW}&lt=5`, 'lt and hash should be used together'],
  [`address=${RAW}&lt=5&hash=`, 'lt and hash should be used together'],
  [`address=${RAW}&hash=${HASH}`, 'lt and hash should be used together'],
  [`address=${RAW}&lt=5&hash=x`, 'failed to parse hash'],
  // Base64 whose plus sign was not percent-encoded arrives with a space.
  [`address=${RAW}&lt=5&hash=CPUE4WXeEJT+Dwz1fY/rkreWvYnsOt3I44i1G5ojJPM=`, 'failed to parse hash'],
  [`address=${RAW}&to_lt=x`, 'failed to parse to_lt'],
  [`address=${RAW}&to_lt=`, 'failed to parse to_lt'],
  [`address=${RAW}&archival=x`, 'failed to parse archival'],
  [`address=${RAW}&archival=2`, 'failed to parse archival'],
  [{ address: RAW, limit: 0 }, 'limit should be positive'],
  [{ address: RAW, archival: 'x' }, 'failed to parse archival'],
  [{ address: RAW, archival: 1.5 }, 'failed to parse archival'],
  [{ address: RAW, lt: 5 }, 'lt and hash should be used together'],
  [{ address: RAW, seqno: 5 }, "Unknown property 'seqno'"],
  ...rows,
]

const NO_PARAMETERS: readonly Row[] = [[{ foo: 1 }, "Unknown property 'foo'"]]

const LOCATE_ROWS: readonly Row[] = [
  ['', 'empty source address'],
  [`source=${RAW}`, 'empty destination address'],
  [`source=bad&destination=${RAW}&created_lt=1`, 'failed to parse source'],
  [`source=${RAW}&destination=bad&created_lt=1`, 'failed to parse destination'],
  [`source=${RAW}&destination=${RAW}`, 'failed to parse created_lt'],
  [`source=${RAW}&destination=${RAW}&created_lt=x`, 'failed to parse created_lt'],
  [`source=${RAW}&destination=${RAW}&created_lt=-1`, 'created_lt should be non-negative'],
  [{}, 'empty source address'],
]

const RUN = { address: RAW, method: 'seqno', stack: [] }
const CALL_ROWS: readonly Row[] = [
  [{}, 'empty address'],
  [{ ...RUN, address: 'bad' }, 'failed to parse address'],
  [{ address: RAW, stack: [] }, 'failed to parse method'],
  [{ ...RUN, method: true }, 'failed to parse method'],
  [{ ...RUN, method: 2 ** 40 }, 'failed to parse method'],
  [{ address: RAW, method: 'seqno' }, 'failed to parse stack'],
  [{ ...RUN, stack: 'x' }, 'failed to parse stack'],
  [{ ...RUN, stack: { a: 1 } }, 'failed to parse stack'],
  [{ ...RUN, seqno: '860' }, 'failed to parse seqno'],
  [{ ...RUN, foo: 1 }, "Unknown property 'foo'"],
]
const stackRow = (entry: unknown, error: string): Row => [{ ...RUN, stack: [entry] }, error]

const SEND_ROWS: readonly Row[] = [
  [{}, 'empty boc'],
  [{ boc: '' }, 'empty boc'],
  [{ boc: 5 }, 'failed to parse boc'],
  [{ boc: 'zz!' }, 'failed to parse boc'],
  [{ boc: 'te6cckEBAQEAAgAAAEysuc0' }, 'failed to parse boc'],
  [{ boc: 'te6cckEBAQEAAgAAAEysuc0=', x: 1 }, "Unknown property 'x'"],
]

const ROWS: { readonly [Name in V2Name]: readonly Row[] } = {
  getMasterchainInfo: NO_PARAMETERS,
  getConsensusBlock: NO_PARAMETERS,
  getOutMsgQueueSize: NO_PARAMETERS,
  getMasterchainBlockSignatures: MASTERCHAIN_SEQNO_ROWS,
  getShards: MASTERCHAIN_SEQNO_ROWS,
  getShardBlockProof: [
    ['', 'workchain required'],
    ['workchain=0', 'shard required'],
    ['workchain=0&shard=4611686018427387904', 'seqno required'],
    ['workchain=x&shard=4611686018427387904&seqno=784', 'failed to parse workchain'],
    ['workchain=0&shard=x&seqno=784', 'failed to parse shard'],
    ['workchain=0&shard=9223372036854775808&seqno=784', 'failed to parse shard'],
    ['workchain=0&shard=4611686018427387904&seqno=x', 'failed to parse seqno'],
    ['workchain=0&shard=4611686018427387904&seqno=0', 'seqno should be positive'],
    ['workchain=0&shard=4611686018427387904&seqno=784&from_seqno=x', 'failed to parse from_seqno'],
    ['workchain=0&shard=4611686018427387904&seqno=784&from_seqno=-1', 'from_seqno should be non-negative'],
    [{}, 'workchain required'],
    [{ workchain: 0, shard: '4611686018427387904' }, 'seqno required'],
  ],
  lookupBlock: [
    ['', 'failed to parse workchain'],
    ['workchain=-1', 'failed to parse shard'],
    [`workchain=-1&shard=${SHARD}`, 'exactly one of seqno, lt, unixtime should be specified'],
    [`workchain=x&shard=${SHARD}&seqno=1`, 'failed to parse workchain'],
    ['workchain=-1&shard=x&seqno=1', 'failed to parse shard'],
    [`workchain=-1&shard=${SHARD}&seqno=x`, 'failed to parse seqno'],
    [`workchain=-1&shard=${SHARD}&lt=x`, 'failed to parse lt'],
    [`workchain=-1&shard=${SHARD}&unixtime=x`, 'failed to parse unixtime'],
    [`workchain=-1&shard=${SHARD}&unixtime=4000000000`, 'failed to parse unixtime'],
    [`workchain=-1&shard=${SHARD}&seqno=0`, 'seqno should be positive'],
    [`workchain=-1&shard=${SHARD}&lt=-1`, 'lt should be non-negative'],
    [`workchain=-1&shard=${SHARD}&unixtime=-1`, 'unixtime should be non-negative'],
    [`${BLOCK}&lt=1`, 'exactly one of seqno, lt, unixtime should be specified'],
    [{}, 'failed to parse workchain'],
    [{ workchain: -1, shard: SHARD }, 'exactly one of seqno, lt, unixtime should be specified'],
    [{ ...BLOCK_BODY, lt: 1 }, 'exactly one of seqno, lt, unixtime should be specified'],
  ],
  getBlockHeader: BLOCK_ROWS,
  getBlockTransactions: BLOCK_TRANSACTIONS_ROWS,
  getBlockTransactionsExt: BLOCK_TRANSACTIONS_ROWS,
  getTransactions: history([
    [`address=${RAW}&lt=0&hash=${HASH}`, 'lt and hash should be used together'],
    [{ address: RAW, lt: 0, hash: decodeURIComponent(HASH) }, 'lt and hash should be used together'],
  ]),
  getTransactionsStd: history([[`address=${RAW}&lt=0`, 'lt and hash should be used together']]),
  getAddressInformation: ACCOUNT_ROWS,
  getExtendedAddressInformation: ACCOUNT_ROWS,
  getAddressBalance: ACCOUNT_ROWS,
  getAddressState: ACCOUNT_ROWS,
  getShardAccountCell: ACCOUNT_ROWS,
  getConfigParam: [
    ['', 'only one of config_id or param should be specified'],
    ['param=x', 'failed to parse param'],
    ['config_id=x', 'failed to parse config_id'],
    ['param=-1', 'param should be non-negative'],
    ['config_id=-1', 'param should be non-negative'],
    ['param=15&seqno=0', 'seqno should be positive'],
    ['param=15&seqno=x', 'failed to parse seqno'],
    [{}, 'only one of config_id or param should be specified'],
    [{ config_id: 15, param: 15 }, 'only one of config_id or param should be specified'],
  ],
  getConfigAll: [
    ['seqno=x', 'failed to parse seqno'],
    ['seqno=0', 'seqno should be positive'],
    [{ seqno: -1 }, 'seqno should be positive'],
  ],
  getLibraries: [
    ['libraries=x', 'failed to parse libraries'],
    [`libraries=${HASH}&libraries=x`, 'failed to parse libraries'],
    [{ libraries: ['x'] }, 'failed to parse libraries'],
    [{ libraries: 'x' }, 'failed to parse libraries'],
    [{ libraries: [5] }, 'failed to parse libraries'],
    [{ libraries: { a: 1 } }, 'failed to parse libraries'],
  ],
  getWalletInformation: ACCOUNT_ROWS,
  getTokenData: ACCOUNT_ROWS,
  dnsResolve: [
    ...ADDRESS_ROWS,
    [`address=${RAW}&ttl=x`, 'failed to parse ttl'],
    [`address=${RAW}&ttl=-1`, 'ttl should be non-negative'],
    [`address=${RAW}&seqno=0`, 'seqno should be positive'],
    [{ address: RAW, ttl: '1' }, 'failed to parse ttl'],
    [{ address: RAW, seqno: '860' }, 'failed to parse seqno'],
  ],
  tryLocateTx: LOCATE_ROWS,
  tryLocateResultTx: LOCATE_ROWS,
  tryLocateSourceTx: LOCATE_ROWS,
  runGetMethod: [
    ...CALL_ROWS,
    stackRow(['num'], 'Expected 2 elements in stack entry, got: 1'),
    stackRow([1, '1'], 'Expected string as first element in stack entry'),
    stackRow(['num', 'zz'], 'Invalid number: zz'),
    stackRow(['num', '0X1F'], 'Invalid number: 0X1F'),
    stackRow(['num', ' 1'], 'Invalid number:  1'),
    stackRow(['num', 1.5], 'Wrong type of number in stack entry'),
    stackRow(['tvm.Cell', ''], 'Empty tvm.Cell'),
    stackRow(['tvm.Slice', 5], 'Invalid tvm.Slice, base64 string expected'),
    stackRow(['tvm.Cell', 'zz!'], 'Wrong padding length'),
    stackRow(['cell', { bytes: '' }], 'Empty cell'),
    stackRow(['slice', 'x'], 'Invalid slice, object with field bytes expected'),
    stackRow(['tuple', 5], 'Invalid tvm.Tuple, valid tvm_stackEntryTuple expected'),
    stackRow(['list', 5], 'Invalid tvm.List, valid tvm_stackEntryList expected'),
  ],
  runGetMethodStd: [
    ...CALL_ROWS,
    stackRow({ '@type': 'tvm.stackEntryNull' }, "Unknown discriminator field value 'tvm.stackEntryNull'"),
    stackRow(['num', '1'], 'Invalid stack entry format: object with @type expected'),
  ],
  sendBoc: SEND_ROWS,
  sendBocReturnHash: SEND_ROWS,
  sendBocReturnHashNoError: SEND_ROWS,
  estimateFee: [
    [{}, 'empty address'],
    [{ address: RAW }, 'failed to parse body'],
    [{ address: RAW, body: 'zz!' }, 'failed to parse body'],
    [{ address: RAW, body: '', init_code: 'x' }, 'failed to parse init_code'],
    [{ address: RAW, body: '', ignore_chksig: 'true' }, 'failed to parse ignore_chksig'],
    [{ address: RAW, body: '', x: 1 }, "Unknown property 'x'"],
  ],
  detectAddress: ADDRESS_ROWS,
  packAddress: ADDRESS_ROWS,
  unpackAddress: ADDRESS_ROWS,
  detectHash: [
    ['', 'empty hash'],
    ['hash=', 'empty hash'],
    ['hash=x', 'failed to parse hash'],
    ['hash=CPUE4WXeEJT%2BDwz1fY%2FrkreWvYnsOt3I44i1G5ojJPM', 'failed to parse hash'],
    [`hash=${'A'.repeat(44)}`, 'failed to parse hash'],
    [`hash=${'z'.repeat(64)}`, 'failed to parse hash'],
    [{}, 'empty hash'],
    [{ hash: '' }, 'empty hash'],
    [{ hash: 5 }, 'failed to parse hash'],
  ],
}

describe.each(Object.keys(v2Operations) as V2Name[])('%s', (name) => {
  it.each(ROWS[name])('%j: %s', async (request, error) => {
    const app = testApp()
    const response = await (typeof request === 'string'
      ? app.request(`/api/v2/${name}${request && '?'}${request}`)
      : app.request(`/api/v2/${name}`, post(request)))
    expect([response.status, await response.json()]).toEqual([
      422,
      { ok: false, error, code: 422, '@extra': expect.stringMatching(/^\d+:_:/) },
    ])
  })
})
