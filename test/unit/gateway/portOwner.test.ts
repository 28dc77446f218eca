import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { portOwner } from '../../../src-main/gateway/portOwner.ts'

describe.skipIf(process.platform !== 'linux')('portOwner (reads /proc)', () => {
  it('names the listening process by its command line, and returns undefined without one', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const owner = await portOwner(port)
    expect(owner).toMatch(new RegExp(`\\(process ${process.pid}\\)$`))
    expect(owner).toMatch(/^\S*node\S* /)
    expect(owner?.length).toBeLessThan(160)
    await new Promise((resolve) => server.close(resolve))
    expect(await portOwner(port)).toBeUndefined()
  })
})
