/** A source that is read into a queue while the consumer is busy. */
export type ReadAheadQueue<Item> = {
  /**
   * Waits until the queue has an item; false at the end of the source. Rejects with the source's error after all
   * items before it.
   */
  filled(): Promise<boolean>
  /** Returns the oldest queued item. */
  first(): Item | undefined
  /** Removes and returns up to `count` of the oldest items. */
  take(count: number): Item[]
  /** Stops reading. */
  stop(): void
}

/**
 * Starts reading a source.
 * @param maxLength maximum length of the queue
 */
export function readAhead<Piece, Item>(
  source: AsyncIterable<Piece> | Iterable<Piece>,
  maxLength: number,
  toItem: (piece: Piece) => Item,
): ReadAheadQueue<Item> {
  const queue: Item[] = []
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
        queue.push(toItem(piece))
        change()
        while (queue.length >= maxLength && !isStopped) await changed.promise
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
  return {
    async filled() {
      while (queue.length === 0) {
        if (failure) throw failure.error
        if (isEnded) return false
        await changed.promise
      }
      return true
    },
    first: () => queue[0],
    take(count) {
      const taken = queue.splice(0, count)
      change()
      return taken
    },
    stop() {
      isStopped = true
      change()
    },
  }
}
