import { describe, expect, it } from 'vitest'
import { type FetchedNeeds, fetchNeeds } from '../../../../src-main/api/v3/fetchNeeds.ts'
import type { Need } from '../../../../src-main/api/v3/reading.ts'
import { CoverageError } from '../../../../src-main/indexer/indexer.ts'

const ROOT: Need = { kind: 'root', transaction: Buffer.alloc(32, 1), isOptional: true }
const STATE: Need = { kind: 'state', account: Buffer.alloc(33, 2) }

function fetchWithoutNetwork(...needs: Need[]): Promise<FetchedNeeds> {
  return fetchNeeds(
    { kind: 'missing', needs, covered: '81-110' },
    {
      readThrough: undefined,
      chainHead: { block: () => Promise.reject(new Error('there is no network')) },
      head: 110,
      client: new AbortController().signal,
      deadline: new AbortController().signal,
    },
  )
}

describe('an index that cannot grow', () => {
  it('answers without the roots of traces', async () => {
    await expect(fetchWithoutNetwork(ROOT)).resolves.toMatchObject({ fetched: [], isPartial: true })
  })

  it('refuses what it cannot answer without', async () => {
    await expect(fetchWithoutNetwork(ROOT, STATE)).rejects.toThrow(CoverageError)
    await expect(fetchWithoutNetwork(STATE)).rejects.toThrow('it covers 81-110')
  })
})
