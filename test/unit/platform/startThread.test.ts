import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startThread, threadMemory } from '../../../src-main/platform/startThread.ts'

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

  it('survives the termination of threads while they load SQLite', async () => {
    const driver = new URL('../../../src-main/store/sqlite/driver.ts', import.meta.url).href
    const load = script(`
      import { parentPort } from 'node:worker_threads'
      const { sqlite } = await import('${driver}')
      parentPort.postMessage('loading')
      new (sqlite())(':memory:').close()
      setInterval(() => {}, 1000)`)
    // A process of its own, which the fault would end.
    const path = new URL('../../../src-main/platform/startThread.ts', import.meta.url).href
    const program = `
      import { once } from 'node:events'
      import { startThread, terminateThread } from '${path}'
      for (let round = 0; round < 60; round++) {
        const worker = startThread('read', new URL(${JSON.stringify(load.href)}))
        await once(worker, 'message')
        const end = performance.now() + (round % 30) * 0.15
        while (performance.now() < end);
        await terminateThread(worker)
      }
      console.log('survived')`
    const flags = ['--experimental-strip-types', '--input-type=module', '-e', program]
    const { stdout } = await promisify(execFile)(process.execPath, flags)
    expect(stdout).toBe('survived\n')
  })

  it('reports the other threads when one is busy', async () => {
    const idle = startThread('parse', script('setInterval(() => {}, 1000)'))
    const busy = startThread('read', script('for (;;);'))
    await Promise.all([once(idle, 'online'), once(busy, 'online')])
    expect((await threadMemory()).map(({ name }) => name)).toContain('parse')
    await Promise.all([idle.terminate(), busy.terminate()])
  })
})
