type KnownDifference = {
  /** Beginning of the client's name. */
  readonly client: string
  /** Beginning of the network's name; every network without it. */
  readonly network?: string
  readonly call: string
  /** Maximum number of answers that differ. */
  readonly atMost: number
  /** Each difference that the client reports matches it. */
  readonly differences: RegExp
  readonly reason: string
}

const GENESIS =
  'tonlib reads the state before a block; before the first that is a zero state, of which a liteserver proves no block'

const LIBRARY = `${GENESIS}; and 3 of the library contract in its deploy block, where tonlib has the later libraries`

/** tonlib's text of GENESIS, and that of LIBRARY. */
const NOT_IN_DB = /"LITE_SERVER_NOTREADY: .*not in db"/
const NOT_IN_DB_OR_LIBRARY = /"LITE_SERVER_NOTREADY: .*not in db"|"transaction hash mismatch"/

const NOT_WHOLE = 'the recorded chain has no parameter 5: the client parses only configurations that have it'

/** Differences that are the client's own or that the reference server has too. */
const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    client: 'pytonlib',
    network: 'sample',
    call: 'emulation by transaction',
    atMost: 9,
    differences: NOT_IN_DB,
    reason: GENESIS,
  },
  {
    client: 'pytonlib',
    network: 'devnet',
    call: 'emulation by transaction',
    atMost: 8,
    differences: NOT_IN_DB_OR_LIBRARY,
    reason: LIBRARY,
  },
  {
    client: 'pytoniq',
    call: 'get_transactions',
    atMost: 2,
    differences: /'NoneType' object has no attribute 'last_trans_lt'.* ours \[\]$/,
    reason: 'pytoniq asks for the last transaction of accounts that do not exist',
  },
  {
    client: 'tonutils-go',
    call: 'GetAccount',
    atMost: 26,
    differences: / with storage_extra: /,
    reason:
      'its StorageInfo has no storage_extra: it reads another balance where an account has one (TL-B StorageInfo)',
  },
  {
    client: 'tonutils 2',
    network: 'sample',
    call: 'lite get_config',
    atMost: 1,
    differences: /^\[0, 1, 2, 4, 7, /,
    reason: NOT_WHOLE,
  },
  {
    client: 'tonutils 2',
    network: 'sample',
    call: 'http get_config',
    atMost: 1,
    differences: /^\[0, 1, 2, 4, 7, /,
    reason: NOT_WHOLE,
  },
  {
    client: '@ton/ton',
    network: 'sample',
    call: 'parseFullConfig',
    atMost: 1,
    differences: /No config5 slice/,
    reason: NOT_WHOLE,
  },
  {
    client: '@ton/blueprint',
    network: 'sample',
    call: 'getConfig',
    atMost: 1,
    differences: /No config5 slice/,
    reason: NOT_WHOLE,
  },
  {
    client: 'toncenter',
    network: 'sample',
    call: 'v3 get_traces',
    atMost: 1,
    differences: /: Maximum serialization depth exceeded$/,
    reason: 'pydantic writes no structure as deep as the trace of this account',
  },
]

/** Returns the reason of a known difference; undefined if more answers differ than known, or one in another way. */
export function knownDifference(
  client: string,
  network: string,
  call: string,
  count: number,
  differences: readonly string[],
): string | undefined {
  return KNOWN_DIFFERENCES.find(
    (known) =>
      client.startsWith(known.client) &&
      network.startsWith(known.network ?? '') &&
      call === known.call &&
      count <= known.atMost &&
      differences.every((difference) => known.differences.test(difference)),
  )?.reason
}
