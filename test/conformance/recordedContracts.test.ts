import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { interfacesOf } from '#shared/contracts/interfacesOf.ts'
import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { parseBlock } from '../../src-main/indexer/parse/parseBlock.ts'
import { rawAddress } from '../../src-main/indexer/stdAddress.ts'
import type { DetectedJettonWallet, DetectedNftItem } from '../../src-main/store/detectedTokens.ts'
import { type DetectedContract, detectContracts } from './detectedContracts.ts'
import { objectsWith, readJson, recordedContracts, traceFiles } from './recordedContracts.ts'
import { fixtureBlocks } from './sharedBlocks.ts'
import { hasShared, NEEDS_SHARED } from './sharedData.ts'

/** Recorded contracts of mainnet and testnet, compared with toncenter's results. */

const TIMEOUT = 120_000

/** Detected contracts by kind: their counterparts are recorded too, or they have none. */
const KINDS = { jetton_master: 10, jetton_wallet: 6, nft_collection: 1, nft_sale: 1 }
/** Contracts whose masters, collections or multisigs are not recorded. */
const WAITING = 107
/** Names of interfaces by the number of accounts that have them. */
const INTERFACES = {
  coffee_staking_item: 1,
  dedust_pool: 2,
  dedust_vault: 3,
  dns: 164,
  editable: 163,
  jetton_master: 3,
  jetton_wallet: 34,
  jetton_wallet_governed: 32,
  jetton_wallet_v1: 25,
  jetton_wallet_v2: 13,
  moon_pool: 2,
  nft_collection: 1,
  nft_item: 168,
  nft_sale_getgems_v3: 1,
  teleitem: 1,
  tonco_pool: 5,
  tonstake_pool: 1,
  wallet_highload_v2: 1,
  wallet_highload_v3r1: 13,
  wallet_v1r1: 78,
  wallet_v1r2: 49,
  wallet_v2r1: 10,
  wallet_v3r1: 1_513,
  wallet_v3r2: 19,
  wallet_v4r2: 92,
  wallet_v5_beta: 6,
  wallet_v5r1: 126,
}

/** As they are deployed these answer no getter yet: the first message completes their data. */
const INCOMPLETE = new Set([
  '0:5CAD886ACD43EDE8D4E4BC3487BA2C6EB2D8CA3E5D4B1A6F037B7661CD82AD8C',
  '0:7ABD6C4CD7E44D1E3D293C1F8324F4AF610F69F62966E009662D3442484D3025',
])

/** Toncenter's answer about an account. */
type RecordedFact =
  | { readonly kind: 'jetton_wallet'; readonly owner: string; readonly token: string }
  | { readonly kind: 'nft_item'; readonly owner: string; readonly token: string }
  | { readonly kind: 'jetton_master' | 'nft_collection' }

type TraceJson = {
  readonly interfaces?: { readonly [address: string]: { readonly [kind: string]: Texts } }
  readonly address_book?: { readonly [address: string]: { readonly interfaces?: readonly string[] } }
  readonly metadata?: {
    readonly [address: string]: {
      readonly token_info?: readonly { readonly type?: string; readonly extra?: Texts }[]
    }
  }
}
type Texts = { readonly [name: string]: string }

/** Facts by address, from the traces' own interfaces and from the metadata of answers. */
function recordedFacts(): Map<string, RecordedFact[]> {
  const facts = new Map<string, RecordedFact[]>()
  const add = (address: string, fact: RecordedFact) =>
    facts.set(address, [...(facts.get(address) ?? []), fact])
  for (const file of traceFiles()) {
    const { interfaces = {}, metadata = {} } = readJson<TraceJson>(file)
    for (const [address, { JettonWallet: wallet, NftItem: item }] of Object.entries(interfaces)) {
      if (wallet)
        add(address, { kind: 'jetton_wallet', owner: wallet.owner ?? '', token: wallet.jetton ?? '' })
      if (item) {
        const [owner, token] = [item.owner_address ?? '', item.collection_address ?? '']
        add(address, { kind: 'nft_item', owner, token })
      }
    }
    for (const [address, { token_info = [] }] of Object.entries(metadata)) {
      for (const { type, extra } of token_info) {
        if (type === 'jetton_masters') add(address, { kind: 'jetton_master' })
        if (type === 'nft_collections') add(address, { kind: 'nft_collection' })
        if (type === 'jetton_wallets' && extra?.jetton && extra.owner)
          add(address, { kind: 'jetton_wallet', owner: extra.owner, token: extra.jetton })
      }
    }
  }
  return facts
}

