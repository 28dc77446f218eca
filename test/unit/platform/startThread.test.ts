import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startThread, threadMemory } from '../../../src-main/platform/startThread.ts'

const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

describe('startThread', () => {
  it('starts a thread under its name whose memory is reported until it ends', async () => {
    const worker = startThread('parse', script('setInterval(() => {}, 1000)'))
    const ended = once(worker, 'exit')
    await once(worker, 'online')
    const [memory] = await threadMemory()
    expect(memory?.name).toBe('parse')
    expect(memory?.heapUsed).toBeGreaterThan(1 << 20)
    expect(memory?.heapTotal).toBeGreaterThanOrEqual(memory?.heapUsed ?? 0)
    await worker.terminate()
    await ended
    expect(await threadMemory()).toEqual([])
  })

  it('ends a thread whose heap outgrows the limit of its kind, and nothing else', async () => {
    const worker = startThread(
      'tvm',
      script('const kept = []; for (;;) kept.push(new Array(1 << 17).fill(kept.length + 0.5))'),
    )
    const [error] = await once(worker, 'error')
    expect(error.code).toBe('ERR_WORKER_OUT_OF_MEMORY')
    expect(await threadMemory()).toEqual([])
  })

  it('reports the other threads when one is busy', async () => {
    const idle = startThread('parse', script('setInterval(() => {}, 1000)'))
    const busy = startThread('read', script('for (;;);'))
    await Promise.all([once(idle, 'online'), once(busy, 'online')])
    expect((await threadMemory()).map(({ name }) => name)).toContain('parse')
    await Promise.all([idle.terminate(), busy.terminate()])
  })
})
