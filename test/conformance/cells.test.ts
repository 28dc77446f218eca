import { readdirSync } from 'node:fs'
import {
  Cell,
  CellType,
  Dictionary,
  loadCurrencyCollection,
  loadTransaction,
  type Transaction,
} from '@ton/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { BocError } from '#shared/ton/cells/bocError.ts'
import { hashKey } from '../../src-main/chain/cells/cellData.ts'
import { parseBoc, parseBocRoot } from '../../src-main/chain/cells/parseBoc.ts'
import { API_BOC, FILE_BOC, PROOF_BOC, serializeBoc } from '../../src-main/chain/cells/serializeBoc.ts'
import { buildMerkleProof, openMerkleProof } from '../../src-main/chain/merkle/merkleProof.ts'
import { applyMerkleUpdate, buildMerkleUpdate } from '../../src-main/chain/merkle/merkleUpdate.ts'
import { proofRootHash } from '../chain/openedProofs.ts'
import { readMaybeZipped, readRealnet, readRealnetLines } from '../fixtures/recorded.ts'
import { hasShared, NEEDS_SHARED, SHARED } from './sharedData.ts'

const hashesOf = (roots: readonly Cell[]) => roots.map((root) => root.hash().toString('hex'))
const STATE_UPDATE = 2

function fixtureFiles(): string[] {
  return readdirSync(`${SHARED}fixtures`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.boc(\.gz)?$/.test(name))
    .sort()
}

const readFixture = (name: string) => readMaybeZipped(`${SHARED}fixtures/${name}`)

type RealBlock = { workchain: number; shard: string; seqno: number; root_hash: string; boc: string }

/**
 * Files that software other than the reference node wrote: their level masks are wrong or missing (the reader
 * takes them with `lenient`), or their cells are in another order (written again, they are other bytes).
 */
const FOREIGN_LEVELS = [
  'oraidex-tonbridge-testnet/piece_0.boc',
  'oraidex-tonbridge-testnet/piece_1.boc',
  'oraidex-tonbridge-testnet/piece_5.boc',
  'ton-org-ton-core/config_state_20429810.boc',
  'xssnick-tonutils-go/state_mc_24374596.boc',
  'xssnick-tonutils-go/state_wc0_27113670.boc',
]
const FOREIGN_ORDER = [
  ...FOREIGN_LEVELS,
  'oraidex-tonbridge-testnet/piece_2.boc',
  'oraidex-tonbridge-testnet/piece_3.boc',
  'rsquad-ton-rust-node/shard-4377252/proof_4377252.boc',
  'ston-fi-ton-rs/tx_16BEFDC4.boc',
  'tonapi-opentonapi/config-params-1.boc',
  'xssnick-tonutils-go/block_mc_31440712.boc',
]
/** Proofs as ton-rust-node stores them. */
const FOREIGN_PROOFS =
  /^rsquad-ton-rust-node\/mc-(3082181|3236530-shuffled-validators)\/(key_)?proof_\d+\.boc$/
const isForeign = (name: string) => FOREIGN_ORDER.includes(name) || FOREIGN_PROOFS.test(name)

const MODES = { 31: FILE_BOC, 2: API_BOC, 0: PROOF_BOC }

/** The mode in which the reference would have written these bytes, if any. */
function modeOf(data: Buffer, roots: readonly Cell[]): string | undefined {
  return Object.entries(MODES).find(([, options]) => serializeBoc(roots, options).equals(data))?.[0]
}

/** All bags of cells inside a TL answer: `bytes` fields that begin with the magic. */
function bocsIn(answer: Buffer): Buffer[] {
  const found: Buffer[] = []
  const magic = Buffer.from('b5ee9c72', 'hex')
  for (let at = answer.indexOf(magic); at >= 0; at = answer.indexOf(magic, at + 1)) {
    const lengths =
      answer[at - 4] === 0xfe ? [answer.readUIntLE(at - 3, 3), answer[at - 1]!] : [answer[at - 1]!]
    const fitting = lengths.find((length) => {
      try {
        return parseBoc(answer.subarray(at, at + length)).length > 0
      } catch (error) {
        if (error instanceof BocError) return false
        throw error
      }
    })
    if (fitting === undefined) throw new Error(`no bag of cells at ${at}`)
    found.push(answer.subarray(at, at + fitting))
  }
  return found
}

