import { type ParsedQuery, readNumber, readPlain } from './readPlain.ts'

/** Names of parameters and JSON fields in APIs and explorers. */
const WORKCHAIN = ['workchain', 'workchain_id', 'wc']
const ROOT_HASH = ['root_hash', 'roothash']
const FILE_HASH = ['file_hash', 'filehash']
const ACCOUNT = ['account', 'address', 'account_address']
const HASH = ['hash', 'tx_hash', 'transaction_hash', 'msg_hash', 'message_hash', 'trace_id']
const SEQNO = ['seqno', 'mc_seqno', 'masterchain_seqno']

/** Named values of a link's parameters or of JSON. */
export type Fields = ReadonlyMap<string, string>

/** Returns the first readings that a text has. */
export function firstOf(texts: readonly (string | undefined)[]): ParsedQuery[] {
  for (const text of texts) {
    const readings = text === undefined ? [] : readPlain(text)
    if (readings.length > 0) return readings
  }
  return []
}

/** Returns the readings of a text that cannot be a number or date by chance. */
export function readDistinct(text: string): ParsedQuery[] {
  return readPlain(text).filter((reading) => {
    const isSeqno = reading.kind === 'block' && /^\D*\d+$/.test(text)
    return !isSeqno && reading.kind !== 'time' && reading.kind !== 'fault'
  })
}

export function hasAccount(fields: Fields): boolean {
  return ACCOUNT.some((name) => fields.has(name))
}

export function hasHash(fields: Fields): boolean {
  return HASH.some((name) => fields.has(name))
}

/** Returns the one logical time that fields name: that of a transaction, or both ends of a range. */
function logicalTimeOf(fields: Fields): string | undefined {
  const start = fields.get('start_lt')
  const lt = fields.get('lt') ?? (start === fields.get('end_lt') ? start : undefined)
  return lt !== undefined && /^[1-9]\d{0,19}$/.test(lt) ? lt : undefined
}

/**
 * Reads a block id, a transaction, a hash, an account or a masterchain seqno from fields with the names that
 * the APIs and the reference explorer use.
 */
export function readFields(fields: Fields): ParsedQuery[] {
  const one = (names: readonly string[]) => {
    const name = names.find((candidate) => fields.has(candidate))
    return name === undefined ? undefined : fields.get(name)
  }
  const joined = (...lists: (readonly string[])[]) => {
    const values = lists.map(one)
    return values.includes(undefined) ? undefined : values.join(':')
  }
  const block = [WORKCHAIN, ['shard'], ['seqno']]
  const readings = firstOf([
    joined(...block, ROOT_HASH, FILE_HASH),
    joined(...block),
    joined(ACCOUNT, ['lt'], HASH),
    joined(['lt'], HASH),
    one(HASH),
  ])
  if (readings.length > 0) return readings
  const accounts = firstOf([one(ACCOUNT)])
  const lt = logicalTimeOf(fields)
  const [account] = accounts
  if (account?.kind === 'account' && lt !== undefined) {
    return [{ kind: 'transactionAt', address: account.address, lt }]
  }
  if (accounts.length > 0) return accounts
  const seqno = one(SEQNO)
  return seqno === undefined ? [] : readNumber(seqno)
}

/** Reads the first value of a field with any name. */
export function readAnyField(fields: Fields): ParsedQuery[] {
  for (const value of fields.values()) {
    const readings = readDistinct(value)
    if (readings.length > 0) return readings
  }
  return []
}
