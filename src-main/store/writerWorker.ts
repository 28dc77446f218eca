import { serveThread } from '../platform/rpc/serveThread.ts'
import type { Written } from './indexStore.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import type { WriterContract, WriterOptions } from './writerMessages.ts'
import { type IntegrityListener, type OpenIndex, openIndex } from './writerThread.ts'

/** The entry of the thread that has the connection which writes: see openIndexStore. */
serveThread<WriterContract>(({ options, notify }) => {
  const { acts, coverage } = open(options, {
    onStatus: (status) => notify('integrity', status),
    onDamage: (damage) => notify('damaged', damage),
  })
  const covered = (written: Written): Written => {
    // A caller that does not wait any more does not receive the result.
    notify('covered', written.coverage)
    return written
  }
  return {
    ready: coverage,
    methods: {
      ...acts,
      writeBlocks: (facts, { progress }) => acts.writeBlocks(facts, (written) => progress(covered(written))),
      writeHistory: (facts) => covered(acts.writeHistory(facts)),
    },
    close: acts.close,
  }
})

function open(options: WriterOptions, listener: IntegrityListener): OpenIndex {
  try {
    return openIndex(options, listener)
  } catch (error) {
    throw storeErrorOf(error, options.dir)
  }
}
