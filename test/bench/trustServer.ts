import { serveAdnl } from '../../src-main/liteserver/adnl/server.ts'
import { formatGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { liteserver } from '../../src-main/liteserver/server/liteserver.ts'
import { liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { encodeLiteQuery } from '../../src-main/liteserver/tl/liteQuery.ts'
import { generateKeyBlockChain } from '../fixtures/keyBlockChain.ts'

/**
 * Generates a chain of key blocks and serves it, as a process of its own: `trustServer.ts KEY_BLOCKS VALIDATORS KEYS`.
 * Prints one JSON line with the chain's global config when it listens. All answers of the long path are made before:
 * on a public network other machines make them.
 */
const [keyBlocks = 0, validators = 0, keys = 0] = process.argv.slice(2).map(Number)
const begun = performance.now()
const { store, zeroState, anchor, head } = generateKeyBlockChain({ keyBlocks, validators, keys })
const generatedMs = performance.now() - begun
const answer = liteserver({ store, now: () => Math.floor(Date.now() / 1000) })
const signal = new AbortController().signal
const path = new Map<string, Buffer>()
const { getBlockProof } = liteApi
let bytes = 0
for (let at = anchor; ; ) {
  const query = encodeLiteQuery(getBlockProof, { mode: 1, knownBlock: at, targetBlock: head })
  const data = await answer(query, { signal })
  path.set(query.toString('latin1'), data)
  bytes += data.length
  const { complete, to } = getBlockProof.decodeResponse(data)
  if (complete) break
  at = to
}
const server = await serveAdnl({
  privateKeySeed: Buffer.alloc(32, 19),
  onQuery: async (query, info) => path.get(query.toString('latin1')) ?? answer(query, info),
})
const config = formatGlobalConfig({
  liteservers: [{ host: '127.0.0.1', port: server.port, publicKey: server.publicKey }],
  zeroState,
  initBlock: anchor,
  hardforks: [],
})
console.log(JSON.stringify({ config, headSeqno: head.seqno, generatedMs, answers: path.size, bytes }))
process.on('SIGTERM', () => process.exit(0))
