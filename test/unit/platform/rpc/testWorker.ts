import { serveThread } from '../../../../src-main/platform/rpc/serveThread.ts'
import { type TestContract, TestError } from './testContract.ts'

/** The thread of workerThread.test.ts. */
serveThread<TestContract>(
  async ({ options, host, notify }) => {
    if (options.start === 'fails') throw new TestError(7, 'it cannot start')
    if (options.start === 'never') await new Promise(() => {})
    let isAborted = false
    let closeReason: string | undefined
    return {
      ready: { secret: options.secret },
      methods: {
        echo: (value) => value,
        describe: (value) => `${Buffer.isBuffer(value)} ${value.toString('hex')}`,
        bytes: (length) => new Uint8Array(length),
        refuse(code) {
          throw new TestError(code, 'refused', {
            hint: 'ask again',
            cause: new TestError(code + 1, 'the cause'),
          })
        },
        async countTo(most, { progress }) {
          for (let i = 1; i <= most; i++) progress(i)
          notify('counted', most)
          return most
        },
        async untilAborted(_, { signal }) {
          isAborted = false
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          isAborted = true
          return 'aborted'
        },
        wasAborted: () => isAborted,
        doubled: (value) => host.call(value === '' ? 'refuse' : 'double', value),
        exit: (code) => process.exit(code),
        loop() {
          for (;;);
        },
        failClose(reason) {
          closeReason = reason
        },
      },
      transferOf: (result: unknown) => (result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : []),
      isFatal: (error) => error instanceof TestError && error.code === 0,
      close() {
        if (closeReason !== undefined) throw new TestError(1, closeReason)
      },
    }
  },
  { errors: { TestError } },
)
