import { Address, type Builder, beginCell } from '@ton/core'
import { expect } from 'vitest'
import type { Params } from './ask.ts'
import { type Scene, WHOLE } from './scene.ts'
import { called, LEGACY_ARGUMENTS, STANDARD_ARGUMENTS, std } from './stackArguments.ts'

/** Requests of each operation: with required parameters, with all parameters, and other variants. */

export type Request = {
  readonly name: string
  readonly params: Params
  /** Part of the result, where it follows from the contract alone. */
  readonly result?: unknown
}

const ELECTOR = `-1:${'3'.repeat(64)}`
const CONFIG = `-1:${'5'.repeat(64)}`
const DNS_NEXT_RESOLVER = 'GfAkQe5Yj9sm7iSyVo3QNcPJIG4Rq5eb5i5VVYodF/8='
const EMPTY_CELL = 'te6cckEBAQEAAgAAAEysuc0='
const HELLO_CELL = 'te6cckEBAQEACwAAEgAAAABIZWxsb824wmI='
const A_HASH = expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/)
const ZERO_HASH = `${'A'.repeat(43)}=`
const MISSING_SHARD_ACCOUNT =
  'te6cckEBAgEALgABUAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAFAAVi1MQ=='

const minimal = (params: Params, result?: unknown): Request => ({ name: 'minimal', params, result })
const full = (params: Params, result?: unknown): Request => ({ name: 'full', params, result })

function boc(builder: Builder): string {
  return builder.endCell().toBoc().toString('base64')
}

function friendly(raw: string | undefined): string {
  return Address.parse(raw ?? '').toString({ bounceable: false, testOnly: true })
}

