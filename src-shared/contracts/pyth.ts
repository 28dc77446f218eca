import { body, type ContractDefinition } from './contractDefinition.ts'
import { address, cell, type Layout, record, ref, rest, u8, u32, u64 } from './layout.ts'

const guardians: Layout = ref(
  record(undefined, { version: u8, guardian_set_index: u32, signatures_length: u8, rest_signatures: rest }),
)
const feeds = { update_data: cell, price_ids: cell }
const answered = { target_address: address, custom_payload: cell }

/** Pyth's price feeds. */
export const PYTH: ContractDefinition = {
  name: 'Pyth',
  interfaces: [
    {
      name: 'pyth_price_oracle',
      methods: [
        'get_update_fee',
        'get_single_update_fee',
        'get_governance_data_source_index',
        'get_governance_data_source',
        'get_last_executed_governance_sequence',
        'get_is_valid_data_source',
        'get_price_unsafe',
        'get_price_no_older_than',
        'get_ema_price_unsafe',
        'get_ema_price_no_older_than',
        'get_chain_id',
        'get_current_guardian_set_index',
        'get_guardian_set',
        'get_governance_chain_id',
        'get_governance_contract',
        'governance_action_is_consumed',
      ],
    },
  ],
  messages: [
    body('pyth_update_guardian_set', 0x00000001, { '': guardians }),
    body('pyth_parse_price_feed_updates', 0x00000005, {
      ...feeds,
      min_publish_time: u64,
      max_publish_time: u64,
      ...answered,
    }),
    body('pyth_parse_unique_price_feed_updates', 0x00000006, {
      ...feeds,
      publish_time: u64,
      max_staleness: u64,
      ...answered,
    }),
    body('pyth_parse_unique_price_feed_updates', 0x00000006, {
      number_of_price_feeds: u8,
      price_feeds: cell,
      sender_address: address,
      custom_payload: rest,
    }),
    body('pyth_response_success', 0x00010001, { result: cell, original_custom_payload: cell }),
    body('pyth_response_error', 0x00010002, {
      error_code: u32,
      original_op_code: u32,
      original_custom_payload: cell,
    }),
  ],
}
