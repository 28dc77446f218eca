/**
 * Does work on what comes from `source`, at most `concurrency` pieces at once, and gives the results in the order of
 * the source. Work goes on while whoever reads the results is busy. The first failure ends it; what is under way then
 * is left to end by itself.
 */
export async function* mapInOrder<A, B>(
  source: AsyncIterable<A> | Iterable<A>,
  concurrency: number,
  work: (piece: A) => Promise<B>,
): AsyncGenerator<B, void, undefined> {
  const queue: Promise<B>[] = []
  let isStopped = false
  let isEnded = false
  let failure: { readonly error: unknown } | undefined
  let changed = Promise.withResolvers<void>()
  const change = () => {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  async function pump(): Promise<void> {
    try {
      for await (const piece of source) {
        if (isStopped) return
        const result = work(piece)
        // Whoever takes it from the queue hears of its failure.
        result.catch(() => {})
        queue.push(result)
        change()
        while (queue.length >= concurrency && !isStopped) await changed.promise
        if (isStopped) return
      }
    } catch (error) {
      failure = { error }
    } finally {
      isEnded = true
      change()
    }
  }

  void pump()
  try {
    for (;;) {
      const [first] = queue
      if (first) {
        const value = await first
        queue.shift()
        change()
        yield value
      } else if (failure) throw failure.error
      else if (isEnded) return
      else await changed.promise
    }
  } finally {
    isStopped = true
    change()
  }
}
