import { messageOf } from '#shared/messageOf.ts'
import type { IsNetwork } from '../http/connection/basePath.ts'
import { startingResponse } from '../http/response/startingResponse.ts'
import { type HttpServer, listen } from '../http/server.ts'
import { GatewayError } from './gatewayError.ts'
import type { ListenAddress } from './listenAddress.ts'
import { portOwner } from './portOwner.ts'

export type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** An HTTP server that answers "starting" until it has an app. */
export type GatewayServer = Pick<HttpServer, 'port' | 'close'> & {
  serve(app: Fetch): void
}

/** Opens the gateway's port. Rejects with GatewayError: port-taken, with the program that has it; port-refused. */
export async function openGatewayServer(
  { address }: ListenAddress,
  port: number,
  isNetwork?: IsNetwork,
): Promise<GatewayServer> {
  let app: Fetch = startingResponse
  const options = { host: address, port, ...(isNetwork && { isNetwork }) }
  const server = await listen((request, env) => app(request, env), options).catch(async (error: unknown) => {
    throw await listenError(error, port)
  })
  return {
    port: server.port,
    close: () => server.close(),
    serve(ready) {
      app = ready
    },
  }
}

async function listenError(error: unknown, port: number): Promise<GatewayError> {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    const owner = (await portOwner(port)) ?? 'another program'
    const hint = 'choose another with --port'
    return new GatewayError('port-taken', `port ${port} is taken by ${owner}`, { cause: error, hint })
  }
  const text = `port ${port} cannot be opened: ${messageOf(error)}`
  return new GatewayError('port-refused', text, { cause: error })
}