describe.skipIf(!hasShared)(`cells of recorded data (${NEEDS_SHARED})`, () => {
  it('every fixture has the hashes that @ton/core computes', () => {
    const files = fixtureFiles()
    expect(files.length).toBeGreaterThan(200)
    for (const name of files) {
      const data = readFixture(name)
      const lenient = FOREIGN_LEVELS.includes(name)
      if (lenient) expect(() => parseBoc(data), name).toThrow(BocError)
      const ours = parseBoc(data, { lenient })
      // @ton/core takes seconds for the largest.
      if (data.length > 300_000) continue
      const theirs = Cell.fromBoc(data)
      expect([name, hashesOf(ours)]).toEqual([name, hashesOf(theirs)])
      expect(ours.map((cell) => cell.level())).toEqual(theirs.map((cell) => cell.level()))
    }
  })

  it('every fixture of the reference node is written again as it was', () => {
    const written: Record<string, number> = {}
    for (const name of fixtureFiles()) {
      const data = readFixture(name)
      const mode = modeOf(data, parseBoc(data, { lenient: FOREIGN_LEVELS.includes(name) }))
      expect([name, mode === undefined]).toEqual([name, isForeign(name)])
      if (mode !== undefined) written[mode] = (written[mode] ?? 0) + 1
    }
    expect(written).toEqual({ 31: 128, 2: 3, 0: 30 })
  })

  it('the transactions of mainnet blocks read the same over our slices as over those of @ton/core', () => {
    for (const name of [
      'xssnick-tonutils-go/wc0_71398501.boc',
      'rsquad-ton-rust-node/bundle-56703839/block_56703839.boc',
    ]) {
      const data = readFixture(name)
      const ours = transactionsOf(parseBocRoot(data))
      const theirs = transactionsOf(Cell.fromBoc(data)[0]!)
      expect(ours.length).toBeGreaterThan(60)
      expect(ours.map(printed)).toEqual(theirs.map(printed))
    }
  })

  it('states roll through the blocks that follow them', () => {
    for (const [folder, state, blocks] of [
      ['mc-2660', 'state_2659.boc.gz', 21],
      ['wc0-571524', 'state_571524.boc.gz', 21],
    ] as const) {
      const folderName = `rsquad-ton-rust-node/${folder}`
      let rolled = parseBocRoot(readFixture(`${folderName}/${state}`))
      const files = fixtureFiles().filter((name) => name.startsWith(`${folderName}/block_`))
      expect(files).toHaveLength(blocks)
      for (const name of files) {
        rolled = applyMerkleUpdate(rolled, parseBocRoot(readFixture(name)).refs[STATE_UPDATE]!)
      }
      expect(parseBocRoot(serializeBoc(rolled, FILE_BOC)).equals(rolled)).toBe(true)
    }
  })
})

