import { monitorEventLoopDelay } from 'node:perf_hooks'
import { threadCacheBudget } from '../../platform/cacheBudget.ts'
import type { ThreadMemory } from '../../platform/startThread.ts'
import type { Metric, Sample } from './metricsText.ts'

/** Delays of the event loop. */
export type EventLoopDelay = Disposable & {
  /** Delays since the last reading, seconds. */
  read(): { readonly p50: number; readonly p99: number; readonly max: number }
}

const RESOLUTION_MS = 20
const NS_PER_S = 1e9

export function watchEventLoop(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  // Node measures the time between two timer runs, which includes one interval.
  const delay = (nanoseconds: number) => Math.max(0, nanoseconds / NS_PER_S - RESOLUTION_MS / 1000)
  return {
    read() {
      const read = {
        p50: delay(histogram.percentile(50)),
        p99: delay(histogram.percentile(99)),
        max: delay(histogram.max),
      }
      histogram.reset()
      return read
    },
    [Symbol.dispose]: () => histogram.disable(),
  }
}

/** Returns the metrics of the process under the names that Prometheus clients share. */
export function processMetrics(eventLoop: EventLoopDelay): Metric[] {
  const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const { p50, p99, max } = eventLoop.read()
  const { usedBytes, limitBytes } = threadCacheBudget()
  const gauge = (name: string, help: string, ...samples: Sample[]): Metric => ({
    name,
    type: 'gauge',
    help,
    samples,
  })
  return [
    gauge('process_resident_memory_bytes', 'Memory that the process has', { value: rss }),
    gauge('nodejs_heap_size_used_bytes', 'JavaScript objects', { value: heapUsed }),
    gauge('nodejs_heap_size_total_bytes', 'Memory for JavaScript objects', { value: heapTotal }),
    gauge('nodejs_external_memory_bytes', 'Memory outside of that, with buffers', { value: external }),
    gauge('nodejs_array_buffers_bytes', 'Buffers', { value: arrayBuffers }),
    gauge('tonscope_cache_budget_used_bytes', 'Caches of the main thread', { value: usedBytes }),
    gauge('tonscope_cache_budget_limit_bytes', 'Its part of the memory for caches', { value: limitBytes }),
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Time of all processors',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_start_time_seconds', 'Unix time', { value: performance.timeOrigin / 1000 }),
    gauge(
      'tonscope_event_loop_delay_seconds',
      'How late the event loop was since this was read last',
      { labels: { quantile: '0.5' }, value: p50 },
      { labels: { quantile: '0.99' }, value: p99 },
      { labels: { quantile: '1' }, value: max },
    ),
  ]
}

/** Returns the memory of the worker threads; the main thread's is among the metrics of the process. */
export function threadMetrics(threads: readonly ThreadMemory[]): Metric[] {
  const places = new Map<string, number>()
  const labelled = threads.map((memory) => {
    const place = places.get(memory.name) ?? 0
    places.set(memory.name, place + 1)
    return { labels: { thread: memory.name, number: place }, memory }
  })
  const gauge = (name: string, help: string, part: keyof Omit<ThreadMemory, 'name'>): Metric => ({
    name,
    type: 'gauge',
    help,
    samples: labelled.map(({ labels, memory }) => ({ labels, value: memory[part] })),
  })
  return [
    gauge('tonscope_thread_heap_used_bytes', 'JavaScript objects of a worker thread', 'heapUsed'),
    gauge(
      'tonscope_thread_heap_total_bytes',
      'Memory for JavaScript objects of a worker thread',
      'heapTotal',
    ),
    gauge(
      'tonscope_thread_external_bytes',
      'Buffers and WebAssembly memories of a worker thread',
      'external',
    ),
    gauge('tonscope_thread_cache_bytes', 'Caches of a worker thread', 'caches'),
    gauge('tonscope_thread_cache_limit_bytes', 'Its part of the memory for caches', 'cacheLimit'),
  ]
}
