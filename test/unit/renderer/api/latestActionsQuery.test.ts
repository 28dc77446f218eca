import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { filterTraces } from '../../../../src-renderer/actions/filterTraces.ts'
import type { latestActionsQuery } from '../../../../src-renderer/api/actions.ts'
import { NEWS, NO_PERSON } from '../../../../src-renderer/routes/home/news.ts'
import { madeAction } from '../actions/madeAction.ts'

const [COLLECTOR, MINTER, DNS_ROOT] = ['a', 'b', 'c'].map((digit) => `-1:${digit.repeat(64)}`)
const ELECTOR = `-1:${'3'.repeat(64)}`
const USER = `0:${'d'.repeat(64)}`

const CONFIGURED = [
  { param: 1, address: ELECTOR },
  { param: 2, address: MINTER },
  { param: 3, address: COLLECTOR },
  { param: 4, address: DNS_ROOT },
]

function transfer(trace: string, source = '', destination = '') {
  const ids = { trace_id: trace, trace_external_hash_norm: trace, action_id: trace }
  return madeAction('ton_transfer', { source, destination, value: '1' }, ids)
}

const ACTIONS = [
  transfer('fees', USER, COLLECTOR),
  transfer('stake', USER, ELECTOR),
  transfer('minted', MINTER, USER),
  transfer('asked', USER, DNS_ROOT),
]

const NETWORK = { id: 'x', name: 'x', kind: 'custom', recorded: false } as const

/** The module reads the page's base address when it is loaded. */
let queryOf: typeof latestActionsQuery
let isConfigKnown = true

beforeAll(async () => {
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('location', { origin: 'http://127.0.0.1' })
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/system-accounts')) {
      return Response.json({ actions: ACTIONS, address_book: {}, metadata: {} })
    }
    return isConfigKnown
      ? Response.json({ ok: true, result: CONFIGURED })
      : Response.json({ ok: false, error: 'no liteserver answers' }, { status: 503 })
  })
  queryOf = (await import('../../../../src-renderer/api/actions.ts')).latestActionsQuery
})

afterAll(() => vi.unstubAllGlobals())

async function listed(client: QueryClient, head: number): Promise<readonly (string | null)[]> {
  const query = queryOf(NETWORK, head, { min: 10, max: 12 }, (traces, isSystemAccount) => {
    return filterTraces(traces, NEWS, { ...NO_PERSON, isSystemAccount }).shown
  })
  return (await client.fetchQuery(query)).actions.map(({ trace_id }) => trace_id)
}

describe('the query for the latest actions', () => {
  it('hides the accounts of the configuration from the first list on, but not those that users call', async () => {
    const client = new QueryClient()
    const lists = [await listed(client, 1), await listed(client, 2)]
    expect(lists).toEqual([
      ['minted', 'asked'],
      ['minted', 'asked'],
    ])
  })

  it('hides the standard accounts while the configuration cannot be read', async () => {
    isConfigKnown = false
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    expect(await listed(client, 1)).toEqual(['fees', 'minted', 'asked'])
  })
})