describe('cells of the recorded network', () => {
  let lines: RealBlock[] = []
  const blocks = new Map<string, Cell>()
  const states = new Map<string, Cell>()
  const masterStates: { seqno: number; update: Cell; before: Cell; after: Cell }[] = []

  beforeAll(() => {
    lines = readRealnetLines<RealBlock>('blocks.ndjson.gz')
    const zeroState = parseBocRoot(readRealnet('zerostate.boc'))
    let master = zeroState
    for (const line of lines) {
      const block = parseBocRoot(Buffer.from(line.boc, 'base64'))
      blocks.set(line.root_hash.toLowerCase(), block)
      if (line.workchain !== -1) continue
      const update = block.refs[STATE_UPDATE]!
      const before = master
      master = applyMerkleUpdate(master, update)
      states.set(master.hash().toString('hex'), master)
      masterStates.push({ seqno: line.seqno, update, before, after: master })
    }
    let base = parseBocRoot(readRealnet('basestate0.boc'))
    // Up to the split of the basechain, which is another kind of update.
    for (const line of lines.filter(
      ({ workchain, shard }) => workchain === 0 && shard === '8000000000000000',
    )) {
      base = applyMerkleUpdate(base, blocks.get(line.root_hash.toLowerCase())!.refs[STATE_UPDATE]!)
      states.set(base.hash().toString('hex'), base)
    }
  })

  it('all blocks and zero states have their root hash and are written again as they were', () => {
    expect(lines).toHaveLength(2546)
    for (const line of lines) {
      const data = Buffer.from(line.boc, 'base64')
      const block = blocks.get(line.root_hash.toLowerCase())!
      expect(block.hash().toString('hex')).toBe(line.root_hash.toLowerCase())
      if (!serializeBoc(block, FILE_BOC).equals(data)) expect.fail(`block ${line.seqno} is other bytes`)
    }
    for (const name of ['zerostate.boc', 'basestate0.boc']) {
      const data = readRealnet(name)
      expect(serializeBoc(parseBoc(data), FILE_BOC).equals(data)).toBe(true)
    }
  })

  it('reads bytes with a known hash to the same cells, without computing unused hashes', () => {
    for (const line of lines.slice(0, 300)) {
      const block = parseBocRoot(Buffer.from(line.boc, 'base64'), { trusted: true })
      expect(block.hash().toString('hex')).toBe(line.root_hash.toLowerCase())
    }
  })

  it('all bags of cells in recorded liteserver answers are written again as they were', () => {
    const answers = [
      ...readRealnetLines<{ answer?: string }>('queries.ndjson.gz'),
      ...readRealnetLines<{ answer?: string }>('block-proofs.ndjson.gz').slice(0, 200),
    ]
    const bocs = answers.flatMap(({ answer }) => (answer ? bocsIn(Buffer.from(answer, 'base64')) : []))
    const modes = bocs.map((data) => modeOf(data, parseBoc(data)))
    expect(bocs.length).toBeGreaterThan(800)
    expect([...new Set(modes)].sort()).toEqual(['0', '31'])
    expect(bocs.filter((data) => parseBoc(data).length > 1).length).toBeGreaterThan(100)
  })

  it('all bags of cells in recorded HTTP answers are written again as they were', () => {
    const modes: Record<string, number> = {}
    const visit = (value: unknown): void => {
      if (typeof value === 'string' && value.startsWith('te6cc')) {
        const data = Buffer.from(value, 'base64')
        const mode = modeOf(data, parseBoc(data)) ?? 'other'
        modes[mode] = (modes[mode] ?? 0) + 1
      } else if (value !== null && typeof value === 'object') {
        Object.values(value).forEach(visit)
      }
    }
    for (const { response } of readRealnetLines<{ response: unknown }>('v2-cpp.ndjson.gz')) visit(response)
    expect(Object.keys(modes).sort()).toEqual(['0', '2'])
    expect(modes[2]).toBeGreaterThan(2000)
  })

  it('recorded proofs equal those that the builder makes of the cells that they show', () => {
    const rebuilt = { block: 0, state: 0 }
    for (const { answer } of readRealnetLines<{ answer?: string }>('queries.ndjson.gz')) {
      if (!answer) continue
      for (const proof of bocsIn(Buffer.from(answer, 'base64')).flatMap((data) => parseBoc(data))) {
        if (proof.type !== CellType.MerkleProof) continue
        const hash = proofRootHash(proof).toString('hex')
        const tree = blocks.get(hash) ?? states.get(hash)
        if (!tree) continue
        const built = buildMerkleProof(tree, shownBy(openMerkleProof(proof), tree), { unreadLeaves: 'prune' })
        expect(built.equals(proof)).toBe(true)
        rebuilt[blocks.has(hash) ? 'block' : 'state']++
      }
    }
    expect(rebuilt.block).toBeGreaterThan(200)
    expect(rebuilt.state).toBeGreaterThan(90)
  })

  it('updates built from two states lead from one to the other and are about as small as the recorded ones', () => {
    for (const { update, before, after } of masterStates.filter((_, i) => i % 9 === 0)) {
      const built = buildMerkleUpdate(before, after)
      expect(built.bits.equals(update.bits)).toBe(true)
      expect(applyMerkleUpdate(before, built).equals(after)).toBe(true)
      // The node also shows cells that it wrote anew though they didn't change.
      expect(serializeBoc(built).length).toBeLessThanOrEqual(serializeBoc(update).length + 100)
    }
  })

  it('a changed or shortened block is an error or cells, never anything else (2,000 cases)', () => {
    const files = lines.filter((_, i) => i % 100 === 0).map((line) => Buffer.from(line.boc, 'base64'))
    const change = fc.record({ at: fc.nat(1 << 20), flip: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(
        fc.nat(files.length - 1),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        fc.option(fc.nat(1 << 20)),
        (which, changes, cut) => {
          const file = Buffer.from(files[which]!)
          for (const { at, flip } of changes) file[at % file.length]! ^= flip
          const shortened = cut === null ? file : file.subarray(0, cut % file.length)
          // Without the checksum, so that the change reaches the cells.
          if (shortened.length > 4) shortened[4]! &= ~0x40
          const plain = cut === null ? shortened.subarray(0, -4) : shortened
          for (const options of [{}, { lenient: true, trusted: true }]) {
            try {
              for (const root of parseBoc(plain, options)) expect(root.hash()).toHaveLength(32)
            } catch (error) {
              if (!(error instanceof BocError)) throw error
            }
          }
        },
      ),
      { numRuns: 2000 },
    )
  })
})

/** The hash keys of the cells of `tree` that the proof shows. */
function shownBy(proof: Cell, tree: Cell): Set<string> {
  const shown = new Set<string>()
  const walk = (part: Cell, cell: Cell): void => {
    if (part.type === CellType.PrunedBranch && !part.equals(cell)) return
    shown.add(hashKey(cell))
    for (const [i, ref] of part.refs.entries()) walk(ref, cell.refs[i]!)
  }
  walk(proof, tree)
  return shown
}

/** block → extra → account_blocks:^(HashmapAugE 256 AccountBlock CurrencyCollection). */
function transactionsOf(block: Cell): Transaction[] {
  const accounts = block.refs[3]!.refs[2]!.beginParse().loadDict(Dictionary.Keys.BigUint(256), {
    serialize: () => undefined,
    parse: (slice) => {
      loadCurrencyCollection(slice)
      slice.skip(4 + 256)
      const transactions = Dictionary.loadDirect(
        Dictionary.Keys.BigUint(64),
        {
          serialize: () => undefined,
          parse: (value) => {
            loadCurrencyCollection(value)
            return loadTransaction(value.loadRef().beginParse())
          },
        },
        slice,
      )
      return transactions.values()
    },
  })
  return accounts.values().flat()
}

/** Every field of a transaction as text; cells by hash. */
function printed(transaction: Transaction): string {
  return JSON.stringify({ ...transaction, hash: transaction.hash().toString('hex') }, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`
    if (value instanceof Cell) return value.hash().toString('hex')
    if (value instanceof Dictionary) return [...(value as Dictionary<number, unknown>)]
    return value
  })
}
