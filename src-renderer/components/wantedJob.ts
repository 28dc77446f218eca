import type { IndexJob } from '#shared/schema/indexer.ts'
import { parseAddress, sameAddress } from '#shared/ton/address.ts'

/** What would have to be indexed; masterchain seqnos, both inclusive. */
export type Wanted =
  | { readonly kind: 'account'; readonly address: string }
  | { readonly kind: 'blocks'; readonly from: number; readonly to: number }
  | { readonly kind: 'lately' }

/** The newest of the index's jobs that brings what is wanted, whatever became of it. */
export function wantedJob(jobs: readonly IndexJob[], wanted: Wanted): IndexJob | undefined {
  return jobs.findLast((job) => brings(job, wanted))
}

function brings({ account, first, last }: IndexJob, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'account':
      return account !== null && isSame(account, wanted.address)
    case 'blocks':
      return first !== null && last !== null && first <= wanted.from && wanted.to <= last
    case 'lately':
      return account === null
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)]
  return a !== undefined && b !== undefined && sameAddress(a, b)
}
