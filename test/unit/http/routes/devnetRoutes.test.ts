import { describe, expect, it } from 'vitest'
import { post, testApp } from '../testApp.ts'

describe('/api/tonscope/devnet on another network', () => {
  it.each([
    ['/api/tonscope/devnet', {}],
    ['/api/tonscope/devnet/faucet', post({ address: '0:00' })],
    ['/api/tonscope/devnet/reset', post({})],
  ])('answers 404 with the reason to %s', async (path, init) => {
    const response = await testApp().request(path, init)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 404,
      error: 'this network is not a devnet: start with --network devnet',
    })
  })

  it('lists its commands and their method', async () => {
    const get = await testApp().request('/api/tonscope/devnet/step')
    expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    const unknown = await testApp().request('/api/tonscope/devnet/explode', post({}))
    expect(unknown.status).toBe(404)
  })
})
