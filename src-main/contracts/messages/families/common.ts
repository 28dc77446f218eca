import { coins } from '../blockTypes.ts'
import { body, query } from '../body.ts'
import { bits256, bits512, rest, to, u32 } from '../layout.ts'
import { snakeText } from '../snakeText.ts'

/** Comments, excesses, bounces, the elector, vesting and subscriptions, plugins of wallet v4. */
export const COMMON = [
  body('bounce', 0xffffffff, { payload: rest }),
  body('text_comment', 0x00000000, { text: snakeText }),
  body('encrypted_text_comment', 0x2167da4b, { cipher_text: rest }),
  query('excess', 0xd53276db),
  query('top_up', 0xd372158c),
  query('credit', 0x1690c604, { amount: coins }),
  query('approve', 0x7b4b42e6),
  query('disapprove', 0xe8a0abfe),

  query('elector_new_stake', 0x4e73744b, {
    validator_pubkey: bits256,
    stake_at: u32,
    max_factor: u32,
    adnl_addr: bits256,
    signature: to(bits512),
  }),
  query('elector_new_stake_confirmation', 0xf374484c),
  query('elector_recover_stake_request', 0x47657424),
  query('elector_recover_stake_response', 0xf96f7324),
]
