/** Recorded questions that we answer otherwise than toncenter's server, by the reason. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'an empty or malformed address or hash ends in a database error there (500); v3-contract §4.1 drops it': [
    'messages?limit=4&msg_hash=',
    'addressBook?address=',
    'addressBook?address=0:12',
    'addressBook?address=EQ',
  ],
  'an empty address or hash is no filter there; v3-contract §3.4 wants one': [
    'pendingTraces?ext_msg_hash=',
    'walletStates?address=',
  ],
}
