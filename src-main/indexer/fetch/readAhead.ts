/** A source that is read into a queue while whoever takes from it is busy. */
export type Ahead<Item> = {
  /** Waits until something is queued; false where nothing will be. Rejects as the source did, after all before it. */
  filled(): Promise<boolean>
  /** The oldest that is queued. */
  first(): Item | undefined
  /** Takes the oldest out, as many as are there. */
  take(count: number): Item[]
  /** Reads no further. */
  stop(): void
}

/** @param most how many are queued at once */
export function readAhead<Piece, Item>(
  source: AsyncIterable<Piece> | Iterable<Piece>,
  most: number,
  toItem: (piece: Piece) => Item,
): Ahead<Item> {
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
        while (queue.length >= most && !isStopped) await changed.promise
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
