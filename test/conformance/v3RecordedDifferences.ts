/** The master of Paper Crane, more often than a URL has room for. */
const TOO_MANY = new Array(1100).fill(
  'address=0:84BDA9DEC5CCB78D2AC987374C1A8ED43B75DA5530E6E3AD44C4A2D98A5B3D4E',
)

/** Recorded questions that we answer otherwise than toncenter's server, by the reason. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'an empty or malformed address or hash ends in a database error there (500); compatibility-v3 §3.1 drops it':
    [
      'messages?limit=4&msg_hash=',
      'actions?limit=5&msg_hash=',
      'addressBook?address=',
      'addressBook?address=0:12',
      'addressBook?address=EQ',
      'multisig/wallets?address=',
      'multisig/orders?address=',
    ],
  'without a limit we give 10 actions, as the public deployment does (compatibility-v3 §3.3), and not 100': [
    'actions?',
  ],
  'a URL is longer than the 60 kB that we read': [`metadata?${TOO_MANY.join('&')}`],
  'an empty address or hash is no filter there; compatibility-v3 §2.4 wants one': [
    'pendingTraces?ext_msg_hash=',
    'pendingActions?ext_msg_hash=',
    'walletStates?address=',
    'vesting?contract_address=',
    'vesting?wallet_address=',
  ],
}
