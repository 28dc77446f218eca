/**
 * Makes test/unit/liteserver/server/recordedAnswers.ndjson.gz: those of realnet's recorded queries that are
 * about blocks which the sample network has, with the reference server's answers.
 *
 *     node test/networks/makeRecordedAnswers.ts test/fixtures/recorded/realnet
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { TlError } from '../../src-main/liteserver/tl/tlError.ts'
import { decodeLiteQuery } from '../liteserver/decodeLiteQuery.ts'

/** The sample's last masterchain block. */
const LAST = 800

type Line = { readonly function: string; readonly note: string | null; readonly request: string }

/** Whether a query's answer depends on nothing beyond the sample. */
function isWithinSample({ function: name, note, request }: Line): boolean {
  if (name.includes('runSmcMethod') || name.includes('sendMessage') || note?.includes('head')) return false
  try {
    const query = decodeLiteQuery(Buffer.from(request, 'base64'))
    const text = JSON.stringify(query.request, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
    const seqnos = [...text.matchAll(/"seqno":(\d+)/g)].map((match) => Number(match[1]))
    const lts = [...text.matchAll(/"lt":"(\d+)"/g)].map((match) => Number(match[1]))
    const clock = ['getTime', 'getVersion', 'getMasterchainInfo', 'getMasterchainInfoExt', 'getLibraries']
    return (
      !clock.includes(query.name) &&
      query.name !== 'getOutMsgQueueSizes' &&
      seqnos.every((seqno) => seqno <= LAST) &&
      lts.every((lt) => lt <= LAST * 1_000_000)
    )
  } catch (error) {
    if (error instanceof TlError) return true
    throw error
  }
}

const [source] = process.argv.slice(2)
if (!source) throw new Error('usage: node test/networks/makeRecordedAnswers.ts RECORDING')
const lines = gunzipSync(readFileSync(join(source, 'queries.ndjson.gz')))
  .toString('utf8')
  .split('\n')
const kept = lines.filter((line) => line !== '' && isWithinSample(JSON.parse(line)))
const target = fileURLToPath(new URL('../unit/liteserver/server/recordedAnswers.ndjson.gz', import.meta.url))
const file = gzipSync(`${kept.join('\n')}\n`, { level: 9 })
writeFileSync(target, file)
console.log(`${target}: ${kept.length} answers, ${file.length} bytes`)
