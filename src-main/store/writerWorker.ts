import { serveThread } from '../platform/rpc/serveThread.ts'
import { storeErrorOf } from './sqlite/sqliteErrors.ts'
import type { WriterContract, WriterOptions } from './writerMessages.ts'
import { type IntegrityListener, type OpenIndex, openIndex } from './writerThread.ts'

/** Entry of the thread with the writing connection: see openIndexStore. */
serveThread<WriterContract>(({ options, notify }) => {
  const { methods, coverage } = open(options, {
    onStatus: (status) => notify('integrity', status),
    onDamage: (damage) => notify('damaged', damage),
  })
  return {
    ready: coverage,
    methods: {
      ...methods,
      writeBlocks: (facts, { progress }) =>
        methods.writeBlocks(facts, (written) => {
          progress(written)
          // For a caller that has stopped waiting. It comes second: new coverage must not be seen before `written`.
          notify('covered', written.coverage)
        }),
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
