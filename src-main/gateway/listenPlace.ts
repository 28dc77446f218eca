import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackAddress } from '../http/peer.ts'
import { GatewayError } from './gatewayError.ts'

/** Where a gateway listens, and under which names it may be asked for there. */
export type ListenPlace = {
  readonly address: string
  /** Other machines can reach it. */
  readonly isOpen: boolean
  /** The user gave names of it. */
  readonly isNamed: boolean
  /** Besides 127.0.0.1, localhost and [::1]. */
  readonly names: readonly string[]
}

const DEFAULT_ADDRESS = '127.0.0.1'
const ALWAYS = [DEFAULT_ADDRESS, '::1']
/** Every address of this machine. */
const ANY = ['0.0.0.0', '::']

/** Throws GatewayError for what is no address, and for access control that is switched off where it may not be. */
export function listenPlace(settings: {
  readonly host?: string | undefined
  readonly hosts?: readonly string[] | undefined
  readonly keys?: boolean | undefined
}): ListenPlace {
  const { host = DEFAULT_ADDRESS, hosts = [], keys } = settings
  const address = host === 'localhost' ? DEFAULT_ADDRESS : host
  if (isIP(address) === 0) {
    throw new GatewayError('host', `--host takes an IP address, not ${host}; names go to --allow-host`)
  }
  const isOpen = !isLoopbackAddress(address)
  if (isOpen && keys === false) {
    throw new GatewayError('host', `other machines can reach ${host}: access control can't be off there`)
  }
  return { address, isOpen, isNamed: hosts.length > 0, names: [...hosts, ...ownNames(address)] }
}

/**
 * As they stand in `Host`, apart from those that always do. No page of another site can have an address for its name,
 * so that any port will do, as a container's may be another outside.
 */
function ownNames(address: string): string[] {
  const addresses = ANY.includes(address) ? allAddresses() : [address]
  return addresses.filter((own) => !ALWAYS.includes(own)).map(hostOf)
}

function allAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])
  return all.map(({ address }) => address)
}

function hostOf(address: string): string {
  return isIP(address) === 6 ? `[${address}]` : address
}

/** Where this machine's own programs and the user's browser find it. */
export function urlOf({ address }: ListenPlace, port: number): string {
  return `http://${ANY.includes(address) ? DEFAULT_ADDRESS : hostOf(address)}:${port}`
}

/** The explorer's own, where it is opened under one of the names. */
export function originsOf(names: readonly string[], port: number): string[] {
  return names.map((name) =>
    port === 80 || /[^:]:\d+$/.test(name) ? `http://${name}` : `http://${name}:${port}`,
  )
}
