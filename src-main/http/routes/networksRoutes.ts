import type { Hono } from 'hono'
import {
  NETWORKS_PATH,
  type NetworkChange,
  type NetworkEntry,
  type Networks,
  type NewNetwork,
  networkChange,
  newNetwork,
} from '#shared/schema/networks.ts'
import { requireOwn } from '../access/accessRoutes.ts'
import type { AppContext, AppEnv } from '../appContext.ts'
import { methodRefusal, READ_ONLY } from '../request/methods.ts'
import { readBodyFields } from '../request/readBodyFields.ts'
import { sendJson, setHeader } from '../response/respond.ts'

/** The networks of the program. Changes reject with ApiError if they cannot be carried out. */
export type NetworksControl = {
  list(): Networks
  add(network: NewNetwork): Promise<NetworkEntry>
  change(name: string, change: NetworkChange): Promise<NetworkEntry>
  /** @param withData whether the network's files are deleted too */
  remove(name: string, withData: boolean): Promise<void>
  /** Begins to start a network that is asleep; does not wait for it. */
  wake(name: string): Promise<NetworkEntry>
}

const ONE = `${NETWORKS_PATH}/:name`
const WAKE = `${ONE}/wake`

/** Adds `/api/tonscope/networks` and its commands (see the schema). Their answers are the same below every base. */
export function addNetworksRoutes(
  app: Hono<AppEnv>,
  networks: NetworksControl,
  origins: readonly string[],
): void {
  const ownOnly = (c: AppContext) => requireOwn(c, origins, 'a change of networks')
  const nameOf = (c: AppContext) => c.req.param('name') ?? ''

  app.get(NETWORKS_PATH, (c) => {
    setHeader(c, 'Cache-Control', 'no-store')
    return sendJson(c, 200, networks.list())
  })
  app.post(NETWORKS_PATH, async (c) => {
    ownOnly(c)
    return sendJson(c, 200, await networks.add(await readBodyFields<NewNetwork>(c, newNetwork)))
  })
  app.patch(ONE, async (c) => {
    ownOnly(c)
    const change = await readBodyFields<NetworkChange>(c, networkChange)
    return sendJson(c, 200, await networks.change(nameOf(c), change))
  })
  app.delete(ONE, async (c) => {
    ownOnly(c)
    await networks.remove(nameOf(c), c.req.query('data') === 'delete')
    return sendJson(c, 200, networks.list())
  })
  app.post(WAKE, async (c) => {
    ownOnly(c)
    return sendJson(c, 200, await networks.wake(nameOf(c)))
  })
  const methods = [
    [NETWORKS_PATH, `${READ_ONLY}, POST`],
    [ONE, 'PATCH, DELETE'],
    [WAKE, 'POST'],
  ] as const
  for (const [path, allowed] of methods) {
    app.all(path, (c) => {
      throw methodRefusal(c, allowed)
    })
  }
}
