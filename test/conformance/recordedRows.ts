import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sqlite } from '../../src-main/store/sqlite/driver.ts'
import { indexedToHead, indexUntil } from '../integration/indexer/indexGateway.ts'
import { insertRecordedContracts } from './recordedContractRows.ts'
import { insertRecordedTokens } from './recordedTokenRows.ts'

const TABLES = [
  'jetton_masters',
  'jetton_wallets',
  'jetton_transfers',
  'jetton_burns',
  'nft_collections',
  'nft_items',
  'nft_transfers',
  'nft_sales',
  'dns_entries',
  'multisigs',
  'multisig_orders',
  'vesting_contracts',
  'contract_members',
]

/**
 * Waits until a gateway has indexed the recorded chain and detected its contracts, and gives it the reference's rows in
 * place of its own: lists by row number have the reference's order then.
 */
export async function indexedWithRecordedRows({
  url,
  dataDir,
}: {
  readonly url: string
  readonly dataDir: string
}): Promise<void> {
  await indexedToHead(url)
  await indexUntil(url, ({ detection: { pending, waiting } }) => pending === 0 && waiting === 0)
  const file = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('index.sqlite'),
  )
  const connection = new (sqlite())(join(dataDir, file ?? ''))
  for (const table of TABLES) connection.exec(`DELETE FROM ${table}`)
  insertRecordedTokens(connection)
  insertRecordedContracts(connection)
  connection.close()
}
