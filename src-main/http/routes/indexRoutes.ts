import type { Hono } from 'hono'
import { ApiError } from '#shared/apiError.ts'
import {
  INDEX_PREFIX,
  type IndexAnswer,
  type IndexCommand,
  type IndexStatus,
  indexCommands,
  type WatchedAccounts,
  type WatchedPage,
  watchedPageSchema,
} from '#shared/schema/indexer.ts'
import { issueText } from '#shared/schema/issueText.ts'
import type { AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { type Clock, success } from '../v2/envelope.ts'
import type { BlockSearch } from './searchRoute.ts'

/** State and commands of the index. */
export type IndexControl = BlockSearch & {
  status(): Promise<IndexStatus>
  /** Returns a page of the watched accounts. Rejects with ApiError. */
  watched(page: WatchedPage): Promise<WatchedAccounts>
  /** Carries out a command; `values` match its schema. Rejects with ApiError if it cannot be carried out. */
  command(name: IndexCommand, values: object): Promise<IndexAnswer>
}

const NAMES = Object.keys(indexCommands) as readonly IndexCommand[]

/** Adds `/api/tonscope/index` (GET: its status; `/watched`: its watched accounts) and its commands (POST with a JSON body, see the schema). */
export function addIndexRoutes(app: Hono<AppEnv>, index: IndexControl, clock: Clock): void {
  app.get(INDEX_PREFIX, async (c) => success(c, clock, await index.status()))
  app.get(`${INDEX_PREFIX}/watched`, async (c) => {
    const page = watchedPageSchema.safeParse(c.req.query())
    if (!page.success) throw new ApiError(422, issueText(page.error))
    return success(c, clock, await index.watched(page.data))
  })
  for (const name of NAMES) {
    app.post(`${INDEX_PREFIX}/${name}`, async (c) =>
      success(c, clock, await index.command(name, await readBodyFields<object>(c, indexCommands[name]))),
    )
  }
  app.all(`${INDEX_PREFIX}/*`, (c) => {
    const name = c.req.path.slice(INDEX_PREFIX.length + 1)
    if (name === '' || name === 'watched') throw methodRefusal(c, READ_ONLY)
    if (name !== 'search' && !Object.hasOwn(indexCommands, name))
      throw new ApiError(404, `the index has no command ${name}`)
    throw methodRefusal(c, 'POST')
  })
}
