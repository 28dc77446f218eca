import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { portOwner } from '../../../src-main/gateway/portOwner.ts'

describe.skipIf(process.platform !== 'linux')('portOwner (reads /proc)', () => {
  it('names the process that listens, and nobody when none does', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    expect(await portOwner(port)).toMatch(new RegExp(`\\(process ${process.pid}\\)$`))
    await new Promise((resolve) => server.close(resolve))
    expect(await portOwner(port)).toBeUndefined()
  })
})
