import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { ApiError } from '#shared/apiError.ts'
import { INDEX_PREFIX, type SearchLine, searchRequestSchema } from '#shared/schema/indexer.ts'
import { parseHash } from '#shared/ton/hash.ts'
import type { SearchOptions } from '../../indexer/indexer.ts'
import type { AppEnv } from '../appContext.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { toErrorAnswer } from '../response/errorTable.ts'
import { reportUnexpected } from '../response/refusal.ts'

/** A search through the newest blocks. */
export type BlockSearch = {
  /** Resolves to whether the transaction was found. Rejects as ReadThrough.search does. */
  search(hash: Buffer, options: SearchOptions): Promise<boolean>
}

/** Adds `POST /api/tonscope/index/search`, whose answer is a stream of SearchLines. Leaving it ends the search. */
export function addSearchRoute(app: Hono<AppEnv>, { search }: BlockSearch, log: Logger): void {
  app.post(`${INDEX_PREFIX}/search`, async (c) => {
    c.env.request.route = 'index/search'
    const given = await readBodyFields(c, searchRequestSchema)
    const hash = parseHash(given.hash)
    if (!hash) throw new ApiError(422, 'hash: not a hash of 32 bytes')
    const { requestId } = c.env.request
    const failure = (error: unknown): SearchLine => {
      const { text, status } = toErrorAnswer(error) ?? {
        text: reportUnexpected(log, error, requestId),
        status: 500,
      }
      return { error: text, code: status }
    }
    const work = (options: SearchOptions) => search(Buffer.from(hash), options)
    const lines = searchLines(work, failure, c.req.raw.signal)
    return new Response(lines, {
      status: 200,
      headers: {
        ...c.env.request.headers,
        'Content-Type': 'application/x-ndjson; charset=utf-8',
        'Cache-Control': 'no-store',
      },
    })
  })
}

function searchLines(
  search: (options: SearchOptions) => Promise<boolean>,
  failure: (error: unknown) => SearchLine,
  client: AbortSignal,
): ReadableStream<Uint8Array> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([client, leaving.signal])
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (line: SearchLine) => {
        if (!signal.aborted) controller.enqueue(Buffer.from(`${JSON.stringify(line)}\n`))
      }
      const run = async () => {
        try {
          const found = await search({ signal, onProgress: (searched, total) => send({ searched, total }) })
          send({ found })
        } catch (error) {
          if (!signal.aborted) send(failure(error))
        }
        if (!signal.aborted) controller.close()
      }
      void run()
    },
    cancel: () => leaving.abort(),
  })
}
