import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startThread, terminateThread, threadMemory } from '../../../src-main/platform/startThread.ts'

const script = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

/** Reports the two semi-spaces of a thread after objects have filled them. */
const MEASURE = `
  import { getHeapSpaceStatistics } from 'node:v8'
  import { parentPort } from 'node:worker_threads'
  let largest = 0
  for (let kept = [], round = 0; round < 400; round++) {
    for (let made = 0; made < 2000; made++) kept.push([made, round])
    if (kept.length > 60000) kept = []
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
    largest = Math.max(largest, space_size)
  }
  parentPort.postMessage(largest)`

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

  it("starts a thread with the young generation of its kind, not with the main thread's", async () => {
    const path = new URL('../../../src-main/platform/startThread.ts', import.meta.url).href
    const program = `
      import { startThread } from '${path}'
      for (const name of ['devnet', 'parse']) {
        startThread(name, new URL('data:text/javascript,' + encodeURIComponent(${JSON.stringify(MEASURE)})))
          .on('message', (bytes) => console.log(name, bytes))
      }`
    const flags = [
      '--max-semi-space-size=1',
      // While V8 marks the old generation a little at a time, it lets the young generation outgrow its limit.
      '--no-incremental-marking',
      '--experimental-strip-types',
      '--input-type=module',
      '-e',
      program,
    ]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    const size = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(stdout)?.[1])
    expect(size('parse')).toBeGreaterThan(3 << 20)
    // The limit of its kind; the size below it varies.
    expect(size('parse')).toBeLessThanOrEqual(6 << 20)
    expect(size('devnet')).toBeGreaterThan(6 << 20)
  })

  it('lets a thread that is terminated while it loads SQLite finish loading', async () => {
    const driver = new URL('../../../src-main/store/sqlite/driver.ts', import.meta.url).href
    const word = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    const load = script(`
      import { parentPort, workerData } from 'node:worker_threads'
      const { sqlite } = await import('${driver}')
      const { dlopen } = process
      process.dlopen = (...args) => {
        parentPort.postMessage('loading')
        Atomics.wait(workerData, 0, 0)
        dlopen(...args)
        parentPort.postMessage('loaded')
      }
      sqlite()
      setInterval(() => {}, 1000)`)
    const worker = startThread('read', load, { workerData: word })
    const messages: unknown[] = []
    worker.on('message', (message) => messages.push(message))
    await once(worker, 'message')
    const terminated = terminateThread(worker)
    Atomics.store(word, 0, 1)
    Atomics.notify(word, 0)
    await terminated
    expect(messages).toEqual(['loading', 'loaded'])
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
