import type { Builder, Cell, Slice } from '@ton/core'
import { type HashmapCodec, HashmapE } from '../hashmap/hashmap.ts'
import { intOfKey, keyOfUint } from '../hashmap/key.ts'
import type { CellVisitor } from '../hashmap/walk.ts'
import { TlbError } from '../tlb.ts'

// https://github.com/ton-blockchain/ton/blob/f801e1c1a4ddb5abf41033f51a7c74ab72dfdc07/crypto/block/block.tlb
// _ config_addr:bits256 config:^(Hashmap 32 ^Cell) = ConfigParams;

/** The configuration in masterchain states and key blocks. `config` is the root of the dictionary. */
export type ConfigParams = {
  /** The configuration contract's account id in the masterchain. */
  readonly configAddr: Buffer
  readonly config: Cell
}

/** Reads ConfigParams without opening the dictionary. */
export function loadConfigParams(slice: Slice): ConfigParams {
  return { configAddr: slice.loadBuffer(32), config: slice.loadRef() }
}

/** Returns a writer (for Builder.store) of ConfigParams. */
export function storeConfigParams(params: ConfigParams): (builder: Builder) => void {
  return (builder) => {
    builder.storeBuffer(params.configAddr, 32).storeRef(params.config)
  }
}

const CONFIG: HashmapCodec<Cell> = {
  type: 'ConfigParams',
  keyBits: 32,
  loadValue: (slice) => slice.loadRef(),
  storeValue: (value) => (builder) => {
    builder.storeRef(value)
  },
}

/** Returns the dictionary of parameter cells by 32-bit id (see configKey) at its root cell. */
export function configDictionary(config: Cell, visit?: CellVisitor): HashmapE<Cell> {
  return new HashmapE(CONFIG, config, visit)
}

/** Returns a parameter's dictionary key. The id can be negative. */
export function configKey(id: number): Buffer {
  return keyOfUint(id, 32)
}

/**
 * Returns the cell of parameter `id` in the dictionary at `config`, or undefined if it is not set. Opens only
 * the cells on its path and passes them to `visit`.
 * @throws PrunedBranchError if the path is pruned
 */
export function configParam(config: Cell, id: number, visit?: CellVisitor): Cell | undefined {
  return configDictionary(config, visit).get(configKey(id))
}

/** Yields all parameters, those with negative ids last. */
export function* configEntries(config: Cell): Generator<{ readonly id: number; readonly value: Cell }, void> {
  for (const { key, value } of configDictionary(config).entries()) {
    yield { id: Number(intOfKey(key, 32)), value }
  }
}

/**
 * Returns the configuration with one parameter set or, for null, removed.
 * @throws TlbError if that removes the last parameter
 */
export function withConfigParam(config: Cell, id: number, value: Cell | null): Cell {
  const dictionary = configDictionary(config)
  const { root } = value ? dictionary.set(configKey(id), value) : dictionary.delete(configKey(id))
  if (!root) throw new TlbError('ConfigParams', 'a configuration has at least one parameter')
  return root
}

/**
 * Builds the dictionary of the given parameters and returns its root.
 * @throws TlbError for an empty map
 */
export function buildConfig(params: ReadonlyMap<number, Cell>): Cell {
  const entries = [...params].map(([id, value]) => ({ key: configKey(id), value }))
  const { root } = HashmapE.from(
    CONFIG,
    entries.toSorted((a, b) => a.key.compare(b.key)),
  )
  if (!root) throw new TlbError('ConfigParams', 'a configuration has at least one parameter')
  return root
}
