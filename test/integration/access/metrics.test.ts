import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Gateway, startGateway } from '../../../src-main/gateway/gateway.ts'
import { readMetrics } from './metricsReading.ts'

describe('/metrics', () => {
  let folder: string
  let gateway: Gateway
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tonscope-metrics-'))
    gateway = await startGateway({
      network: 'sample',
      port: 0,
      dataDir: folder,
      keys: true,
      log: pino({ level: 'silent' }),
    })
  })
  afterAll(async () => {
    await gateway.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function scrape() {
    const response = await fetch(`${gateway.url}/metrics`)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const metrics = readMetrics(await response.text())
    return {
      metrics,
      value: (series: string) =>
        metrics.get(series.replace(/(_bucket|_sum|_count)?(\{.*)?$/, ''))?.samples.get(series),
    }
  }
  const ask = (path: string, init?: RequestInit) => fetch(`${gateway.url}${path}`, init)

  it('lists the metrics of an idle gateway', async () => {
    const { metrics, value } = await scrape()
    expect(Object.fromEntries([...metrics].map(([name, { type }]) => [name, type]))).toMatchObject({
      tonscope_build_info: 'gauge',
      tonscope_cache_requests_total: 'counter',
      tonscope_cache_entries: 'gauge',
      tonscope_cache_bytes: 'gauge',
      tonscope_access_refusals_total: 'counter',
      tonscope_liteserver_alive: 'gauge',
      tonscope_liteserver_seqno: 'gauge',
      tonscope_liteserver_latency_seconds: 'gauge',
      tonscope_liteserver_queries_total: 'counter',
      tonscope_liteserver_failures_total: 'counter',
      tonscope_liteserver_timeouts_total: 'counter',
      tonscope_liteserver_proof_failures_total: 'counter',
      tonscope_head_seqno: 'gauge',
      tonscope_head_age_seconds: 'gauge',
      tonscope_tvm_threads: 'gauge',
      tonscope_tvm_running: 'gauge',
      tonscope_tvm_queued: 'gauge',
      process_resident_memory_bytes: 'gauge',
      nodejs_heap_size_used_bytes: 'gauge',
      process_cpu_seconds_total: 'counter',
      tonscope_thread_heap_used_bytes: 'gauge',
      tonscope_thread_heap_total_bytes: 'gauge',
      tonscope_thread_external_bytes: 'gauge',
      tonscope_event_loop_delay_seconds: 'gauge',
    })
    const [server = ''] = metrics.get('tonscope_liteserver_alive')?.samples.keys() ?? []
    expect(server).toMatch(/^tonscope_liteserver_alive\{server="0",endpoint="127\.0\.0\.1:\d+"\}$/)
    expect(value(server)).toBe(1)
    expect(value('tonscope_head_seqno')).toBe(gateway.status().head?.seqno)
    expect(value('tonscope_head_age_seconds')).toBeGreaterThan(0)
    expect(value('tonscope_thread_heap_used_bytes{thread="liteserver",number="0"}')).toBeGreaterThan(
      1_000_000,
    )
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(20_000_000)
    const [build = ''] = metrics.get('tonscope_build_info')?.samples.keys() ?? []
    expect(build).toContain(`network="sample",node="${process.versions.node}"`)
  })

  it('counts requests, their durations, cache hits and refusals', async () => {
    const before = await scrape()
    const cookie = (await ask('/docs')).headers.get('set-cookie')?.split(';')[0] ?? ''
    const own = { headers: { cookie } }
    for (let i = 0; i < 3; i++) await ask('/api/v2/getShards?seqno=12', own)
    await ask('/api/v2/getShards?seqno=0', own)
    await ask('/api/v2/getShards', { ...own, method: 'DELETE' })
    await ask('/api/v2/jsonRPC', {
      ...own,
      method: 'POST',
      body: JSON.stringify({ method: 'getShards', params: { seqno: 12 } }),
    })
    await ask('/api/v2/getMasterchainInfo', { headers: { 'x-api-key': 'wrong' } })
    await ask('/api/v2/getMasterchainInfo')
    await ask('/api/v2/getMasterchainInfo')
    const after = await scrape()
    const grown = (series: string) => (after.value(series) ?? 0) - (before.value(series) ?? 0)
    const expected = {
      'tonscope_http_requests_total{route="getShards",method="GET",status="200"}': 3,
      'tonscope_http_requests_total{route="getShards",method="GET",status="422"}': 1,
      'tonscope_http_requests_total{route="getShards",method="DELETE",status="405"}': 1,
      'tonscope_http_requests_total{route="getShards",method="POST",status="200"}': 1,
      'tonscope_http_requests_total{route="docs",method="GET",status="200"}': 1,
      'tonscope_http_requests_total{route="metrics",method="GET",status="200"}': 1,
      'tonscope_cache_requests_total{result="miss"}': 2,
      'tonscope_cache_requests_total{result="hit"}': 3,
      'tonscope_http_cached_total{route="getShards"}': 3,
      tonscope_cache_entries: 2,
      'tonscope_access_refusals_total{kind="unknown_key"}': 1,
      'tonscope_access_refusals_total{kind="keyless_rate"}': 1,
    }
    const found = Object.keys(expected).map((series) => [series, grown(series)])
    expect(Object.fromEntries(found)).toEqual(expected)
    expect(grown('tonscope_cache_bytes')).toBeGreaterThan(500)
    const [queries = ''] = after.metrics.get('tonscope_liteserver_queries_total')?.samples.keys() ?? []
    expect(grown(queries)).toBeGreaterThan(0)

    const durations = 'tonscope_http_request_duration_seconds'
    expect(grown(`${durations}_count{route="getShards"}`)).toBe(6)
    expect(grown(`${durations}_sum{route="getShards"}`)).toBeGreaterThan(0)
    const buckets = [...(after.metrics.get(durations)?.samples ?? [])].filter(([series]) =>
      series.startsWith(`${durations}_bucket{route="getShards"`),
    )
    const counts = buckets.map(([, count]) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(buckets.at(-1)).toEqual([`${durations}_bucket{route="getShards",le="+Inf"}`, 6])
  })

  it('has no labels of the clients’ making', async () => {
    for (let i = 0; i < 50; i++) {
      await ask(`/api/v2/operation${i}?x=${i}`)
      await ask(`/page${i}`)
      await ask(`/docs/${i}`, { method: `WORD${i}` }).catch(() => undefined)
    }
    const { metrics } = await scrape()
    const all = [...metrics.values()].flatMap(({ samples }) => [...samples.keys()])
    expect(all.filter((series) => /operation\d|page\d|WORD/.test(series))).toEqual([])
    expect(all.length).toBeLessThan(300)
  })

  it('answers GET only, and only an allowed host name', async () => {
    const posted = await ask('/metrics', { method: 'POST' })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    const status = await new Promise((resolve, reject) => {
      const headers = { Host: 'evil.example' }
      request({ port: gateway.port, host: '127.0.0.1', path: '/metrics', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })
})
