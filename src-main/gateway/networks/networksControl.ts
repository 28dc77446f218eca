import { rm } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { ApiError } from '#shared/apiError.ts'
import { messageOf } from '#shared/messageOf.ts'
import type { NetworkChange, NetworkEntry, NewNetwork } from '#shared/schema/networks.ts'
import type { NetworksControl } from '../../http/routes/networksRoutes.ts'
import type { GlobalConfig } from '../../liteserver/globalConfig.ts'
import { readConfigSource } from '../configSource.ts'
import { GatewayError } from '../gatewayError.ts'
import { parseServedConfig, storedConfigPath, writeStoredConfig } from '../publicConfig.ts'
import type { KnownNetwork } from './knownNetworks.ts'
import { type AddedNetwork, changeNetworks, readNetworks, type StoredNetworks } from './networkFile.ts'
import type { NetworkTable } from './networkTable.ts'

/** Hexadecimal digits of the zero state's hash in the folder of an added network. */
const FOLDER_ID_DIGITS = 12

/** Returns the commands of the networks of a program. */
export function networksControl(dataDir: string, table: () => NetworkTable): NetworksControl {
  const removing = new Set<string>()
  const change = async (edit: (stored: StoredNetworks) => StoredNetworks) => {
    table().update(await answered(changeNetworks(dataDir, edit)))
  }
  /** The name of a network that is being removed is free when its folder is. */
  function refuseTaken(name: string): void {
    if (!table().has(name) && !removing.has(name)) return
    throw new ApiError(409, `there is a network called ${name} already`)
  }
  const entryOf = (name: string): NetworkEntry => table().slot(name).entry()
  function wake(name: string): NetworkEntry {
    const slot = table().slot(name)
    // Its entry has the progress, and the reason if it fails.
    slot.start().catch(() => undefined)
    return slot.entry()
  }
  return {
    list: () => table().list(),
    async add(network) {
      const { name } = network
      refuseTaken(name)
      const { config, source } = await answered(readNewConfig(network))
      const added: AddedNetwork = {
        name,
        title: network.title ?? name,
        source,
        folder: folderOf(name, config),
      }
      await change((stored) => {
        // Under the lock of the file, so that a config never belongs to another network of the same name.
        refuseTaken(name)
        writeStoredConfig(storedConfigPath(dataDir, name), config)
        return { ...stored, added: [...stored.added, added] }
      })
      return entryOf(name)
    },
    async change(name, wanted) {
      refuseImpossible(entryOf(name), wanted)
      const { title, start } = wanted
      await change((stored) => ({
        ...stored,
        added: stored.added.map((added) => (added.name === name && title ? { ...added, title } : added)),
        starts: start ? { ...stored.starts, [name]: start } : stored.starts,
      }))
      return start === 'always' ? wake(name) : entryOf(name)
    },
    async remove(name, withData) {
      const slot = table().slot(name)
      if (!slot.entry().removable)
        throw new ApiError(409, `network ${name} cannot be removed: ${whyNot(slot.entry())}`)
      removing.add(name)
      try {
        // The file first: if the write fails, the network is unchanged.
        await answered(changeNetworks(dataDir, (stored) => withoutNetwork(stored, name)))
        await slot.close()
        // Other networks can have been added or removed while this one stopped.
        table().update(await answered(presentNetworks(dataDir)))
        await removeFiles(dataDir, slot.known, withData)
      } finally {
        removing.delete(name)
      }
    },
    wake: async (name) => wake(name),
  }
}

function refuseImpossible(entry: NetworkEntry, { title, start }: NetworkChange): void {
  if (title !== undefined && entry.source === null) {
    throw new ApiError(409, `${entry.name} comes with the program or its command line: its title stays`)
  }
  if (start !== undefined && entry.base === '') {
    throw new ApiError(409, `${entry.name} is the default network: it runs as long as the program`)
  }
  if (start !== undefined && entry.start_fixed) {
    throw new ApiError(409, `${entry.name} is a network of the command line: it starts with the program`)
  }
}

async function presentNetworks(dataDir: string): Promise<StoredNetworks> {
  return readNetworks(dataDir)
}

function withoutNetwork(stored: StoredNetworks, name: string): StoredNetworks {
  const { [name]: _start, ...starts } = stored.starts
  return { ...stored, added: stored.added.filter((added) => added.name !== name), starts }
}

/** Removes the config of a network that has ended, and its data if these are not kept. */
async function removeFiles(
  dataDir: string,
  { name, choice }: Pick<KnownNetwork, 'name' | 'choice'>,
  withData: boolean,
): Promise<void> {
  await rm(storedConfigPath(dataDir, name), { force: true })
  if (withData && choice.kind === 'custom' && choice.folder !== undefined) {
    await rm(join(dataDir, choice.folder), { recursive: true, force: true })
  }
}

function whyNot({ source }: NetworkEntry): string {
  return source === null ? 'it comes with the program or its command line' : 'it starts with the program'
}

async function readNewConfig(
  network: NewNetwork,
): Promise<{ readonly config: GlobalConfig; readonly source: AddedNetwork['source'] }> {
  if ('config' in network) return { config: parseServedConfig(network.config, 'the text'), source: 'paste' }
  if ('file' in network) {
    const { file } = network
    if (!isAbsolute(file)) throw new ApiError(422, `${file} is not the whole path of a file`)
    return { config: parseServedConfig(await readConfigSource(file), file), source: 'file' }
  }
  const { url } = network
  if (!/^https?:\/\//i.test(url)) throw new ApiError(422, `${url} is no URL that begins with http or https`)
  return { config: parseServedConfig(await readConfigSource(url), url), source: 'url' }
}

function folderOf(name: string, { zeroState }: GlobalConfig): string {
  return `${name}-${zeroState.rootHash.toString('hex').slice(0, FOLDER_ID_DIGITS)}`
}

/** Turns faults of a config or of the data directory into answers. */
async function answered<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new ApiError(error.code === 'bad-config' ? 422 : 500, messageOf(error), { cause: error })
  }
}
