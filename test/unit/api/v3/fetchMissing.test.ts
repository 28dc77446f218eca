import { describe, expect, it } from 'vitest'
import { type FetchedData, fetchMissing } from '../../../../src-main/api/v3/fetchMissing.ts'
import { type MissingData, missingDataKey } from '../../../../src-main/api/v3/reading.ts'
import { CoverageError, type ReadThrough } from '../../../../src-main/indexer/indexer.ts'

const ROOT: MissingData = { kind: 'root', transaction: Buffer.alloc(32, 1), isOptional: true }
const STATE: MissingData = { kind: 'state', account: Buffer.alloc(33, 2) }

const OTHER_ROOT: MissingData = { kind: 'root', transaction: Buffer.alloc(32, 3), isOptional: true }

function fetchWithoutNetwork(...missing: MissingData[]): Promise<FetchedData> {
  return fetchThrough(undefined, missing)
}

function fetchThrough(
  readThrough: ReadThrough | undefined,
  missing: readonly MissingData[],
): Promise<FetchedData> {
  return fetchMissing(
    { kind: 'missing', missing, covered: '81-110' },
    {
      readThrough,
      chainHead: { block: () => Promise.reject(new Error('there is no network')) },
      head: 110,
      client: new AbortController().signal,
      deadline: new AbortController().signal,
    },
  )
}

describe('an index that cannot grow', () => {
  it('answers without the roots of traces', async () => {
    await expect(fetchWithoutNetwork(ROOT)).resolves.toMatchObject({
      fetched: [],
      givenUp: [missingDataKey(ROOT)],
    })
  })

  it('refuses requests that it cannot answer without the missing data', async () => {
    await expect(fetchWithoutNetwork(ROOT, STATE)).rejects.toThrow(CoverageError)
    await expect(fetchWithoutNetwork(STATE)).rejects.toThrow('it covers 81-110')
  })
})

describe('missing data that only completes an answer', () => {
  /** Fails the first `failures` times for a transaction, and then finds the root of its trace. */
  function rootsAfter(failures: ReadonlyMap<number, number>) {
    const left = new Map(failures)
    const root = async (hash: Buffer) => {
      const more = left.get(hash.readUInt8(0)) ?? 0
      left.set(hash.readUInt8(0), more - 1)
      if (more > 0) throw new CoverageError('the liteserver refuses')
      return true
    }
    return { root } as Partial<ReadThrough> as ReadThrough
  }

  it('is fetched again after a failure', async () => {
    const result = await fetchThrough(rootsAfter(new Map([[1, 1]])), [ROOT, OTHER_ROOT])
    expect(result.givenUp).toEqual([])
    expect(result.fetched.map(({ key }) => key).toSorted()).toEqual([
      missingDataKey(ROOT),
      missingDataKey(OTHER_ROOT),
    ])
  })

  it('does not prevent the fetch of other data', async () => {
    const result = await fetchThrough(rootsAfter(new Map([[1, 2]])), [ROOT, OTHER_ROOT])
    // The failure of one is no reason to stop: what a later round needs is fetched too.
    expect(result).toMatchObject({
      isLate: false,
      givenUp: [missingDataKey(ROOT)],
      fetched: [{ key: missingDataKey(OTHER_ROOT), isFound: true }],
    })
  })
})
