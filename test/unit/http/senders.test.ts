import { describe, expect, it } from 'vitest'
import { post, testApp } from './testApp.ts'

const ADDRESS = { address: '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8' }

function send(origin: string | undefined, origins: readonly string[] = []) {
  const headers: Record<string, string> = origin === undefined ? {} : { origin }
  return testApp(undefined, { origins }).request('/api/v2/packAddress', { ...post(ADDRESS), headers })
}

describe('senderCheck', () => {
  it.each([undefined, 'http://localhost:5173', 'http://127.0.0.1:8081'])('lets %s send', async (origin) => {
    expect((await send(origin)).status).toBe(200)
  })

  it.each(['https://evil.example', 'null', 'http://localhost.evil.example'])('refuses %s', async (origin) => {
    const response = await send(origin)
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 403,
      error: `pages of ${origin} may not send requests here`,
    })
  })

  it('lets an origin of the user send', async () => {
    expect((await send('https://wallet.example', ['https://wallet.example'])).status).toBe(200)
  })

  it('leaves reading to CORS', async () => {
    const path = `/api/v2/packAddress?address=${ADDRESS.address}`
    const response = await testApp().request(path, { headers: { origin: 'https://evil.example' } })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
  })
})
