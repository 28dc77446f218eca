import { beginCell, type Cell, internal, storeMessageRelaxed } from '@ton/core'
import type { Params } from './ask.ts'
import { type Scene, WHOLE } from './scene.ts'

/**
 * What is well formed and still cannot be answered: compatibility-v2 §8.3, and the statuses and texts of §3 to §11.
 */
export type Refusal = readonly [name: string, params: Params, status: number, error: string | RegExp]

const EMPTY_CELL = 'te6cckEBAQEAAgAAAEysuc0='
const THREE_BYTES = Buffer.from('abc').toString('base64')
const THREE_BYTES_ERROR = 'cannot deserialize bag-of-cells: not enough bytes (3 present, 10 required)'
const BAD_CRC = Buffer.from(Buffer.from(EMPTY_CELL, 'base64').with(-1, 0)).toString('base64')
const NOT_APPLIED = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : '

function bocOf(cell: Cell): string {
  return cell.toBoc().toString('base64')
}

function escaped(text: string): string {
  return text.replaceAll(/[()]/g, '\\$&')
}

/** A masterchain block that there is not. */
function noBlock(what: string, stage = ''): RegExp {
  const text = `${stage}LITE_SERVER_NOTREADY: cannot find block (-1,8000000000000000) ${what}: ltdb: block not found`
  return new RegExp(`^${escaped(text)}( \\(last known masterchain block: \\d+\\))?$`)
}

function nested(depth: number): unknown {
  const elements = depth > 1 ? [nested(depth - 1)] : []
  return { '@type': 'tvm.stackEntryTuple', tuple: { '@type': 'tvm.tuple', elements } }
}

