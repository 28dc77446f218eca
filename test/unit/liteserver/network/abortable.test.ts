import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { abortable } from '../../../../src-main/liteserver/network/abortable.ts'

it.each([true, false])(
  'abortable leaves no unhandled rejection after an abort (aborted before the call: %s)',
  async (isBefore) => {
    const unhandled: unknown[] = []
    const hear = (reason: unknown) => unhandled.push(reason)
    process.prependListener('unhandledRejection', hear)
    try {
      const work = Promise.withResolvers<number>()
      const patience = new AbortController()
      if (isBefore) patience.abort(new Error('given up'))
      const waited = abortable(work.promise, patience.signal)
      patience.abort(new Error('given up'))
      await expect(waited).rejects.toThrow('given up')
      work.reject(new Error('the connection was closed'))
      await turn()
      await turn()
      expect(unhandled).toEqual([])
    } finally {
      process.removeListener('unhandledRejection', hear)
    }
  },
)

it('abortable resolves or rejects like the work', async () => {
  await expect(abortable(Promise.resolve(5), new AbortController().signal)).resolves.toBe(5)
  await expect(abortable(Promise.resolve(5), undefined)).resolves.toBe(5)
})
