import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatGlobalConfig, parseGlobalConfig } from '../../../src-main/liteserver/globalConfig.ts'

/** A way to a liteserver that a test can cut while the liteserver itself goes on. */
export type Relay = AsyncDisposable & {
  /** Names the relay in place of the liteserver. */
  readonly globalConfigFile: string
  /** Closes all connections and accepts no more. */
  cut(): void
}

/** Opens a relay to the only liteserver of a global config. */
export async function openRelay(globalConfigFile: string): Promise<Relay> {
  const config = parseGlobalConfig(await readFile(globalConfigFile, 'utf8'))
  const [target] = config.liteservers
  if (!target) throw new Error('the config has no liteserver')
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      // A closed side closes the other; its error says no more than that.
      from
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const folder = await mkdtemp(join(tmpdir(), 'tonscope-relay-'))
  const file = join(folder, 'relay.json')
  await writeFile(file, formatGlobalConfig({ ...config, liteservers: [{ ...target, port }] }))
  const cut = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return {
    globalConfigFile: file,
    cut,
    async [Symbol.asyncDispose]() {
      cut()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
