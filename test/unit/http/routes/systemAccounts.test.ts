import { beginCell } from '@ton/core'
import { describe, expect, it } from 'vitest'
import { SYSTEM_ACCOUNTS_PATH } from '#shared/schema/systemAccounts.ts'
import { failingSession, networkOf, testApp } from '../testApp.ts'

const UNREACHABLE = new Error('no liteserver answers')

/** The app on a network whose configuration has these parameters. */
function appWith(params: Readonly<Record<number, Buffer>>) {
  const session = failingSession(UNREACHABLE, {
    masterchainBlock: async () => ({}) as never,
    configParam: async (_, param) => {
      const value = params[param]
      return value && beginCell().storeBuffer(value).endCell()
    },
  })
  return testApp(networkOf(session))
}

describe('the system accounts over HTTP', () => {
  it('are those that the configuration names, each with its parameter', async () => {
    const app = appWith({ 0: Buffer.alloc(32, 0x55), 1: Buffer.alloc(32, 0x33), 4: Buffer.alloc(31, 1) })
    const response = await app.request(SYSTEM_ACCOUNTS_PATH)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      ok: true,
      result: [
        { param: 0, address: `-1:${'55'.repeat(32)}` },
        { param: 1, address: `-1:${'33'.repeat(32)}` },
      ],
    })
  })

  it('are an error if the configuration cannot be read', async () => {
    const app = testApp(networkOf(failingSession(UNREACHABLE)))
    const response = await app.request(SYSTEM_ACCOUNTS_PATH)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ ok: false, code: 500 })
  })

  it('answer 405 to POST', async () => {
    const response = await appWith({}).request(SYSTEM_ACCOUNTS_PATH, { method: 'POST' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
})
