import { describe, expect, it } from 'vitest'
import { CommitProgress } from '../../../../src-main/indexer/analysis/commitProgress.ts'

const NEVER_MS = 60_000
const signal = new AbortController().signal

/** Resolves to whether a promise is settled once all callbacks that are due have run. */
async function isSettled(promise: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending')
  const next = new Promise((resolve) => setImmediate(resolve, pending))
  return (await Promise.race([promise, next])) !== pending
}

describe('the progress of a queue', () => {
  it('is waited for until the work of the commits so far is done in a part', async () => {
    const progress = new CommitProgress<'new' | 'all'>(() => false)
    progress.committed()
    const seen = progress.commits
    const [ofNew, ofAll] = [progress.wait('new', NEVER_MS, signal), progress.wait('all', NEVER_MS, signal)]
    progress.count(seen - 1, ['new', 'all'])
    expect([await isSettled(ofNew), await isSettled(ofAll)]).toEqual([false, false])
    progress.count(seen, ['new'])
    expect([await isSettled(ofNew), await isSettled(ofAll)]).toEqual([true, false])
    progress.count(seen, ['all'])
    expect(await isSettled(ofAll)).toBe(true)
  })

  it('is not waited for while the work fails or is hopeless', async () => {
    let isBusy = false
    const progress = new CommitProgress<'all'>(() => isBusy)
    const failing = progress.wait('all', NEVER_MS, signal)
    progress.fail()
    expect(await isSettled(failing)).toBe(true)
    progress.count(progress.commits, [])
    const busy = progress.wait('all', NEVER_MS, signal)
    expect(await isSettled(busy)).toBe(false)
    isBusy = true
    progress.check()
    expect(await isSettled(busy)).toBe(true)
  })

  it('is counted when the queue is, unless a change can add more', async () => {
    const progress = new CommitProgress<'all'>(() => false)
    const states: boolean[] = []
    const note = () => states.push(progress.isCounted)
    note()
    await progress.queueMore(async () => false)
    progress.count(progress.commits, [])
    note()
    progress.changed()
    note()
    await progress.queueMore(async () => true)
    progress.count(progress.commits, [])
    note()
    await progress.queueMore(async () => false)
    progress.count(progress.commits, [])
    progress.committed()
    note()
    expect(states).toEqual([false, true, false, false, false])
  })
})
