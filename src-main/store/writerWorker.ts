import { serveThread } from '../platform/rpc/serveThread.ts'
import type { Written } from './indexStore.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import type { WriterContract, WriterOptions } from './writerMessages.ts'
import { type IntegrityListener, type OpenIndex, openIndex } from './writerThread.ts'

/** Entry of the thread with the writing connection: see openIndexStore. */
serveThread<WriterContract>(({ options, notify }) => {
  const { methods, coverage } = open(options, {
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
      ...methods,
      writeBlocks: (facts, { progress }) =>
        methods.writeBlocks(facts, (written) => progress(covered(written))),
      writeHistory: (facts) => covered(methods.writeHistory(facts)),
    },
    close: methods.close,
  }
})

function open(options: WriterOptions, listener: IntegrityListener): OpenIndex {
  try {
    return openIndex(options, listener)
  } catch (error) {
    throw storeErrorOf(error, options.dir)
  }
}