export function successes(scene: Scene): Readonly<Record<string, readonly Request[]>> {
  const { head, top, busy, message, library, accounts, history } = scene
  const [alice, wallet] = [accounts.get('alice'), scene.wallet.address.toRawString()]
  const at = { seqno: head.seqno - 3 }
  const atBlock = { block_id: { seqno: head.seqno - 3, workchain: -1 } }
  const nothing = { last_transaction_id: { lt: '0', hash: ZERO_HASH } }

  /** Accounts in each state that there is. */
  const account = (results: { minimal?: unknown; full?: unknown; neverUsed: unknown; frozen: unknown }) => [
    minimal({ address: alice }, results.minimal),
    full({ address: friendly(alice), ...at }, results.full),
    { name: 'account never used', params: { address: scene.neverUsed }, result: results.neverUsed },
    { name: 'frozen', params: { address: scene.frozen }, result: results.frozen },
    ...[
      ['coins without a contract', scene.uninit],
      ['destroyed', accounts.get('closed workshop')],
      ['code in a library', accounts.get('Guest book (code in a library)')],
      ['of the masterchain', accounts.get('victor')],
      ['elector', ELECTOR],
      ['configuration', CONFIG],
      ...['bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi', 'treasury'].map(
        (name) => [name, accounts.get(name)] as const,
      ),
    ].map(([name, address]) => ({ name: String(name), params: { address } })),
  ]
  const token = (name: string, type: string): Request => ({
    name,
    params: { address: accounts.get(name) },
    result: { '@type': type, address: accounts.get(name)?.toUpperCase() },
  })

  const place = { workchain: 0, shard: WHOLE, seqno: top.seqno }
  const busyPlace = { workchain: busy.workchain, shard: busy.shard, seqno: busy.seqno }
  const hashes = { root_hash: busy.root_hash, file_hash: busy.file_hash }
  const [newest, older] = [history[2], history[8]]
  const page = { ...busyPlace, ...hashes, after_lt: 1, after_hash: `0:${'0'.repeat(64)}`, count: 3 }
  const blockTransactions = [
    minimal(busyPlace, { id: busy, req_count: 40 }),
    full(page, { id: busy, req_count: 3, incomplete: true }),
    { name: 'all', params: { ...busyPlace, count: 10000 }, result: { incomplete: false, req_count: 10000 } },
    { name: 'of the masterchain', params: { workchain: -1, shard: WHOLE, seqno: head.seqno } },
    // One hash alone is not looked at.
    { name: 'one hash', params: { ...busyPlace, root_hash: ZERO_HASH }, result: { id: busy } },
  ]
  const pageOfHistory = {
    address: friendly(alice),
    limit: 5,
    lt: newest?.lt,
    hash: newest?.hash,
    to_lt: older?.lt,
    archival: true,
  }
  const histories = [
    minimal({ address: alice }),
    full(pageOfHistory),
    { name: 'to_lt', params: { address: alice, limit: 1000, to_lt: older?.lt } },
    { name: 'negative to_lt', params: { address: alice, limit: 2, to_lt: -1 } },
    { name: 'archival=false', params: { address: alice, limit: 1, archival: false } },
    { name: 'all of it', params: { address: alice, limit: 1000 } },
    { name: 'frozen', params: { address: scene.frozen } },
    { name: 'tick-tock', params: { address: ELECTOR, limit: 3 } },
  ]
  const { source, destination, created_lt } = message
  const sent = { source, destination, created_lt }
  const located = [
    minimal(sent, { '@type': 'ext.transaction' }),
    { name: 'raw addresses', params: { ...sent, source: Address.parse(source).toRawString() } },
  ]

  return {
    getMasterchainInfo: [minimal({}, { last: head, init: { workchain: -1, shard: '0', seqno: 0 } })],
    getMasterchainBlockSignatures: [
      minimal({ seqno: head.seqno }, { id: head }),
      full({ seqno: 2 }, { id: { seqno: 2 } }),
    ],
    getShardBlockProof: [
      minimal(place, { mc_id: { workchain: -1 }, links: [{ id: top }] }),
      full({ ...busyPlace, from_seqno: head.seqno - 1 }, { from: { seqno: head.seqno - 1 } }),
      {
        name: 'of the masterchain',
        params: { workchain: -1, shard: WHOLE, seqno: head.seqno },
        result: { mc_id: head, links: [], mc_proof: [] },
      },
    ],
    getConsensusBlock: [minimal({}, { consensus_block: head.seqno })],
    lookupBlock: [
      minimal({ workchain: -1, shard: WHOLE, seqno: head.seqno }, head),
      full({ workchain: 0, shard: '1', lt: message.created_lt }, { workchain: 0, shard: WHOLE }),
      {
        name: 'by time',
        params: { workchain: -1, shard: WHOLE, unixtime: scene.utime },
        result: { workchain: -1 },
      },
    ],
    getShards: [minimal({ seqno: head.seqno }, { shards: [top] })],
    shards: [minimal({ seqno: head.seqno }, { shards: [top] })],
    getBlockHeader: [
      minimal(busyPlace, { id: busy, prev_key_block_seqno: 0 }),
      full({ ...busyPlace, ...hashes }, { id: busy }),
      {
        name: 'of the masterchain',
        params: { workchain: -1, shard: WHOLE, seqno: head.seqno },
        result: { id: head },
      },
      {
        name: 'first',
        params: { workchain: -1, shard: WHOLE, seqno: 1 },
        result: { prev_blocks: [{ seqno: 0 }] },
      },
    ],
    getOutMsgQueueSize: [
      minimal(
        {},
        {
          shards: [
            { id: head, size: 0 },
            { id: top, size: 0 },
          ],
        },
      ),
    ],
    getBlockTransactions: blockTransactions,
    getBlockTransactionsExt: blockTransactions,
    getTransactions: [
      ...histories,
      { name: 'lt=0 is absent', params: { address: alice, lt: 0, limit: 1 } },
      { name: 'account never used', params: { address: scene.neverUsed }, result: [] },
    ],
    getTransactionsStd: [
      ...histories,
      {
        name: 'lt=0 with any hash',
        params: { address: alice, lt: 0, hash: ZERO_HASH },
        result: { transactions: [], previous_transaction_id: { lt: '0', hash: ZERO_HASH } },
      },
      {
        name: 'account never used',
        params: { address: scene.neverUsed },
        result: { transactions: [], previous_transaction_id: { lt: '0', hash: ZERO_HASH } },
      },
    ],
    tryLocateTx: located,
    tryLocateResultTx: located,
    tryLocateSourceTx: located,
    getAddressInformation: account({
      minimal: { state: 'active', frozen_hash: '' },
      full: atBlock,
      neverUsed: { balance: '0', code: '', data: '', state: 'uninitialized', frozen_hash: '', ...nothing },
      frozen: { code: '', data: '', state: 'frozen', frozen_hash: A_HASH },
    }),
    getExtendedAddressInformation: account({
      minimal: { account_state: { '@type': 'wallet.v4.accountState' }, revision: 2 },
      full: { address: { account_address: friendly(alice) }, ...atBlock },
      neverUsed: {
        account_state: { '@type': 'uninited.accountState', frozen_hash: '' },
        revision: 0,
        ...nothing,
      },
      frozen: { account_state: { '@type': 'uninited.accountState', frozen_hash: A_HASH }, revision: 0 },
    }),
    getWalletInformation: account({
      minimal: { wallet: true, wallet_type: 'wallet v4 r2', account_state: 'active' },
      neverUsed: { wallet: false, balance: '0', account_state: 'uninitialized', ...nothing },
      frozen: { wallet: false, account_state: 'frozen' },
    }),
    getAddressBalance: account({ neverUsed: '0', frozen: '0' }),
    getAddressState: account({
      minimal: 'active',
      full: 'active',
      neverUsed: 'uninitialized',
      frozen: 'frozen',
    }),
    getShardAccountCell: account({
      neverUsed: { '@type': 'tvm.cell', bytes: MISSING_SHARD_ACCOUNT },
      frozen: { '@type': 'tvm.cell' },
    }),
    getTokenData: [
      minimal({ address: accounts.get('Paper Crane (USDP)') }, { '@type': 'ext.tokens.jettonMasterData' }),
      full(
        { address: friendly(accounts.get("alice's Paper Crane")), ...at },
        { contract_type: 'jetton_wallet' },
      ),
      token('Copper Kettle (KTL)', 'ext.tokens.jettonMasterData'),
      token('Crane Pond share (TON-USDP)', 'ext.tokens.jettonMasterData'),
      token('Birds of the Roof', 'ext.tokens.nftCollectionData'),
      token('.ton', 'ext.tokens.nftCollectionData'),
      token('Swift #0', 'ext.tokens.nftItemData'),
      token('alice.ton', 'ext.tokens.nftItemData'),
      // The owner's flags don't matter to the verification.
      {
        name: 'item, non-bounceable',
        params: { address: friendly(accounts.get('Swift #0')) },
        result: { contract_type: 'nft_item' },
      },
    ],
    dnsResolve: [
      minimal({ address: accounts.get('DNS root') }),
      full({ address: accounts.get('DNS root'), name: 'alice.ton', category: 'wallet', ttl: 5, ...at }),
      {
        name: 'not further than asked',
        params: { address: accounts.get('DNS root'), name: 'alice.ton.' },
        result: {
          entries: [{ category: DNS_NEXT_RESOLVER, entry: { '@type': 'dns.entryDataNextResolver' } }],
        },
      },
      {
        name: 'below a domain',
        params: { address: accounts.get('DNS root'), name: 'tips.alice.ton', ttl: 5 },
      },
      {
        name: 'not there',
        params: { address: accounts.get('DNS root'), name: 'nobody.example', ttl: 5 },
        result: { entries: [] },
      },
    ],
    getConfigParam: [
      minimal({ param: 34 }),
      full(
        { config_id: 0, ...at },
        { config: { bytes: boc(beginCell().storeBuffer(Buffer.alloc(32, 0x55))) } },
      ),
      {
        name: 'not there',
        params: { param: 2147483647 },
        result: { config: { '@type': 'tvm.cell', bytes: '' } },
      },
    ],
    getConfigAll: [minimal({}), full(at)],
    getLibraries: [
      minimal({}, { result: [] }),
      full({ libraries: [library] }, { result: [{ hash: Buffer.from(library, 'hex').toString('base64') }] }),
      {
        name: 'twice and unknown ones',
        params: { libraries: [ZERO_HASH, library, library] },
        result: { result: [{}] },
      },
    ],
    runGetMethod: [
      minimal({ address: wallet, method: 'seqno', stack: [] }, { exit_code: 0, stack: [['num', '0x1']] }),
      full({ address: wallet, method: 85143, stack: [['num', 1]], seqno: head.seqno }, { block_id: head }),
      {
        name: 'every kind of argument',
        params: { address: wallet, method: '0x14c97', stack: LEGACY_ARGUMENTS.map(([given]) => given) },
        result: called(LEGACY_ARGUMENTS, ['num', '0x1']),
      },
      ...['85143', '0x14C97'].map((method) => ({
        name: `method ${method}`,
        params: { address: wallet, method, stack: {} },
        result: { exit_code: 0, stack: [['num', '0x1']] },
      })),
      {
        name: 'method not there',
        params: { address: alice, method: 'none', stack: [] },
        result: { exit_code: 11 },
      },
      ...[scene.neverUsed, scene.uninit, scene.frozen].map((address) => ({
        name: `no code at ${address.slice(0, 6)}`,
        params: { address, method: 'seqno', stack: [['num', 5]] },
        result: {
          exit_code: -13,
          gas_used: 0,
          stack: [
            ['num', '0x5'],
            ['num', '0x14c97'],
          ],
        },
      })),
      {
        name: 'code in a library',
        params: { address: accounts.get('Guest book (code in a library)'), method: 0, stack: [] },
      },
    ],
    runGetMethodStd: [
      minimal({ address: wallet, method: 'seqno', stack: [] }, { exit_code: 0, stack: [std.number('1')] }),
      full({ address: wallet, method: 85143, stack: [std.number('1')], seqno: head.seqno }),
      {
        name: 'every kind of argument',
        params: { address: wallet, method: 'seqno', stack: STANDARD_ARGUMENTS.map(([given]) => given) },
        result: called(STANDARD_ARGUMENTS, std.number('1')),
      },
      {
        name: 'no code',
        params: { address: scene.neverUsed, method: 'seqno', stack: [] },
        result: { exit_code: -13, gas_used: 0, stack: [std.number('85143')] },
      },
    ],
    estimateFee: [
      minimal({ address: wallet, body: HELLO_CELL }, { destination_fees: [] }),
      full({
        address: scene.neverUsed,
        body: HELLO_CELL,
        init_code: boc(beginCell().storeUint(0, 32)),
        init_data: EMPTY_CELL,
        ignore_chksig: false,
      }),
      {
        name: 'account never used',
        params: { address: scene.neverUsed, body: EMPTY_CELL },
        result: { source_fees: { fwd_fee: 0 } },
      },
      {
        name: 'data without code are ignored',
        params: { address: scene.neverUsed, body: EMPTY_CELL, init_data: EMPTY_CELL },
        result: { source_fees: { fwd_fee: 0 } },
      },
    ],
    detectAddress: [minimal({ address: alice }, { given_type: 'raw_form', test_only: false })],
    packAddress: [minimal({ address: alice }, Address.parse(alice ?? '').toString())],
    unpackAddress: [minimal({ address: alice }, alice?.toUpperCase())],
    detectHash: [minimal({ hash: library }, { hex: library })],
  }
}
