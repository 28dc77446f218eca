import { readFileSync } from 'node:fs'
import { connectAdnl } from '../../src-main/liteserver/adnl/client.ts'
import { type LiteserverAddress, parseGlobalConfig } from '../../src-main/liteserver/globalConfig.ts'
import { LitePool } from '../../src-main/liteserver/pool/litePool.ts'
import { PoolSession } from '../../src-main/liteserver/pool/poolSession.ts'
import { type LiteFunctionName, liteApi } from '../../src-main/liteserver/tl/liteApi.ts'
import { HttpLane, type HttpQuestion } from './httpLane.ts'

/** What the bench wants asked, and by how many at once. */
export type LoadOrder = {
  readonly parallel: number
  readonly milliseconds: number
} & (
  | { readonly kind: 'http'; readonly question: HttpQuestion }
  | {
      readonly kind: 'raw'
      readonly globalConfig: string
      readonly fn: LiteFunctionName
      readonly request: object
    }
)

export type LoadFigures = {
  readonly count: number
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

type Lane = { ask(): Promise<unknown>; close(): void }

let pool: LitePool | undefined

/** The same pool as a gateway's, its answers decoded and believed. */
async function openPool(globalConfig: string): Promise<LitePool> {
  const { liteservers } = parseGlobalConfig(readFileSync(globalConfig, 'utf8'))
  const servers: readonly LiteserverAddress[] = liteservers
  const opened = new LitePool({ servers, connect: connectAdnl })
  await opened.waitForServer()
  return opened
}

async function openLane(order: LoadOrder): Promise<Lane> {
  if (order.kind === 'http') return HttpLane.open(order.question)
  pool ??= await openPool(order.globalConfig)
  const session = new PoolSession(pool)
  const question = {
    fn: liteApi[order.fn],
    request: revived(order.request),
    check: (answer: object) => answer,
  }
  return { ask: () => session.ask(question as never), close: () => undefined }
}

/** Between processes bytes become plain arrays, and bigints survive. */
function revived(request: object): object {
  return Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      if (value instanceof Uint8Array) return [name, Buffer.from(value)]
      return [name, typeof value === 'object' && value !== null ? revived(value) : value]
    }),
  )
}

async function load(order: LoadOrder): Promise<LoadFigures> {
  const lanes = await Promise.all(Array.from({ length: order.parallel }, () => openLane(order)))
  const times: number[] = []
  const begin = performance.now()
  const end = begin + order.milliseconds
  try {
    await Promise.all(
      lanes.map(async (lane) => {
        for (let before = performance.now(); before < end; ) {
          await lane.ask()
          const after = performance.now()
          times.push(after - before)
          before = after
        }
      }),
    )
  } finally {
    for (const lane of lanes) lane.close()
  }
  const seconds = (performance.now() - begin) / 1000
  times.sort((a, b) => a - b)
  const quantile = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return { count: times.length, perSecond: times.length / seconds, p50: quantile(0.5), p99: quantile(0.99) }
}

process.on('message', (order: LoadOrder) => {
  load(order).then(
    (figures) => process.send?.({ figures }),
    (error) => process.send?.({ error: String(error?.stack ?? error) }),
  )
})
process.on('disconnect', () => process.exit(0))
