import { setTimeout as sleep } from 'node:timers/promises'
import { at, memoryMb, peakMb, resetPeak, round, startGatewayProcess } from './gatewayProcess.ts'
import { HttpLane, type HttpQuestion, httpRequest } from './httpLane.ts'

const SECONDS = Number(process.env.SECONDS ?? 20)
const CONNECTIONS = 20
/** Time until the memory of an idle process is what it stays. */
const REST_MS = 45_000
/** A network sleeps after ten minutes; its threads end then. */
const SLEEP_MS = 10 * 60_000 + 45_000

/** Asks questions in turn on each connection. An answer that lacks its chain's zero state ends the bench. */
async function load(questions: readonly HttpQuestion[]): Promise<{ per_second: number; p99_ms: number }> {
  const times: number[] = []
  const end = performance.now() + SECONDS * 1_000
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, lane) => {
      const first = questions[lane % questions.length] as HttpQuestion
      const connection = await HttpLane.open(first)
      for (let i = lane; performance.now() < end; i++) {
        const before = performance.now()
        await connection.ask(questions[i % questions.length])
        times.push(performance.now() - before)
      }
      connection.close()
    }),
  )
  return { per_second: round(times.length / SECONDS), p99_ms: at(times, 0.99) }
}

/**
 * A devnet and the sample in one program: memory with one network and with two, at rest and under load, the first
 * answer of a network that is asleep, and the memory after it sleeps again (eleven minutes; `SLEEP=off` leaves it out).
 */
export async function* benchNetworks(): AsyncIterable<object> {
  const gateway = await startGatewayProcess()
  const port = Number(new URL(gateway.origin).port)
  const rootOf = async (base: string): Promise<string> => {
    const answer = await fetch(`${gateway.origin}${base}/api/v2/getMasterchainInfo`)
    return ((await answer.json()) as { result: { init: { root_hash: string } } }).result.init.root_hash
  }
  const question = async (base: string): Promise<HttpQuestion> => ({
    port,
    request: httpRequest(`127.0.0.1:${port}`, `${base}/api/v2/getMasterchainInfo`),
    expected: await rootOf(base),
  })
  try {
    await sleep(REST_MS)
    yield { case: 'devnet at rest', ...memoryMb(gateway.pid) }
    const devnet = await question('')
    yield { case: 'devnet under load', ...(await load([devnet])), ...memoryMb(gateway.pid) }

    const before = performance.now()
    await rootOf('/sample')
    yield { case: 'first answer of a sleeping network', ms: round(performance.now() - before) }
    await sleep(REST_MS)
    yield { case: 'devnet and sample at rest', ...memoryMb(gateway.pid) }
    resetPeak(gateway.pid)
    const both = await load([devnet, await question('/sample')])
    yield { case: 'both under load', ...both, ...memoryMb(gateway.pid), peak_mb: peakMb(gateway.pid) }
    if (process.env.SLEEP === 'off') return
    await sleep(SLEEP_MS)
    const health = (await (await fetch(`${gateway.origin}/sample/healthz`)).json()) as { status: string }
    yield { case: 'sample asleep again', status: health.status, ...memoryMb(gateway.pid) }
    const again = performance.now()
    await rootOf('/sample')
    yield { case: 'its next answer', ms: round(performance.now() - again) }
  } finally {
    await gateway.close()
  }
}
