import { readFileSync } from 'node:fs'
import pino from 'pino'
import { createIndexer } from '../../../../src-main/indexer/createIndexer.ts'
import { createParsePool } from '../../../../src-main/indexer/parse/parsePool.ts'
import { parseGlobalConfig } from '../../../../src-main/liteserver/globalConfig.ts'
import { openLiteNetwork } from '../../../../src-main/liteserver/network/openLiteNetwork.ts'
import { openIndexStore } from '../../../../src-main/store/openIndexStore.ts'

/**
 * Follows a network into an index, detects contracts and classifies traces: `detectChild.ts CONFIG FOLDER HEAD`.
 * Prints `open` when the index is open, and `done` when every block is indexed, detected and classified.
 */
const [configFile = '', dir = '', head = ''] = process.argv.slice(2)
const config = parseGlobalConfig(readFileSync(configFile, 'utf8'))
const network = await openLiteNetwork({ config })
const parser = createParsePool({ threads: 1 })
const { zeroState } = config
const store = await openIndexStore({ dir, zeroState: zeroState.rootHash })
const indexer = await createIndexer({
  log: pino({ level: 'silent' }),
  network,
  zeroState,
  store,
  parser,
  preference: { byDefault: true },
})
console.log('open')
for (;;) {
  const { coverage, detection, classification } = indexer.status()
  const isCovered = coverage[0]?.first === 1 && coverage[0].last >= Number(head)
  const isDetected = detection.pending === 0 && detection.waiting === 0
  if (isCovered && isDetected && classification.pending === 0) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
await indexer.close()
await parser.close()
network.close()
console.log('done')
