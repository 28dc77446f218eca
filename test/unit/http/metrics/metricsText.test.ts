import { describe, expect, it } from 'vitest'
import { metricsText } from '../../../../src-main/http/metrics/metricsText.ts'
import { createRequestMetrics } from '../../../../src-main/http/metrics/requestMetrics.ts'
import { readMetrics } from '../../../integration/access/metricsReading.ts'

describe('metricsText', () => {
  it('writes help, type and samples, escaped where necessary', () => {
    const text = metricsText([
      {
        name: 'a_total',
        type: 'counter',
        help: 'of a\\b\nand more',
        samples: [{ value: 1 }, { labels: { path: 'C:\\"x"\n', n: 2 }, value: 1e21 }],
      },
      { name: 'none', type: 'gauge', help: 'left out', samples: [] },
      {
        name: 'edges',
        type: 'gauge',
        help: 'what is no finite number',
        samples: [
          { labels: { n: 1 }, value: Number.POSITIVE_INFINITY },
          { labels: { n: 2 }, value: Number.NEGATIVE_INFINITY },
          { labels: { n: 3 }, value: Number.NaN },
        ],
      },
    ])
    expect(text.split('\n')).toEqual([
      '# HELP a_total of a\\\\b\\nand more',
      '# TYPE a_total counter',
      'a_total 1',
      'a_total{path="C:\\\\\\"x\\"\\n",n="2"} 1e+21',
      '# HELP edges what is no finite number',
      '# TYPE edges gauge',
      'edges{n="1"} +Inf',
      'edges{n="2"} -Inf',
      'edges{n="3"} NaN',
      '',
    ])
    expect([...readMetrics(text).keys()]).toEqual(['a_total', 'edges'])
  })
})

describe('createRequestMetrics', () => {
  it('sums durations up to their buckets', () => {
    const requests = createRequestMetrics()
    for (const seconds of [0.0001, 0.0005, 0.03, 100]) {
      requests.finished({ method: 'GET', route: 'r', status: 200, seconds, cached: false })
    }
    const { samples } = readMetrics(metricsText(requests.metrics())).get(
      'tonscope_http_request_duration_seconds',
    ) as { samples: ReadonlyMap<string, number> }
    const bucket = (le: string) =>
      samples.get(`tonscope_http_request_duration_seconds_bucket{route="r",le="${le}"}`)
    expect(['0.0005', '0.025', '0.05', '30', '+Inf'].map(bucket)).toEqual([2, 2, 3, 3, 4])
    expect(samples.get('tonscope_http_request_duration_seconds_sum{route="r"}')).toBeCloseTo(100.0306)
  })

  it('groups labels beyond the limit', () => {
    const requests = createRequestMetrics()
    for (let i = 0; i < 10_000; i++) {
      requests.finished({ method: `M${i}`, route: `r${i}`, status: 200, seconds: 0, cached: true })
    }
    const [counted] = requests.metrics()
    expect(counted?.samples.length).toBeLessThan(300)
    expect(counted?.samples.reduce((sum, { value }) => sum + value, 0)).toBe(10_000)
  })
})