/** `used`: a message that was taken once. */
export function refusals(scene: Scene, used: string): readonly Refusal[] {
  const { head, top, accounts, message, wallet, neverUsed, history } = scene
  const [alice, account] = [accounts.get('alice') ?? '', wallet.address.toRawString()]
  const future = head.seqno + 1000
  const ofBlock = { workchain: -1, shard: WHOLE, seqno: future }
  const [newest, older] = history
  // Transactions of one block can follow each other without a gap.
  let unusedLt = BigInt(newest?.lt ?? 0) - 1n
  while (history.some(({ lt }) => BigInt(lt) === unusedLt)) unusedLt--
  const { source, destination, created_lt } = message
  const LATE_LT = '9000000000000000000'
  const call = (changes: Params): Params => ({ address: account, method: 'seqno', stack: [], ...changes })
  const std = (number: string) => ({
    '@type': 'tvm.stackEntryNumber',
    number: { '@type': 'tvm.numberDecimal', number },
  })
  const { info, body } = internal({ to: wallet.address, value: 0n })
  const ofContract = bocOf(
    beginCell()
      .store(storeMessageRelaxed({ info: { ...info, src: wallet.address }, body }))
      .endCell(),
  )

  const accountOperations = [
    'getAddressInformation',
    'getExtendedAddressInformation',
    'getWalletInformation',
    'getAddressBalance',
    'getAddressState',
    'getShardAccountCell',
    'getTokenData',
    'dnsResolve',
  ]
  return [
    ...accountOperations.map(
      (name): Refusal => [name, { address: alice, seqno: future }, 500, noBlock(`seqno=${future}`)],
    ),
    ['getShards', { seqno: future }, 500, noBlock(`seqno=${future}`)],
    ['shards', { seqno: future }, 500, noBlock(`seqno=${future}`)],
    ['getConfigParam', { param: 0, seqno: future }, 500, noBlock(`seqno=${future}`)],
    ['getConfigAll', { seqno: future }, 500, noBlock(`seqno=${future}`)],
    ['lookupBlock', ofBlock, 500, noBlock(`seqno=${future}`)],
    ['getBlockHeader', ofBlock, 500, noBlock(`seqno=${future}`)],
    ['getBlockTransactions', ofBlock, 500, noBlock(`seqno=${future}`)],
    ['getBlockTransactionsExt', ofBlock, 500, noBlock(`seqno=${future}`)],
    ['getMasterchainBlockSignatures', { seqno: future }, 500, noBlock(`seqno=${future - 1}`)],
    ['getMasterchainBlockSignatures', { seqno: 1 }, 500, noBlock('seqno=0')],
    ['runGetMethod', call({ seqno: future }), 500, noBlock(`seqno=${future}`)],
    ['runGetMethod', call({ seqno: 0 }), 500, noBlock('seqno=0')],
    ['runGetMethodStd', call({ seqno: 0 }), 500, noBlock('seqno=0')],
    ['runGetMethod', call({ seqno: -1 }), 500, noBlock('seqno=4294967295')],
    ['runGetMethodStd', call({ seqno: -1 }), 500, noBlock('seqno=4294967295')],

    ['lookupBlock', { workchain: -1, shard: WHOLE, lt: 0 }, 500, 'LITE_SERVER_NOTREADY: not in db'],
    ['lookupBlock', { workchain: -1, shard: WHOLE, unixtime: 0 }, 500, 'LITE_SERVER_NOTREADY: not in db'],
    ['lookupBlock', { workchain: -1, shard: WHOLE, lt: LATE_LT }, 500, noBlock(`lt=${LATE_LT}`)],
    [
      'getShardBlockProof',
      { workchain: 0, shard: WHOLE, seqno: top.seqno, from_seqno: 0 },
      500,
      noBlock('seqno=0', 'lookup from block error: '),
    ],
    [
      'getShardBlockProof',
      { workchain: 0, shard: WHOLE, seqno: top.seqno, from_seqno: 2 },
      500,
      'from mc block is too old',
    ],

    [
      'getTransactions',
      { address: alice, lt: newest?.lt, hash: older?.hash },
      500,
      'LITE_SERVER_UNKNOWN: transaction hash mismatch',
    ],
    [
      'getTransactionsStd',
      { address: alice, lt: String(unusedLt), hash: newest?.hash },
      500,
      'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
    ],
    ...['tryLocateTx', 'tryLocateResultTx', 'tryLocateSourceTx'].flatMap((name): Refusal[] => [
      [name, { source, destination: neverUsed, created_lt }, 404, 'transaction was not found'],
      [name, { source: destination, destination: source, created_lt }, 404, 'transaction was not found'],
      [
        name,
        { source, destination, created_lt: 0 },
        500,
        'failed to get shards at create_lt: LITE_SERVER_NOTREADY: not in db',
      ],
      [
        name,
        { source, destination, created_lt: LATE_LT },
        500,
        noBlock(`lt=${LATE_LT}`, 'failed to get shards at create_lt: '),
      ],
    ]),

    ...[alice, neverUsed, scene.uninit, scene.frozen].map(
      (address): Refusal => ['getTokenData', { address }, 409, 'Smart contract is not Jetton or NFT'],
    ),
    ['dnsResolve', { address: alice, name: 'alice.ton' }, 500, 'get method failed'],
    ['dnsResolve', { address: neverUsed }, 500, 'get method failed'],
    ['dnsResolve', { address: alice, name: 'a'.repeat(200) }, 500, 'Name is too long'],
    [
      'getLibraries',
      { libraries: Array.from({ length: 17 }, (_, i) => String(i).padStart(64, '0')) },
      500,
      'INVALID_FIELD: Field library_list has invalid value : too many libraries requested, 16 maximum',
    ],

    ['runGetMethod', call({ stack: [['null', null]] }), 422, 'Invalid value in stack entry'],
    ...['null', 'num ', 'Num', ''].map(
      (type): Refusal => [
        'runGetMethod',
        call({ stack: [[type, '1']] }),
        542,
        `Unsupported stack entry type: ${type}`,
      ],
    ),
    ['runGetMethod', call({ stack: [['tvm.Cell', THREE_BYTES]] }), 500, THREE_BYTES_ERROR],
    ['runGetMethod', call({ stack: [['slice', { bytes: THREE_BYTES }]] }), 500, THREE_BYTES_ERROR],
    [
      'runGetMethod',
      call({ stack: [['cell', { bytes: BAD_CRC }]] }),
      500,
      /^bag-of-cells CRC32C mismatch: expected 0x[0-9a-f]+, found 0x[0-9a-f]+$/i,
    ],
    [
      'runGetMethod',
      call({ stack: [['tuple', (nested(101) as { tuple: unknown }).tuple]] }),
      533,
      'Result stack depth >= 100',
    ],
    ['runGetMethodStd', call({ stack: [nested(256)] }), 533, 'Result stack depth >= 256'],
    ...['0x2a', '+5', ' 5', '-', 'x'].map(
      (number): Refusal => [
        'runGetMethodStd',
        call({ stack: [std(number)] }),
        500,
        'Failed to parse dec string to int256',
      ],
    ),
    [
      'runGetMethodStd',
      call({ stack: [{ '@type': 'tvm.stackEntryUnsupported' }] }),
      500,
      'Unsuppored stack entry',
    ],

    ...['sendBoc', 'sendBocReturnHash', 'sendBocReturnHashNoError'].flatMap((name): Refusal[] => {
      const status = name.endsWith('NoError') ? 400 : 500
      return [
        [name, { boc: THREE_BYTES }, status, `INVALID_BAG_OF_CELLS: body${THREE_BYTES_ERROR}`],
        [name, { boc: EMPTY_CELL }, status, 'Failed to unpack Message'],
        [name, { boc: ofContract }, status, 'CommonMsgInfo tag is not ext_in_msg_info'],
        [name, { boc: used }, status, new RegExp(`^${NOT_APPLIED}`)],
      ]
    }),
    ['estimateFee', { address: account, body: '' }, 500, /^INVALID_BAG_OF_CELLS: /],
    [
      'estimateFee',
      { address: account, body: THREE_BYTES },
      500,
      `INVALID_BAG_OF_CELLS: body${THREE_BYTES_ERROR}`,
    ],
    [
      'estimateFee',
      { address: neverUsed, body: EMPTY_CELL, init_code: EMPTY_CELL },
      500,
      'INVALID_BAG_OF_CELLS: init_datacannot deserialize bag-of-cells: not enough bytes (0 present, 10 required)',
    ],
  ]
}