/** Returns the detected owner, and master or collection, of a contract; undefined if it is of another kind. */
function claimOf({ result }: DetectedContract, kind: RecordedFact['kind']) {
  const facts = result.contracts.find((contract) => contract.kind === kind)
  if (!facts) return undefined
  const { owner } = facts as DetectedJettonWallet | DetectedNftItem
  const token = facts.kind === 'jetton_wallet' ? facts.jetton : (facts as DetectedNftItem).collection
  return { owner: owner && rawAddress(owner), token: token && rawAddress(token) }
}

/** Requests that only contracts of one kind take: jetton transfer, its arrival, burn; NFT transfer. */
const REQUESTS = new Map([
  [0x0f8a7ea5, 'jetton_wallet'],
  [0x178d4519, 'jetton_wallet'],
  [0x595f07bc, 'jetton_wallet'],
  [0x5fcc3d14, 'nft_item'],
])

const countBy = (names: Iterable<string>) => {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

describe.skipIf(!hasShared)(`contracts of real networks (${NEEDS_SHARED})`, () => {
  let detected: ReadonlyMap<string, DetectedContract>

  beforeAll(async () => {
    detected = await detectContracts(recordedContracts())
  }, TIMEOUT)

  it('are all read, and counted by kind', () => {
    expect(detected.size).toBe(6_933)
    const results = [...detected.values()].map(({ result }) => result)
    const kinds = results.flatMap(({ contracts }) => contracts.map(({ kind }) => kind))
    expect(countBy(kinds)).toEqual(KINDS)
    expect(results.filter(({ waitsFor }) => waitsFor)).toHaveLength(WAITING)
    expect(results.filter(({ isLibraryMissing }) => isLibraryMissing)).toEqual([])
    const interfaces = [...detected.values()].flatMap((contract) => contract.interfaces ?? [])
    expect(countBy(interfaces)).toEqual(INTERFACES)
  })

  it("equal toncenter's results, or wait for the master or collection that it names", () => {
    const counts = { verified: 0, waiting: 0, incomplete: 0 }
    for (const [address, facts] of recordedFacts()) {
      const contract = detected.get(address)
      if (!contract) continue
      for (const fact of facts) {
        if (INCOMPLETE.has(address)) {
          counts.incomplete++
          expect(contract.result, address).toMatchObject({ contracts: [], waitsFor: undefined })
        } else if (contract.result.waitsFor && 'token' in fact) {
          counts.waiting++
          expect(rawAddress(contract.result.waitsFor), address).toBe(fact.token)
        } else {
          counts.verified++
          expect(
            contract.result.contracts.map(({ kind }) => kind),
            address,
          ).toContain(fact.kind)
          if ('token' in fact) {
            const { owner, token } = fact
            expect(claimOf(contract, fact.kind), address).toEqual({ owner, token })
          }
        }
      }
    }
    expect(counts).toEqual({ verified: 12, waiting: 102, incomplete: 2 })
  })

  it('have the interfaces of toncenter’s address books, by their code', () => {
    let compared = 0
    for (const file of traceFiles()) {
      const answer = readJson<TraceJson>(file)
      const codes = new Map<string, string>()
      for (const { account, account_state_after: state } of objectsWith(answer, 'account_state_after')) {
        const hash = (state as { readonly code_hash?: string | null } | null)?.code_hash
        if (hash) codes.set(String(account), hash)
      }
      for (const [address, { interfaces }] of Object.entries(answer.address_book ?? {})) {
        if (!interfaces || interfaces.length === 0) continue
        const contract = detected.get(address)
        const code = codes.get(address)
        const ours =
          contract?.interfaces ??
          (code !== undefined && CONTRACTS.codes.get(code)?.interfaceName !== undefined
            ? interfacesOf(code, undefined)
            : undefined)
        if (ours === undefined) continue
        compared++
        expect(ours, `${address} in ${file}`).toEqual(interfaces)
      }
    }
    expect(compared).toBe(20)
  })

  it('that took requests of jettons and NFTs in recorded blocks are such, or wait for their master', () => {
    const counts = { verified: 0, waiting: 0 }
    for (const { file, id, boc } of fixtureBlocks()) {
      const fileHash = createHash('sha256').update(boc).digest()
      for (const { account, inMsg } of parseBlock({ ...id, fileHash }, boc).transactions) {
        const kind = inMsg?.opcode === undefined ? undefined : REQUESTS.get(inMsg.opcode >>> 0)
        const contract = detected.get(rawAddress(account))
        if (kind === undefined || contract?.interfaces === undefined) continue
        const isVerified = contract.result.contracts.some((found) => found.kind === kind)
        if (isVerified) counts.verified++
        else counts.waiting++
        expect(isVerified || contract.result.waitsFor, `${rawAddress(account)} in ${file}`).toBeTruthy()
      }
    }
    expect(counts).toEqual({ verified: 2, waiting: 34 })
  })
})
