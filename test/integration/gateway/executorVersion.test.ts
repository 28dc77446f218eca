import { beginCell } from '@ton/core'
import { expect, it } from 'vitest'
import { DEVNET_PREFIX } from '#shared/schema/devnet.ts'
import { serializeBoc } from '../../../src-main/chain/cells/serializeBoc.ts'
import { configParamCell } from '../../../src-main/chain/config/configCodecs.ts'
import { devnetKeys } from '../../../src-main/devnet/keys.ts'
import { until } from '../../fixtures/until.ts'
import { changeParameter } from '../devnet/changeParameter.ts'
import { openTemporaryGateway } from './temporaryGateway.ts'

const SEED = 'versions'
const CONFIG = `-1:${'5'.repeat(64)}`
const BODY = serializeBoc(beginCell().endCell()).toString('base64')

type Health = { readonly executor: object }

it('/healthz and a header of estimates say that the network is newer than the executor', async () => {
  const devnet = { seed: SEED, scenario: false, traffic: false, blockInterval: 1 }
  const opened = openTemporaryGateway({ network: 'devnet', devnet }, async ({ url }) => ({ url }))
  await using gateway = await opened
  const ask = (path: string, body?: object) =>
    fetch(`${gateway.url}${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(20_000),
    })
  const json = async <T>(response: Promise<Response>) => (await (await response).json()) as T
  const executor = async () => (await json<Health>(ask('/healthz'))).executor
  const estimate = async (version: string) => {
    const { status, headers } = await ask(`/api/${version}/estimateFee`, { address: CONFIG, body: BODY })
    return [status, headers.get('x-executor-version')]
  }

  expect(await estimate('v2')).toEqual([200, null])
  expect(await estimate('v3')).toEqual([200, null])
  expect(await executor()).toEqual({ version: 13, network_version: 13, is_outdated: false })

  const { result: clock } = await json<{ result: { now: number } }>(ask(DEVNET_PREFIX))
  const method = { address: CONFIG, method: 'seqno', stack: [] }
  const { result } = await json<{ result: { stack: [[string, string]] } }>(
    ask('/api/v2/runGetMethod', method),
  )
  const newer = configParamCell(8, { version: 15, capabilities: 238n })
  const key = devnetKeys(SEED).validator
  const order = changeParameter(key, 8, newer, clock.now, Number(result.stack[0][1]))
  expect(await json(ask('/api/v2/sendBoc', { boc: order.toString('base64') }))).toMatchObject({ ok: true })

  const newest = await until('an estimate has the header', async () => {
    const answer = await estimate('v2')
    return answer[1] === null ? undefined : answer
  })
  expect(newest).toEqual([200, '13; network=15'])
  expect(await estimate('v3')).toEqual([200, '13; network=15'])
  expect(await executor()).toEqual({ version: 13, network_version: 15, is_outdated: true })
})
