import { CONTRACTS } from '#shared/contracts/lookups.ts'
import { SYSTEM_ADDRESS } from '#shared/ton/systemMessage.ts'
import type { StdAddress } from '../../../store/parsedBlock.ts'
import { loadCode } from '../../../store/queries/cellParts.ts'
import type { TransactionRecord } from '../../../store/queries/records.ts'
import { coverageText } from '../coverageText.ts'
import { type MissingData, missingDataKey, stateKey } from '../reading.ts'
import { currentAccounts, ifComplete, isFullyIndexed, isSearchable, knownHistory } from './completeness.ts'
import type { Outcome, ReadContext } from './context.ts'

const SYSTEM = Buffer.from([SYSTEM_ADDRESS.workchain, ...SYSTEM_ADDRESS.hash])

/** Maximum number of transactions whose account states are read for one request. */
const MAX_STATES = 8

/**
 * Details of found rows: the names of their accounts and of their traces, and of a few transactions the states of their
 * accounts. They are fetched as far as there is time, and omitted if they are unknown.
 */
export function withDetails(
  context: ReadContext,
  {
    transactions = [],
    states = [],
    readsStates = false,
    parties,
  }: {
    /** Rows that name their traces: transactions, or events of them. */
    readonly transactions?: readonly Pick<TransactionRecord, 'hash' | 'isTraceBroken'>[]
    /** Rows with account states. */
    readonly states?: readonly Pick<TransactionRecord, 'hash' | 'before' | 'after'>[]
    /** Whether the request names its transactions: only then their states are fetched. */
    readonly readsStates?: boolean
    readonly parties: readonly StdAddress[]
  },
  answer: () => Outcome,
): Outcome {
  const broken = transactions.filter(({ isTraceBroken }) => isTraceBroken)
  const unread = states.filter(({ before, after }) => !before.isRead || !after.isRead).map(stateNeed)
  const answerAll = () => {
    // A state between two transactions of one block is not known after its fetch either.
    const open = unread.filter((item) => context.fetched.get(missingDataKey(item)) !== true)
    const noted = withNote(context, `trace_id of ${count(broken.length)} not known`, broken.length, answer())
    return withNote(context, `account states of ${count(open.length)} not read`, open.length, noted)
  }
  if (isFullyIndexed(context) || context.options.offline) return answerAll()
  const roots = broken.map(({ hash }): MissingData => ({ kind: 'root', transaction: hash, isOptional: true }))
  const wanted = readsStates && unread.length <= MAX_STATES ? unread : []
  return ifComplete(context, [...roots, ...wanted, ...nameNeeds(context, parties)], answerAll)
}

function stateNeed({ hash }: Pick<TransactionRecord, 'hash'>): MissingData {
  return { kind: 'states', transaction: hash, isOptional: true }
}

function count(transactions: number): string {
  return transactions === 1 ? '1 transaction' : `${transactions} transactions`
}

/** Adds to the coverage of an answer what `transactions` of its rows lack, unless there are none. */
function withNote(context: ReadContext, note: string, transactions: number, outcome: Outcome): Outcome {
  if (transactions === 0 || outcome.kind !== 'found') return outcome
  const covered = outcome.coverage ?? coverageText(context.coverage)
  return { ...outcome, coverage: `${covered}; ${note}` }
}

function nameNeeds(context: ReadContext, parties: readonly StdAddress[]): MissingData[] {
  if (!context.options.addressBook) return []
  const known = new Set(namedAccounts(context, parties).map((address) => address.toString('latin1')))
  const byKey = new Map(parties.map((address) => [address.toString('latin1'), address]))
  return [...byKey].flatMap(([key, account]): MissingData[] => {
    if (known.has(key)) return []
    if (knownHistory(context, account).absentAt === undefined) {
      return [{ kind: 'state', account, isOptional: true }]
    }
    return isSearchable(context) ? [{ kind: 'history', account, count: 1, isOptional: true }] : []
  })
}

/** Returns the indexed ones of `addresses`: accounts with a known contract, and accounts known to have none. */
export function namedAccounts(context: ReadContext, addresses: readonly StdAddress[]): readonly StdAddress[] {
  if (isFullyIndexed(context)) return addresses
  const { reader, fetched } = context
  const codes = context.codes.load(addresses)
  const isNamed = new Map<string, boolean>()
  // A block shows only the changed parts of an account: of an older contract it has the code's hash alone.
  const hasName = (codeHash: Buffer) => {
    const key = codeHash.toString('base64')
    const known = isNamed.get(key) ?? (CONTRACTS.wallets.has(key) || loadCode(reader, codeHash) !== undefined)
    isNamed.set(key, known)
    return known
  }
  const contracts = codes.filter(({ codeHash }) => codeHash !== undefined && hasName(codeHash))
  const bare = codes.filter(({ codeHash }) => codeHash === undefined).map(({ address }) => address)
  // A contract rarely changes its code; an account without code has none until it is deployed.
  const current = currentAccounts(context, bare)
  const named = [...contracts.map(({ address }) => address), ...current]
  const keys = new Set(named.map((address) => address.toString('latin1')))
  // The history of an account without a state shows whether it ever had a transaction, as its row does.
  const isKnownAbsent = (address: StdAddress) => {
    const { absentAt, isComplete } = knownHistory(context, address)
    // The system address can have no code: while it has no account, its history does not matter.
    return absentAt !== undefined && (isComplete || address.equals(SYSTEM))
  }
  return addresses.filter(
    (address) =>
      keys.has(address.toString('latin1')) ||
      fetched.get(stateKey(address)) === true ||
      isKnownAbsent(address),
  )
}
