import { serveThread } from '../../platform/rpc/serveThread.ts'
import { openReader } from '../../store/openDatabase.ts'
import { readerOf } from '../../store/queries/reader.ts'
import { type Connection, sqlite } from '../../store/sqlite/driver.ts'
import { storeErrorOf } from '../../store/sqlite/sqliteErrors.ts'
import { answerStream } from '../streaming/read/answerStream.ts'
import { answerQuery } from './read/answer.ts'
import type { AnyAnswer, ReadContract } from './readMessages.ts'
import { createContractNames } from './render/contractNames.ts'

/** The entry of a thread that answers from the index: see createReadPool. */
serveThread<ReadContract>(({ options: { file } }) => {
  const reader = readerOf(open(file))
  const contracts = createContractNames()
  return {
    ready: undefined,
    methods: {
      answer(query) {
        try {
          return 'stream' in query
            ? answerStream(reader, contracts, query)
            : answerQuery(reader, contracts, query)
        } catch (error) {
          throw error instanceof sqlite().SqliteError ? storeErrorOf(error, file) : error
        }
      },
    },
    transferOf: (answer: AnyAnswer) => (answer.kind === 'json' ? [answer.json.buffer as ArrayBuffer] : []),
  }
})

function open(file: string): Connection {
  try {
    return openReader(file)
  } catch (error) {
    throw storeErrorOf(error, file)
  }
}
