import type { CallContext, None } from '../../platform/rpc/contract.ts'
import { serveThread } from '../../platform/rpc/serveThread.ts'
import type { BlockFile } from '../parse/parseJobs.ts'
import { type Rebuilt, rebuildIndex } from './rebuildIndex.ts'

/** Progress of a rebuild. */
export type RebuildProgress = {
  readonly stage: 'reading' | 'writing'
  /** Number of segments of the archive (reading) or masterchain blocks (writing). */
  readonly done: number
  readonly total: number
}

/** The thread that rebuilds an index from its archive. */
export type RebuildContract = {
  readonly options: undefined
  readonly ready: undefined
  readonly methods: {
    rebuild(
      index: { readonly dir: string; readonly chain: string },
      context: CallContext<RebuildProgress>,
    ): Promise<Rebuilt>
  }
  readonly events: None
  readonly host: {
    /** Fetches the zero states of the network; undefined if it does not answer. */
    zeroStates(_: undefined): Promise<readonly BlockFile[] | undefined>
  }
}

/** Entry of the thread that rebuilds an index: see startRebuild. */
serveThread<RebuildContract>(({ host }) => {
  let running: Promise<unknown> | undefined
  return {
    ready: undefined,
    methods: {
      rebuild({ dir, chain }, { signal, progress }) {
        const onProgress = (stage: RebuildProgress['stage'], done: number, total: number) =>
          progress({ stage, done, total })
        const fetchZeroStates = () => host.call('zeroStates', undefined)
        const rebuilt = rebuildIndex({ dir, chain, onProgress, fetchZeroStates, signal })
        running = rebuilt
        return rebuilt
      },
    },
    /** A stopped rebuild ends between two of its steps. */
    async close() {
      await Promise.allSettled([running])
    },
  }
})
