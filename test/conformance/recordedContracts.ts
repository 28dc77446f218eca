import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Address, type Cell, CellType } from '@ton/core'
import { parseAddress } from '#shared/ton/address.ts'
import { loadStateInit } from '../../src-main/chain/block/stateInit.ts'
import { parseBoc, parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { HashmapE } from '../../src-main/chain/hashmap/hashmap.ts'
import { accountCell, openAccount } from '../../src-main/chain/state/account.ts'
import { LIBRARIES } from '../../src-main/chain/state/libDescr.ts'
import {
  loadShardAccount,
  openShardAccounts,
  type ShardAccount,
} from '../../src-main/chain/state/shardAccounts.ts'
import { openShardStateDetails, openShardStateUnsplit } from '../../src-main/chain/state/shardState.ts'
import { parseCell, TlbError } from '../../src-main/chain/tlb.ts'
import { parseBlock } from '../../src-main/indexer/parse/parseBlock.ts'
import type { FoundState } from '../../src-main/indexer/parse/parseJobs.ts'
import { stdAddress, stdAddressOf } from '../../src-main/indexer/stdAddress.ts'
import type { StdAddress } from '../../src-main/store/parsedBlock.ts'
import { fixtureBlocks, readShared } from './sharedBlocks.ts'
import { SHARED } from './sharedData.ts'

/** Accounts of real networks as fixtures/ has them, with the public libraries of the same networks. */

const RSQUAD = 'fixtures/rsquad-ton-rust-node'
const REPLAY = 'fixtures/xssnick-tonutils-go/replay_71398501.json.gz'
const SHARD_STATE_TAGS = [0x9023afe2, 0x5f327da5]

/** Files with shard states, whole or pruned. */
const STATE_FILES = [
  `${RSQUAD}/genesis/zerostate.mc.boc`,
  `${RSQUAD}/mc-2660/state_2659.boc.gz`,
  `${RSQUAD}/wc0-571524/state_571524.boc.gz`,
  `${RSQUAD}/bundle-56703839/prev_shard_state.proof.boc.gz`,
  `${RSQUAD}/bundle-56703839/mc_state.proof.boc.gz`,
  `${RSQUAD}/testnet-66163599/testnet_collated_data.boc`,
  'fixtures/ton-org-ton-core/account_proof_31618192.boc',
] as const

/** Emulation inputs with one account each: the file, and the way to its ShardAccount. */
const EMULATED: readonly (readonly [path: string, account: (json: EmulationJson) => string | undefined])[] = [
  [`${RSQUAD}/emulation/tx_4C90C139_66815326000001.json.gz`, (json) => json.shard_account_boc],
  ['fixtures/ston-fi-ton-rs/txemulord_64826315000001.json.gz', (json) => json.emul_args?.shard_account_boc],
]
type EmulationJson = { shard_account_boc?: string; emul_args?: { shard_account_boc?: string } }

/** An account's state, and the file that has it. */
export type RecordedAccount = {
  readonly file: string
  readonly address: StdAddress
  readonly state: FoundState
}

export type RecordedContracts = {
  /** The newest recorded state of each account. */
  readonly accounts: readonly RecordedAccount[]
  /** Contracts as messages deploy them, of other accounts than `accounts`. */
  readonly deployed: readonly RecordedAccount[]
  /** Public libraries by hash (lower-case hexadecimal). */
  readonly libraries: ReadonlyMap<string, Cell>
  /** The configuration of mainnet in May 2026. */
  readonly config: Cell
}

type ReplayJson = {
  readonly previous_accounts: readonly { readonly shard_account_boc_base64: string }[]
  readonly config: {
    readonly config_root_boc_base64: string
    readonly libraries_boc_base64: readonly string[]
  }
}

export function readJson<T>(path: string): T {
  return JSON.parse(readShared(path).toString()) as T
}

/** Reads all recorded accounts. */
export function recordedContracts(): RecordedContracts {
  const replay = readJson<ReplayJson>(REPLAY)
  const libraries = new Map<string, Cell>()
  const accounts: RecordedAccount[] = []
  const add = (file: string, entry: ShardAccount) => accounts.push(...recorded(file, entry))
  for (const file of STATE_FILES) {
    for (const root of shardStates(file)) {
      const state = openShardStateUnsplit(root)
      for (const { value } of openShardAccounts(state.accounts).entries({ skipPruned: true }))
        add(file, value)
      const public_ = openShardStateDetails(state.details).libraries.entries({ skipPruned: true })
      for (const { key, value } of public_) libraries.set(key.toString('hex'), value.lib)
    }
  }
  for (const [file, bocOf] of EMULATED) add(file, shardAccount(bocOf(readJson(file)) ?? ''))
  for (const { shard_account_boc_base64: boc } of replay.previous_accounts) add(REPLAY, shardAccount(boc))
  for (const boc of replay.config.libraries_boc_base64) {
    const all = new HashmapE(LIBRARIES, parseBocRoot(Buffer.from(boc, 'base64'))).entries()
    for (const { key, value } of all) libraries.set(key.toString('hex'), value.lib)
  }
  const newest = newestOf(accounts)
  return {
    accounts: [...newest.values()],
    deployed: [...newestOf(deployedContracts()).values()].filter(
      ({ address }) => !newest.has(address.toString('hex')),
    ),
    libraries,
    config: parseBocRoot(Buffer.from(replay.config.config_root_boc_base64, 'base64')),
  }
}

function newestOf(accounts: readonly RecordedAccount[]): Map<string, RecordedAccount> {
  const newest = new Map<string, RecordedAccount>()
  for (const account of accounts) {
    const key = account.address.toString('hex')
    const other = newest.get(key)
    if (!other || other.state.lastTransLt < account.state.lastTransLt) newest.set(key, account)
  }
  return newest
}

/** Returns the shard states of a file: its roots, and those in its Merkle proofs. */
function shardStates(path: string): Cell[] {
  const roots = parseBoc(readShared(path), { lenient: true })
  const shown = roots.flatMap((root) => (root.type === CellType.MerkleProof ? root.refs : [root]))
  return shown.filter(
    (cell) => cell.bits.length >= 32 && SHARD_STATE_TAGS.includes(cell.beginParse().loadUint(32)),
  )
}

function shardAccount(base64: string): ShardAccount {
  return parseCell(parseBocRoot(Buffer.from(base64, 'base64')), 'ShardAccount', loadShardAccount)
}

/** Returns the account; nothing if the file does not show it completely, or if it does not exist. */
function recorded(file: string, { account, lastTransHash, lastTransLt }: ShardAccount): RecordedAccount[] {
  if (account.level() > 0) return []
  const addr = openAccount(account)?.addr
  if (!(addr instanceof Address)) return []
  const boc = serializeBoc(account, PROOF_BOC)
  const state = { boc, lastTransHash, lastTransLt, mcSeqno: 1, utime: 1 }
  return [{ file, address: stdAddressOf(addr), state }]
}

/** Files with traces in toncenter's form. */
export function traceFiles(): string[] {
  const folders = [
    'traces/given',
    'fixtures/toncenter-v3-traces-mytonwallet',
    'fixtures/toncenter-v3-traces-kit',
  ]
  return folders.flatMap((folder) => readdirSync(`${SHARED}${folder}`).map((name) => `${folder}/${name}`))
}

/** Contracts that messages of recorded traces and blocks deploy. */
function deployedContracts(): RecordedAccount[] {
  const found: RecordedAccount[] = []
  for (const file of traceFiles()) {
    for (const { destination, init_state } of objectsWith(readJson(file), 'init_state')) {
      const body = (init_state as { body?: string | null } | null)?.body
      if (typeof destination !== 'string' || !body) continue
      const to = parseAddress(destination)
      if (to) found.push(...deployed(file, stdAddress(to), parseBocRoot(Buffer.from(body, 'base64'))))
    }
  }
  for (const { file, id, boc } of fixtureBlocks()) {
    const fileHash = createHash('sha256').update(boc).digest()
    for (const { inMsg, outMsgs } of parseBlock({ ...id, fileHash }, boc).transactions) {
      for (const message of inMsg ? [inMsg, ...outMsgs] : outMsgs) {
        const { destination, init } = message
        if (destination && init) found.push(...deployed(file, destination, parseBocRoot(init.boc)))
      }
    }
  }
  return found
}

/** Every object in `value` that has the field. */
export function* objectsWith(value: unknown, field: string): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return
  if (field in value) yield value as Readonly<Record<string, unknown>>
  for (const each of Object.values(value)) yield* objectsWith(each, field)
}

/** The account that a message makes; none where its address is not that of the code and data. */
function deployed(file: string, address: StdAddress, stateInit: Cell): RecordedAccount[] {
  if (!stateInit.hash().equals(address.subarray(1))) return []
  let init: ReturnType<typeof loadStateInit>
  try {
    init = parseCell(stateInit, 'StateInit', loadStateInit)
  } catch (error) {
    if (error instanceof TlbError) return []
    throw error
  }
  const cell = accountCell({
    addr: new Address(address.readInt8(0), address.subarray(1)),
    storageStat: { used: { cells: 1n, bits: 1n }, dictHash: undefined, lastPaid: 1, duePayment: undefined },
    storage: { lastTransLt: 2n, balance: { coins: 0n }, state: { type: 'active', init } },
  })
  return recorded(file, { account: cell, lastTransHash: Buffer.alloc(32), lastTransLt: 1n })
}
