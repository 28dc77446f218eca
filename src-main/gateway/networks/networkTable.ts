import { ApiError } from '#shared/apiError.ts'
import type { Networks } from '#shared/schema/networks.ts'
import { networkOf } from '../../http/connection/basePath.ts'
import { startingResponse } from '../../http/response/startingResponse.ts'
import { setNetworkCount } from '../../platform/cacheBudget.ts'
import { type GatewaySetup, otherSetup } from '../gatewaySettings.ts'
import { type NetworkChoice, networkFolder } from '../networkChoice.ts'
import { type KnownNetwork, knownNetworks } from './knownNetworks.ts'
import type { AddedNetwork, StoredNetworks } from './networkFile.ts'
import { NetworkSlot } from './networkSlot.ts'
import type { Program } from './openNetwork.ts'

/** Default time without requests after which a network sleeps, ms. */
const SLEEP_AFTER_MS = 600_000
/** Checks for idle networks in the time after which they sleep. */
const CHECKS = 20

/** The networks of the program by name. */
export type NetworkTable = {
  /** The default network. */
  readonly first: NetworkSlot
  has(name: string): boolean
  /** Returns the slot of a network. Throws ApiError 404 if there is none. */
  slot(name: string): NetworkSlot
  slots(): readonly NetworkSlot[]
  list(): Networks
  /**
   * Takes over added and removed networks, titles and starts. Stops networks that are gone. The networks of the command
   * line stay: an added network that has the name of one of them does not count.
   */
  update(stored: StoredNetworks): void
  /** Answers a request by the network whose base it names; without one by the default network. */
  fetch(request: Request, env: object): Response | Promise<Response>
  /** Ends open streams, for which the server would wait. */
  endStreams(): void
  /** Stops all networks. */
  close(): Promise<void>
}

export type NetworkTableOptions = {
  readonly setup: GatewaySetup
  readonly program: Program
}

/** Opens the table. All networks are asleep at first. */
export function openNetworkTable(stored: StoredNetworks, options: NetworkTableOptions): NetworkTable {
  const { setup, program } = options
  const given = [setup.choice, ...setup.others]
  const { sleepAfterMs = SLEEP_AFTER_MS } = setup.settings
  let slots = new Map<string, NetworkSlot>()
  const stopping = new Set<Promise<void>>()

  const onChange = () => setNetworkCount([...slots.values()].filter(({ isAwake }) => isAwake).length)
  function createSlot(known: KnownNetwork, isFirst: boolean): NetworkSlot {
    return new NetworkSlot(known, {
      program,
      setup: isFirst ? setup : otherSetup(setup, known.choice),
      base: isFirst ? '' : `/${known.name}`,
      onChange,
    })
  }
  /** Returns the slot of a network; undefined if it is closed or its name now belongs to another chain. */
  function slotFor(known: KnownNetwork): NetworkSlot | undefined {
    const slot = slots.get(known.name)
    return slot && !slot.isClosed && isSame(slot.known.choice, known.choice) ? slot : undefined
  }
  function isNameTaken({ name, folder }: AddedNetwork): boolean {
    const known = slots.get(name)?.known
    return known?.isGiven === true && networkFolder(known.choice) !== folder
  }
  function update(next: StoredNetworks): void {
    const added = next.added.filter((network) => !isNameTaken(network))
    const all = knownNetworks(setup.dataDir, given, { ...next, added })
    const before = slots
    slots = new Map(
      all.map((known, place) => {
        const slot = slotFor(known) ?? createSlot(known, place === 0)
        slot.update(known)
        return [known.name, slot]
      }),
    )
    const present = new Set(slots.values())
    for (const slot of before.values()) if (!present.has(slot)) stop(slot)
  }
  /** Stops a network that is gone. */
  function stop(slot: NetworkSlot): void {
    const ended = slot.close().finally(() => stopping.delete(ended))
    stopping.add(ended)
  }
  update(stored)
  const first = [...slots.values()][0] as NetworkSlot

  const timer = setInterval(
    () => {
      for (const slot of slots.values()) void slot.sleepIfIdle(sleepAfterMs)
    },
    Math.max(1, sleepAfterMs / CHECKS),
  )
  timer.unref()

  function slotOf(name: string): NetworkSlot {
    const slot = slots.get(name)
    if (!slot) throw new ApiError(404, `there is no network called ${name}`)
    return slot
  }

  return {
    first,
    has: (name) => slots.has(name),
    slot: slotOf,
    slots: () => [...slots.values()],
    list: () => ({ default: first.known.name, networks: [...slots.values()].map((slot) => slot.entry()) }),
    update,
    fetch(request, env) {
      const name = networkOf((env as { readonly incoming?: Parameters<typeof networkOf>[0] }).incoming)
      const slot = name === undefined ? first : slots.get(name)
      // Without a slot the network was removed since the request arrived: no other network may answer it.
      return slot ? slot.fetch(request, env) : startingResponse(request)
    },
    endStreams() {
      for (const slot of slots.values()) slot.endStreams()
    },
    async close() {
      clearInterval(timer)
      await Promise.all([...stopping, ...[...slots.values()].map((slot) => slot.close())])
      setNetworkCount(1)
    },
  }
}

function isSame(one: NetworkChoice, other: NetworkChoice): boolean {
  return networkFolder(one) === networkFolder(other)
}
