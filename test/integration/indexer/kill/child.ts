import { readFileSync } from 'node:fs'
import pino from 'pino'
import { createIndexer } from '../../../../src-main/indexer/createIndexer.ts'
import { createParsePool } from '../../../../src-main/indexer/parse/parsePool.ts'
import { parseGlobalConfig } from '../../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openIndexStore } from '../../../../src-main/store/openIndexStore.ts'

/**
 * Follows and backfills a network into an index until it is killed: `child.ts CONFIG FOLDER HEAD`. Prints `open MS`
 * when the index is open, `+` for every commit, and `done` when every block is indexed.
 */
const [configFile = '', dir = '', head = ''] = process.argv.slice(2)
const config = parseGlobalConfig(readFileSync(configFile, 'utf8'))
const network = await openLiteNetwork({ config })
const parser = createParsePool({ threads: 1 })

const startedAt = performance.now()
const store = await openIndexStore({ dir, zeroState: config.zeroState.rootHash })
const indexer = await createIndexer({
  network,
  zeroState: config.zeroState,
  store,
  parser,
  preference: { byDefault: true },
  log: pino({ level: 'silent' }),
})
indexer.onWritten(() => process.stdout.write('+'))
console.log(`open ${Math.round(performance.now() - startedAt)}`)

// Follows upwards and backfills downwards at the same time; what an earlier run has indexed is left out.
if (indexer.status().jobs.length === 0) await indexer.command('backfill', { from: 1, to: Number(head) })
for (;;) {
  const { coverage, jobs } = indexer.status()
  const isCovered = coverage[0]?.first === 1 && coverage[0].last >= Number(head)
  if (isCovered && jobs.every(({ state }) => state === 'done')) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await indexer.close()
await parser.close()
network.close()
console.log('done')
