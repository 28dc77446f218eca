type KnownDifference = {
  /** Beginning of the client's name. */
  readonly client: string
  /** Beginning of the network's name; every network without it. */
  readonly network?: string
  readonly call: string
  /** Maximum number of answers that differ. */
  readonly atMost: number
  readonly reason: string
}

const GENESIS =
  'tonlib reads the state before a block; before the first that is a zero state, of which a liteserver proves no block'

const LIBRARY = `${GENESIS}; and 3 of the library contract in its deploy block, where tonlib has the later libraries`

const NOT_WHOLE = 'the recorded chain has no parameter 5: the client parses only configurations that have it'

/** Differences that are the client's own or that the reference server has too. */
const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  { client: 'pytonlib', network: 'sample', call: 'emulation by transaction', atMost: 9, reason: GENESIS },
  { client: 'pytonlib', network: 'devnet', call: 'emulation by transaction', atMost: 8, reason: LIBRARY },
  {
    client: 'pytoniq',
    call: 'get_transactions',
    atMost: 2,
    reason: 'pytoniq asks for the last transaction of accounts that do not exist',
  },
  {
    client: 'tonutils-go',
    call: 'GetAccount',
    atMost: 20,
    reason:
      'its StorageInfo has no storage_extra: it reads another balance where an account has one (TL-B StorageInfo)',
  },
  { client: 'tonutils 2', network: 'sample', call: 'lite get_config', atMost: 1, reason: NOT_WHOLE },
  { client: 'tonutils 2', network: 'sample', call: 'http get_config', atMost: 1, reason: NOT_WHOLE },
  { client: '@ton/ton', network: 'sample', call: 'parseFullConfig', atMost: 1, reason: NOT_WHOLE },
  { client: '@ton/blueprint', network: 'sample', call: 'getConfig', atMost: 1, reason: NOT_WHOLE },
  {
    client: 'toncenter',
    network: 'sample',
    call: 'v3 get_traces',
    atMost: 1,
    reason: 'pydantic writes no structure as deep as the trace of this account',
  },
]

/** Returns the reason of a known difference; undefined if it is not one, or if more answers differ than known. */
export function knownDifference(
  client: string,
  network: string,
  call: string,
  count: number,
): string | undefined {
  return KNOWN_DIFFERENCES.find(
    (known) =>
      client.startsWith(known.client) &&
      network.startsWith(known.network ?? '') &&
      call === known.call &&
      count <= known.atMost,
  )?.reason
}
