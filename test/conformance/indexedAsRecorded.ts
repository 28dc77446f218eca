import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { indexedToHead, indexUntil } from '../integration/indexer/indexGateway.ts'
import { numberAsRecorded } from './recordedTokenOrder.ts'

/**
 * Waits until a gateway has indexed the recorded chain, detected its contracts and derived its actions. Then gives their
 * rows the numbers of the reference, so that lists by row number have its order.
 */
export async function indexedAsRecorded({
  url,
  dataDir,
}: {
  readonly url: string
  readonly dataDir: string
}): Promise<void> {
  await indexedToHead(url)
  await indexUntil(
    url,
    ({ detection: { pending, waiting }, classification }) =>
      pending === 0 && waiting === 0 && classification.pending === 0,
  )
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
  numberAsRecorded(join(dataDir, files.find((path) => path.endsWith('index.sqlite')) ?? ''))
}
