/**
 * Limits that a gateway in front sets per bucket of clients (docs/streaming §1). -1 is unlimited; a missing or
 * unreadable number counts as 0.
 */
export type StreamPlan = {
  readonly bucket: string
  readonly maxConnections: number
  readonly maxAddresses: number
}

const LIMITING_HEADERS = {
  bucket: 'x-limiting-key',
  connections: 'x-max-parallel-connections',
  addresses: 'x-max-subscribed-addr',
} as const

const UNLIMITED = -1
const INTEGER = /^-?[0-9]{1,9}$/

/** Returns the plan of a request; undefined if it names no bucket: it then has no limits. */
export function readPlan(header: (name: string) => string | undefined): StreamPlan | undefined {
  const bucket = header(LIMITING_HEADERS.bucket)
  if (!bucket) return undefined
  const number = (name: string) => {
    const text = header(name)?.trim() ?? ''
    return INTEGER.test(text) ? Number(text) : 0
  }
  return {
    bucket,
    maxConnections: number(LIMITING_HEADERS.connections),
    maxAddresses: number(LIMITING_HEADERS.addresses),
  }
}

/** One open connection of a bucket. */
export type StreamSlot = {
  /**
   * Replaces the counted addresses of the connection.
   * @returns the text of a refusal, which changes nothing; undefined if the limit allows them
   */
  subscribe(addresses: number): string | undefined
  close(): void
}

/** Open connections and their addresses by bucket. */
export type StreamLimits = {
  /** Opens a connection; returns a text with the reason if it is refused. */
  open(plan: StreamPlan | undefined): StreamSlot | string
}

type Bucket = {
  connections: number
  addresses: number
  /** Limits that came with the first open connection. */
  readonly maxAddresses: number
}

const FREE: StreamSlot = { subscribe: () => undefined, close() {} }

export function createStreamLimits(): StreamLimits {
  const buckets = new Map<string, Bucket>()

  return {
    open(plan) {
      if (!plan) return FREE
      const known = buckets.get(plan.bucket)
      const active = known?.connections ?? 0
      if (plan.maxConnections !== UNLIMITED && active >= plan.maxConnections) {
        return `connection limit reached: ${active} active connections`
      }
      const bucket = known ?? { connections: 0, addresses: 0, maxAddresses: plan.maxAddresses }
      buckets.set(plan.bucket, bucket)
      bucket.connections++
      let own = 0
      let isOpen = true
      return {
        subscribe(addresses) {
          const { maxAddresses } = bucket
          const others = bucket.addresses - own
          // Unlike on SSE, 0 is no limit here.
          if (maxAddresses > 0 && others + addresses > maxAddresses) {
            return `address limit exceeded: current ${others} + new ${addresses} > max ${maxAddresses}`
          }
          bucket.addresses = others + addresses
          own = addresses
          return undefined
        },
        close() {
          if (!isOpen) return
          isOpen = false
          bucket.addresses -= own
          bucket.connections--
          if (bucket.connections === 0) buckets.delete(plan.bucket)
        },
      }
    },
  }
}

/** Returns a plan's refusal of the addresses of an SSE subscription; undefined if the limit allows them. */
export function tooManyAddresses(plan: StreamPlan | undefined, addresses: number): string | undefined {
  if (!plan || plan.maxAddresses === UNLIMITED || addresses <= plan.maxAddresses) return undefined
  return `too many addresses: ${addresses} > max ${plan.maxAddresses}`
}
