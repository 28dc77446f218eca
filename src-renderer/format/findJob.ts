import type { IndexJob } from '#shared/schema/indexer.ts'
import { isSameAccount } from '../decode/accountKey.ts'

/** A part of the chain to index. Masterchain seqnos are inclusive. */
export type IndexTarget =
  | { readonly kind: 'account'; readonly address: string }
  | { readonly kind: 'blocks'; readonly from: number; readonly to: number }
  | { readonly kind: 'lately' }

/** Returns the newest of the index's jobs that covers a target, in any state. */
export function findJob(jobs: readonly IndexJob[], target: IndexTarget): IndexJob | undefined {
  return jobs.findLast((job) => brings(job, target))
}

function brings({ account, first, last }: IndexJob, target: IndexTarget): boolean {
  switch (target.kind) {
    case 'account':
      return account !== null && isSameAccount(account, target.address)
    case 'blocks':
      return first !== null && last !== null && first <= target.from && target.to <= last
    case 'lately':
      return account === null
  }
}
