import { NAMED_BODIES } from './bodies.ts'

/** Opcodes of bodies whose layout is not among ours: by protocol, in hexadecimal. */
const MORE_NAMES: Readonly<Record<string, string>> = {
  bidask: `
    1bba3896:swap_fallback_v2 250ad226:multitoken_mint 5a6a036f:internal_continue_swap_v2
    d1b02ea5:internal_provide
  `,
  evaa: `
    00000041:supply_withdraw_user 00000042:supply_withdraw_master_jetton
    00000401:supply_withdraw_master_without_prices 00000411:supply_withdraw_satisfied
    0000041f:supply_withdraw_unsatisfied 0000411a:supply_withdraw_success 0000411f:supply_withdraw_fail
    00009999:get_store_response
  `,
  storm: `
    01d81ebc:self_deposit_jetton 0302cd79:deploy_ordinary_sa 04c52fd2:execute_orders_bundle
    04db6665:change_lazer_data 0b9d20cc:change_cold_key_factory 0c6ca95e:update_sa_ordinary_code
    0ef28735:change_max_leverage 13076670:provide_position 13559d58:change_factory_content
    174c830c:change_lazer_data_request 179d61f9:change_factory_code 186b2edf:deposit_notify
    18a092f7:deposit_notify_with_deploy 1bd24ca6:change_hot_key_factory 1bea50f1:take_position_v2
    1ca43d2f:notify_update_position 20d835c2:withdraw_success 220c4c19:add_public_key
    28055719:change_max_leverage_request 28d36491:trade_notification_v2 29bb3721:deposit_native
    3475fdd2:trade_notification 34d2e9f9:change_hot_key 367f2743:fail_notification 3e56c929:change_v3_state
    4fedc82b:referral_fees 512cbd25:withdraw_request 558e804a:self_deposit_native 5a091c43:deposit_ton
    5a89f5a2:notify_with_deploy 5a8cf652:force_close_min_margin 5b0dd9f4:init_sa 5b27f9c5:deposit_revert
    5b705138:force_close_max_leverage 5f40f1ec:execute_orders_bundle 60dfc677:update_position
    644794b8:remove_all_keys_except_current 666392ee:failed_bundle_execution 6cde12e2:unsuccessful_deposit
    6eec039d:withdraw_request_user 70246da6:change_cold_key 76519f8b:remove_public_key
    76840119:deposit_jetton 7a0bda1c:change_cold_key_request cf90d618:complete_order de1ddbcc:execute_order
  `,
  '': `
    012e8f40:logs ac392598:scaled_ui_display_multiplier_changed
  `,
}

/** Where protocols share an opcode, its name is all of theirs. */
const JOINED: readonly (readonly [number, string])[] = [
  [0x00000001, 'evaa_supply_master,pyth_update_guardian_set,w4_deploy_install_plugin'],
]

const NAMES: ReadonlyMap<number, string> = collect()

/** The name that v3 gives to the first 32 bits of a body (`decoded_opcode`), undefined for unknown ones. */
export function opcodeName(opcode: number): string | undefined {
  return NAMES.get(opcode >>> 0)
}

function collect(): Map<number, string> {
  const names = new Map<number, string>(JOINED)
  const add = (opcode: number, name: string) => {
    if (!names.has(opcode)) names.set(opcode, name)
  }
  for (const { opcode, name } of NAMED_BODIES) add(opcode, name)
  for (const [protocol, list] of Object.entries(MORE_NAMES)) {
    for (const [, opcode = '', name] of list.matchAll(/([0-9a-f]{8}):(\w+)/g)) {
      add(Number.parseInt(opcode, 16), protocol === '' ? `${name}` : `${protocol}_${name}`)
    }
  }
  return names
}
