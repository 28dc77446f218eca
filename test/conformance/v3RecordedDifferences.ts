/** The master of Paper Crane, more often than a URL has room for. */
const TOO_MANY = new Array(1100).fill(
  'address=0:84BDA9DEC5CCB78D2AC987374C1A8ED43B75DA5530E6E3AD44C4A2D98A5B3D4E',
)

/** Recorded questions that we answer otherwise than toncenter's server, by the reason. */
export const DIFFERENCES: Readonly<Record<string, readonly string[]>> = {
  'an empty or malformed address or hash ends in a database error there (500); v3-contract §4.1 drops it': [
    'messages?limit=4&msg_hash=',
    'actions?limit=5&msg_hash=',
    'addressBook?address=',
    'addressBook?address=0:12',
    'addressBook?address=EQ',
    'multisig/wallets?address=',
    'multisig/orders?address=',
  ],
  'without a limit we give 10 actions, as the public deployment does (v3-contract §4.3), and not 100': [
    'actions?',
  ],
  // A bit is skipped that is not there: the signers are taken for the order, and the rest moves on by a bit.
  'the reference reads the first message of a multisig order wrongly: an order without the approval of its creator is no action there, others have the signers in order_boc':
    [
      'actions?limit=5&account=0:CD736C34663F7B7414E91BEBF68552593E35025A9E1F35C635450A01D4F9FE91',
      'actions?limit=5&account=EQAKdgkhspAYzBvu6qTYxQTKV/LTGmsvbBOXDEFCTv154BCN',
      'actions?limit=5&account=0:0a760921b29018cc1beeeaa4d8c504ca57f2d31a6b2f6c13970c41424efd79e0',
      'actions?limit=5&account=0:CD736C34663F7B7414E91BEBF68552593E35025A9E1F35C635450A01D4F9FE91&start_lt=20000000',
      'actions?trace_id=HxuYKtzBxsmf0CY30uOym39I/Yu8zL0HQ1bPgx/4VGY%3D&supported_action_types=latest&include_accounts=true',
      'traces?trace_id=HxuYKtzBxsmf0CY30uOym39I/Yu8zL0HQ1bPgx/4VGY%3D&include_actions=true&supported_action_types=latest',
      'traces?trace_id=oxa4ebzL/LOCX248ERW2tHsnodHZ5AtYouKafrEBXTk%3D&include_actions=true&supported_action_types=latest',
    ],
  'a URL is longer than the 60 kB that we read': [`metadata?${TOO_MANY.join('&')}`],
  'an empty address or hash is no filter there; v3-contract §3.4 wants one': [
    'pendingTraces?ext_msg_hash=',
    'pendingActions?ext_msg_hash=',
    'walletStates?address=',
    'vesting?contract_address=',
    'vesting?wallet_address=',
  ],
}
