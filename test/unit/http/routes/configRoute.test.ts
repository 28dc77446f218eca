import { describe, expect, it } from 'vitest'
import { CONFIG_PATH } from '#shared/schema/chainConfig.ts'
import { configParamCell } from '../../../../src-main/chain/config/configCodecs.ts'
import { buildConfig } from '../../../../src-main/chain/config/configParams.ts'
import { failingSession, networkOf, testApp } from '../testApp.ts'

const UNREACHABLE = new Error('no liteserver answers')

describe('the configuration over HTTP', () => {
  it.each(['0', '-1', 'x', '1.5', '2147483648', ''])('rejects the seqno %o', async (seqno) => {
    const app = testApp(networkOf(failingSession(UNREACHABLE)))
    const response = await app.request(`${CONFIG_PATH}?seqno=${encodeURIComponent(seqno)}`)
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({
      ok: false,
      code: 422,
      error: expect.stringContaining('seqno'),
    })
  })

  it('is an error if the network does not answer', async () => {
    const app = testApp(networkOf(failingSession(UNREACHABLE)))
    const response = await app.request(CONFIG_PATH)
    expect(await response.json()).toMatchObject({ ok: false, code: response.status })
    expect(response.status).toBeGreaterThanOrEqual(500)
  })

  it('answers 405 to POST', async () => {
    const app = testApp(networkOf(failingSession(UNREACHABLE)))
    const response = await app.request(CONFIG_PATH, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('has the decoded parameters of the newest block', async () => {
    const config = buildConfig(new Map([[8, configParamCell(8, { version: 13, capabilities: 494n })]]))
    const session = failingSession(UNREACHABLE, {
      masterchainBlock: async () => ({}) as never,
      configAll: async () => config,
    })
    const response = await testApp(networkOf(session, 7)).request(CONFIG_PATH)
    expect(await response.json()).toMatchObject({
      ok: true,
      result: { seqno: null, params: [{ id: 8, value: { version: 13, capabilities: '494' } }] },
    })
  })
})
