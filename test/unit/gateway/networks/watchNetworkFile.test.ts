import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchNetworkFile } from '../../../../src-main/gateway/networks/watchNetworkFile.ts'

const INTERVAL_MS = 1_000
const content = (start: string) => JSON.stringify({ version: 1, added: [], starts: { testnet: start } })

describe('watchNetworkFile', () => {
  let dataDir: string
  let file: string
  const adopt = vi.fn()
  const error = vi.fn()
  let watch: Disposable
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    dataDir = await mkdtemp(join(tmpdir(), 'tonscope-watch-'))
    file = join(dataDir, 'networks.json')
    await writeFile(file, content('never'))
    watch = watchNetworkFile({ dataDir, adopt, log: { error }, intervalMs: INTERVAL_MS })
  })
  afterEach(async () => {
    watch[Symbol.dispose]()
    vi.useRealTimers()
    vi.clearAllMocks()
    await rm(dataDir, { recursive: true })
  })
  const pass = () => vi.advanceTimersByTime(3 * INTERVAL_MS)

  it('reads the file once after each change', async () => {
    pass()
    expect(adopt).not.toHaveBeenCalled()
    await writeFile(file, content('always'))
    pass()
    expect(adopt.mock.calls).toEqual([[expect.objectContaining({ starts: { testnet: 'always' } })]])
    await writeFile(file, content('on-demand'))
    pass()
    expect(adopt).toHaveBeenCalledTimes(2)
    expect(error).not.toHaveBeenCalled()
  })

  it('logs a damaged or deleted file once, and reads it again when it is whole', async () => {
    await writeFile(file, '{"version":')
    pass()
    expect(error.mock.calls).toEqual([[expect.stringContaining(`${file} cannot be used`)]])
    await rm(file)
    pass()
    expect(error).toHaveBeenCalledTimes(2)
    expect(adopt).not.toHaveBeenCalled()
    await writeFile(file, content('never'))
    pass()
    expect(adopt).toHaveBeenCalledTimes(1)
  })

  it('ends when it is disposed of', async () => {
    watch[Symbol.dispose]()
    await writeFile(file, content('always'))
    pass()
    expect(adopt).not.toHaveBeenCalled()
  })
})
