import { round } from './gatewayProcess.ts'

/** Heap and external memory of a thread, MB. */
export type ThreadMb = { heap: number; external: number }

/** Returns the memory of each thread of a running gateway by name, as `/metrics` has it. */
export async function threadMb(origin: string): Promise<Readonly<Record<string, ThreadMb>>> {
  const text = await (await fetch(`${origin}/metrics`)).text()
  const threads: Record<string, ThreadMb> = { main: { heap: 0, external: 0 } }
  for (const line of text.split('\n')) {
    const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    const mb = Number(value) / 2 ** 20
    const thread = /thread="([^"]*)"/.exec(labels)?.[1] ?? 'main'
    threads[thread] ??= { heap: 0, external: 0 }
    const memory = threads[thread]
    if (name === 'tonscope_thread_heap_total_bytes' || name === 'nodejs_heap_size_total_bytes') {
      memory.heap = round(memory.heap + mb)
    }
    if (name === 'tonscope_thread_external_bytes' || name === 'nodejs_external_memory_bytes') {
      memory.external = round(memory.external + mb)
    }
  }
  return threads
}
