import { afterAll, describe, expect, it } from 'vitest'
import type { ReadName } from '../../../../../src-main/api/v3/context.ts'
import { answerQuery } from '../../../../../src-main/api/v3/read/answer.ts'
import type { ReadAnswer, ReadOptions } from '../../../../../src-main/api/v3/reading.ts'
import { createContractNames } from '../../../../../src-main/api/v3/render/contractNames.ts'
import type { ParsedTransaction, StdAddress } from '../../../../../src-main/store/parsedBlock.ts'
import { sortableInteger } from '../../../../../src-main/store/sortableInteger.ts'
import { createAccountRows } from '../../../../../src-main/store/write/accounts.ts'
import { openBeside } from '../../../../fixtures/store/openBeside.ts'
import { indexFacts, sampleFacts } from '../../../store/queries/sampleIndex.ts'

const HEAD = 110
const READ_AT = 105
const facts = sampleFacts(1, HEAD)
/** Only its last blocks are indexed, and newer ones are known. */
const part = indexFacts(facts.slice(30))
afterAll(() => part.remove())

const late = facts.slice(30).flatMap(({ blocks }) => blocks.flatMap((block) => block.transactions))
const histories = [...Map.groupBy(late, ({ account }) => account.toString('hex')).values()].map((all) =>
  all.toSorted((a, b) => Number(a.lt - b.lt)),
)
/** Accounts whose first transaction is indexed, and one with earlier ones. */
const [owned = [], kept = [], changed = [], other = []] = histories.filter(
  ([first]) => first?.prevLt === 0n && first.account[0] === 0,
)
const [cut = []] = histories.filter(([first]) => first !== undefined && first.prevLt > 0n)
const accountOf = ([first]: readonly ParsedTransaction[]) => first?.account ?? expect.fail('no history')
const ltOf = (history: readonly ParsedTransaction[]) => history.at(-1)?.lt ?? 0n
const apiValue = (account: StdAddress) => ({ workchain: account.readInt8(0), hash: account.subarray(1) })

const owner = accountOf(owned)
const jetton = accountOf(other)
const connection = openBeside(part.file)
const accounts = createAccountRows(connection)
function insert(table: string, columns: Readonly<Record<string, unknown>>): void {
  const names = Object.keys(columns)
  connection
    .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(columns))
}
function keepHistory(history: readonly ParsedTransaction[], isNewest = true): void {
  insert('account_coverage', {
    account: accounts.idOf(accountOf(history)),
    mc_seqno: READ_AT,
    newest_lt: isNewest ? ltOf(history) : ltOf(history) - 1n,
    oldest_lt: history[0]?.lt,
    is_complete: 1,
    searched_seqno: 0,
  })
}
function addWallet(id: number, history: readonly ParsedTransaction[]): void {
  insert('jetton_wallets', {
    id,
    account: accounts.idOf(accountOf(history)),
    balance: sortableInteger(BigInt(id)),
    owner: accounts.idOf(owner),
    jetton: accounts.idOf(jetton),
    last_tx_lt: ltOf(history),
    mc_seqno: READ_AT,
  })
}
connection.exec('DELETE FROM detection_queue')
for (const account of [owner, jetton])
  insert('watched_accounts', { address: account, depth: 'all', added_at: 1 })
keepHistory(owned)
keepHistory(kept)
// A newer transaction came with a trace.
keepHistory(changed, false)
addWallet(1, kept)
addWallet(2, changed)

function ask(operation: ReadName, values: object, more: Partial<ReadOptions> = {}): ReadAnswer {
  return answerQuery(part.reader, createContractNames(), {
    operation,
    values: { limit: 10, offset: 0, sort: 'desc', direction: 'both', ...values },
    options: {
      addressBook: false,
      metadata: false,
      testOnly: false,
      head: HEAD + 90,
      offline: true,
      searchDepth: 0,
      ...more,
    },
  })
}
const wallets = (answer: ReadAnswer) =>
  answer.kind === 'json'
    ? (JSON.parse(Buffer.from(answer.json).toString()).jetton_wallets as { address: string }[])
    : answer.kind
const owners = { owner_address: [apiValue(owner)] }
const LISTS = ['jetton/wallets', 'jetton/transfers', 'jetton/burns', 'nft/items', 'nft/transfers'] as const

describe('token lists of a watched account offline', () => {
  it('have the contracts as of their last read, without those that have changed since', () => {
    const answer = ask('jetton/wallets', owners)
    expect(wallets(answer)).toMatchObject([{ balance: '1' }])
    expect(answer).toMatchObject({
      coverage: expect.stringMatching(
        /^31-110, watched account 0:[0-9A-F]{64} lt \d+-\d+ as of seqno 105, completeness unproved, 1 contract not read, 7 traces not read$/,
      ),
    })
    expect(wallets(ask('jetton/wallets', { ...owners, jetton_address: [apiValue(jetton)] }))).toHaveLength(1)
  })

  it.each(LISTS)('%s is answered for the account, and says that it can lack rows', (operation) => {
    expect(ask(operation, owners)).toMatchObject({
      kind: 'json',
      coverage: expect.stringMatching(/as of seqno 105, completeness unproved/),
    })
  })

  it.each(LISTS)('%s is refused online, for other accounts, and for several', (operation) => {
    const answers = [
      ask(operation, owners, { offline: false }),
      ask(operation, { owner_address: [apiValue(accountOf(changed))] }),
      ask(operation, { owner_address: [apiValue(owner), apiValue(jetton)] }),
      // Watched, and not read yet.
      ask(operation, { owner_address: [apiValue(jetton)] }),
    ]
    expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => 'missing'))
  })

  it('of events are refused where a page reaches below what is read of a contract', () => {
    addWallet(3, cut)
    keepHistory(cut)
    expect(ask('jetton/transfers', owners)).toMatchObject({ kind: 'missing' })
    // The present state needs no history.
    expect(wallets(ask('jetton/wallets', owners))).toHaveLength(2)
  })
})
