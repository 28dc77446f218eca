import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopbackAddress } from '../http/request/peer.ts'
import { GatewayError } from './gatewayError.ts'

/** The address that a gateway listens on, and the host names that requests can use for it. */
export type ListenAddress = {
  readonly address: string
  /** Whether other machines can reach it. */
  readonly isPublic: boolean
  /** Whether the user gave host names. */
  readonly isNamed: boolean
  /** Host names besides 127.0.0.1, localhost and [::1]. */
  readonly names: readonly string[]
}

const DEFAULT_ADDRESS = '127.0.0.1'
const ALWAYS = [DEFAULT_ADDRESS, '::1']
/** Addresses that stand for all addresses of this machine. */
const ANY = ['0.0.0.0', '::']

/** Returns the address of the settings. Throws GatewayError if it is not an IP address, or public without access control. */
export function listenAddress(settings: {
  readonly host?: string | undefined
  readonly hosts?: readonly string[] | undefined
  readonly keys?: boolean | undefined
}): ListenAddress {
  const { host = DEFAULT_ADDRESS, hosts = [], keys } = settings
  const address = host === 'localhost' ? DEFAULT_ADDRESS : host
  if (isIP(address) === 0) {
    throw new GatewayError('host', `--host takes an IP address, not ${host}`, {
      hint: 'give names to --allow-host',
    })
  }
  const isPublic = !isLoopbackAddress(address)
  if (isPublic && keys === false) {
    throw new GatewayError('host', `other machines can reach ${host}: access control can't be off there`)
  }
  return { address, isPublic, isNamed: hosts.length > 0, names: [...hosts, ...ownNames(address)] }
}

/**
 * Returns the values of `Host` beyond the default ones. The port is not checked: pages of other sites cannot have an IP
 * address as their name, and a container's port can differ outside.
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

/** Returns the gateway's URL for programs and browsers of this machine. */
export function urlOf({ address }: ListenAddress, port: number): string {
  return `http://${ANY.includes(address) ? DEFAULT_ADDRESS : hostOf(address)}:${port}`
}

/** Returns the explorer's origins under the given host names. */
export function originsOf(names: readonly string[], port: number): string[] {
  return names.map((name) =>
    port === 80 || /[^:]:\d+$/.test(name) ? `http://${name}` : `http://${name}:${port}`,
  )
}
