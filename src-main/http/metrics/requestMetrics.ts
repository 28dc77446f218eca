import { type Metric, numberText, type Sample } from './metricsText.ts'
import type { FinishedRequest, RequestMeter } from './requestMeter.ts'

export type RequestMetrics = RequestMeter & { metrics(): readonly Metric[] }

/** Upper bounds of the buckets, seconds: from a cached answer to one that waited for several servers. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const METHODS = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']
/** Maximum number of routes, above the existing ones. Further ones are counted as OTHER. */
const MAX_ROUTES = 256
const OTHER = 'other'

type RouteCounts = {
  /** Counts by `METHOD STATUS`. */
  readonly requests: Map<string, number>
  /** Counts by bucket, not cumulative; the last one is for longer requests. */
  readonly durations: number[]
  seconds: number
  cached: number
}

/** Counts requests by route, method and status, and their durations by route. Clients cannot add labels. */
export function createRequestMetrics(): RequestMetrics {
  const routes = new Map<string, RouteCounts>()

  function countsOf(route: string): RouteCounts {
    const known = routes.get(route)
    if (known) return known
    if (routes.size >= MAX_ROUTES && route !== OTHER) return countsOf(OTHER)
    const counts = {
      requests: new Map<string, number>(),
      durations: Array<number>(BUCKETS.length + 1).fill(0),
      seconds: 0,
      cached: 0,
    }
    routes.set(route, counts)
    return counts
  }

  return {
    finished({ method, route, status, seconds, cached }: FinishedRequest) {
      const counts = countsOf(route)
      const key = `${METHODS.includes(method) ? method : OTHER} ${status}`
      counts.requests.set(key, (counts.requests.get(key) ?? 0) + 1)
      const bucket = BUCKETS.findIndex((limit) => seconds <= limit)
      const at = bucket < 0 ? BUCKETS.length : bucket
      counts.durations[at] = (counts.durations[at] ?? 0) + 1
      counts.seconds += seconds
      if (cached) counts.cached++
    },
    metrics: () => [
      {
        name: 'tonscope_http_requests_total',
        type: 'counter',
        help: 'Requests that were answered',
        samples: [...routes].flatMap(([route, { requests }]) =>
          [...requests].map(([key, value]) => {
            const [method = '', status = ''] = key.split(' ')
            return { labels: { route, method, status }, value }
          }),
        ),
      },
      {
        name: 'tonscope_http_cached_total',
        type: 'counter',
        help: 'Requests that were answered from the response cache',
        samples: [...routes].map(([route, { cached }]) => ({ labels: { route }, value: cached })),
      },
      {
        name: 'tonscope_http_request_duration_seconds',
        type: 'histogram',
        help: 'From the arrival of a request to its answer',
        samples: [...routes].flatMap(([route, counts]) => histogram(route, counts)),
      },
    ],
  }
}

function histogram(route: string, { durations, seconds }: RouteCounts): Sample[] {
  let sum = 0
  const buckets = [...BUCKETS, Number.POSITIVE_INFINITY].map((limit, i) => {
    sum += durations[i] ?? 0
    return { suffix: '_bucket', labels: { route, le: numberText(limit) }, value: sum }
  })
  return [
    ...buckets,
    { suffix: '_sum', labels: { route }, value: seconds },
    { suffix: '_count', labels: { route }, value: sum },
  ]
}
