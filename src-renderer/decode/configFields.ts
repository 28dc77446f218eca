/** How a field's value is shown. The prices per unit are in nanoton × 2¹⁶. */
export type ConfigUnit =
  | 'number'
  | 'nanoton'
  | 'price16'
  | 'share16'
  | 'factor16'
  | 'share32'
  | 'seconds'
  | 'milliseconds'
  | 'time'
  | 'bytes'
  | 'gas'
  | 'lt'
  | 'account'
  | 'address'
  | 'hash'
  | 'publicKey'
  | 'param'
  | 'capabilities'
  | 'yesNo'

/** Units by field, and where a name has several meanings by `parameter.field`. */
const UNITS: Readonly<Record<string, ConfigUnit>> = {
  // 5, 6
  blackholeAddr: 'account',
  mintNewPrice: 'nanoton',
  mintAddPrice: 'nanoton',
  // 8
  capabilities: 'capabilities',
  // 11
  minStoreSec: 'seconds',
  maxStoreSec: 'seconds',
  '11.bitPrice': 'nanoton',
  '11.cellPrice': 'nanoton',
  // 12
  enabledSince: 'time',
  zerostateRootHash: 'hash',
  zerostateFileHash: 'hash',
  splitMergeDelay: 'seconds',
  splitMergeInterval: 'seconds',
  minSplitMergeInterval: 'seconds',
  maxSplitMergeDelay: 'seconds',
  // 13
  deposit: 'nanoton',
  '13.bitPrice': 'nanoton',
  '13.cellPrice': 'nanoton',
  // 14
  masterchainBlockFee: 'nanoton',
  basechainBlockFee: 'nanoton',
  // 15
  validatorsElectedFor: 'seconds',
  electionsStartBefore: 'seconds',
  electionsEndBefore: 'seconds',
  stakeHeldFor: 'seconds',
  // 17
  minStake: 'nanoton',
  maxStake: 'nanoton',
  minTotalStake: 'nanoton',
  maxStakeFactor: 'factor16',
  // 18
  utimeSince: 'time',
  bitPricePs: 'price16',
  cellPricePs: 'price16',
  mcBitPricePs: 'price16',
  mcCellPricePs: 'price16',
  // 20, 21
  flatGasLimit: 'gas',
  flatGasPrice: 'nanoton',
  gasPrice: 'price16',
  gasLimit: 'gas',
  specialGasLimit: 'gas',
  gasCredit: 'gas',
  blockGasLimit: 'gas',
  freezeDueLimit: 'nanoton',
  deleteDueLimit: 'nanoton',
  // 22, 23
  'bytes.underload': 'bytes',
  'bytes.softLimit': 'bytes',
  'bytes.hardLimit': 'bytes',
  'gas.underload': 'gas',
  'gas.softLimit': 'gas',
  'gas.hardLimit': 'gas',
  'ltDelta.underload': 'lt',
  'ltDelta.softLimit': 'lt',
  'ltDelta.hardLimit': 'lt',
  'collatedData.underload': 'bytes',
  'collatedData.softLimit': 'bytes',
  'collatedData.hardLimit': 'bytes',
  maxBytes: 'bytes',
  // 24, 25
  lumpPrice: 'nanoton',
  '24.bitPrice': 'price16',
  '24.cellPrice': 'price16',
  '25.bitPrice': 'price16',
  '25.cellPrice': 'price16',
  ihrPriceFactor: 'factor16',
  firstFrac: 'share16',
  nextFrac: 'share16',
  // 28, 29, 30
  mcCatchainLifetime: 'seconds',
  shardCatchainLifetime: 'seconds',
  shardValidatorsLifetime: 'seconds',
  nextCandidateDelayMs: 'milliseconds',
  consensusTimeoutMs: 'milliseconds',
  attemptDuration: 'seconds',
  maxBlockBytes: 'bytes',
  maxCollatedBytes: 'bytes',
  targetRateMs: 'milliseconds',
  firstBlockTimeoutMs: 'milliseconds',
  // 40
  defaultFlatFine: 'nanoton',
  defaultProportionalFine: 'share32',
  unpunishableInterval: 'seconds',
  longInterval: 'seconds',
  mediumInterval: 'seconds',
  // 43
  maxExtMsgSize: 'bytes',
  // 44
  suspendedUntil: 'time',
  // 71 to 82
  bridgeAddress: 'account',
  oracleMultisigAddress: 'account',
  oraclesAddress: 'account',
  externalChainAddress: 'hash',
  bridgeBurnFee: 'nanoton',
  bridgeMintFee: 'nanoton',
  burnBridgeFee: 'nanoton',
  walletMinTonsForStorage: 'nanoton',
  minterMinTonsForStorage: 'nanoton',
  walletGasConsumption: 'nanoton',
  discoverGasConsumption: 'nanoton',
}

/** Fields that a label cannot be made of by splitting its words. */
const LABELS: Readonly<Record<string, string>> = {
  blackholeAddr: 'Blackhole account',
  feeBurnNum: 'Burned part, numerator',
  feeBurnDenom: 'Burned part, denominator',
  minTotRounds: 'Min rounds',
  maxTotRounds: 'Max rounds',
  minStoreSec: 'Min time stored',
  maxStoreSec: 'Max time stored',
  utimeSince: 'Valid since',
  bitPricePs: 'Basechain, per bit and second',
  cellPricePs: 'Basechain, per cell and second',
  mcBitPricePs: 'Masterchain, per bit and second',
  mcCellPricePs: 'Masterchain, per cell and second',
  flatGasLimit: 'Flat price up to',
  flatGasPrice: 'Flat price',
  lumpPrice: 'Base fee',
  bitPrice: 'Price per bit',
  cellPrice: 'Price per cell',
  firstFrac: 'Share of the first block',
  nextFrac: 'Share of each next block',
  ihrPriceFactor: 'IHR price factor',
  shuffleMcValidators: 'Masterchain validators shuffled',
  mcCatchainLifetime: 'Group lifetime, masterchain',
  shardCatchainLifetime: 'Group lifetime, shards',
  shardValidatorsLifetime: 'Validators’ lifetime, shards',
  shardValidatorsNum: 'Validators of a shard',
  mc: 'Masterchain',
  shard: 'Shards',
  ltDelta: 'Logical time',
  softLimit: 'Soft',
  hardLimit: 'Hard',
  importedMsgQueue: 'Imported message queue',
  v2: 'Since version 2',
  v3: 'Since version 3',
}

const WORDS: Readonly<Record<string, string>> = {
  addr: 'address',
  acc: 'account',
  ext: 'external',
  mc: 'masterchain',
  msg: 'message',
  msgs: 'messages',
  ms: '',
  vm: 'VM',
  num: 'number',
  quic: 'QUIC',
  ids: 'ids',
}

/** Returns the unit of a field. `parent` is the object that the field is in; empty at the parameter's top. */
export function configUnit(id: number, parent: string, field: string): ConfigUnit {
  return UNITS[`${Math.abs(id)}.${field}`] ?? UNITS[`${parent}.${field}`] ?? UNITS[field] ?? 'number'
}

/** Returns the label of a field: `maxMsgBits` is `Max message bits`. */
export function configLabel(field: string): string {
  const known = LABELS[field]
  if (known !== undefined) return known
  const words = field
    .split(/(?=[A-Z])/)
    .map((word) => word.toLowerCase())
    .map((word) => WORDS[word] ?? word)
    .filter((word) => word !== '')
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
