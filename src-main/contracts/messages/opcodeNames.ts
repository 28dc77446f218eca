import { NAMED_BODIES } from './bodies.ts'

/** Opcodes of bodies whose layout is not among ours: by protocol, in hexadecimal. */
const MORE_NAMES: Readonly<Record<string, string>> = {
  bidask: `
    1bba3896:swap_fallback_v2 250ad226:multitoken_mint 5a6a036f:internal_continue_swap_v2
    d1b02ea5:internal_provide
  `,
  cocoon: `
    022fa189:change_params 08e7d036:worker_proxy_payout_request 11aefd51:upgrade_code
    2565934c:return_excesses_back 26ed7f65:owner_worker_register 3c41d0b2:del_proxy_type
    4d725d2c:worker_proxy_request 4f7c5789:upgrade_full 563c1d96:reset_root 5cfc6b87:client_proxy_top_up
    636a4391:close_request_payload 65448ff4:client_proxy_request 6a1f6a60:owner_client_increase_stake
    6d49eaf2:unregister_proxy 71860e80:add_proxy_type 7610e6eb:ext_proxy_payout_request
    8473b408:owner_client_change_secret_hash_and_top_up 8d94a79a:del_worker_type 927c7cb5:register_proxy
    92b11c18:del_model_type 9713f187:ext_proxy_increase_stake 9c7924ba:update_proxy a040ad28:payout_payload
    a2370f61:upgrade_contracts a35cb580:client_proxy_register a9357034:owner_client_change_secret_hash
    b51d5a01:owner_proxy_close bb63ff93:charge_payload c146134d:add_model_type
    c45f9f3b:owner_client_register c4a1ae54:change_owner c52ed8d4:change_fees c59a7cd3:payout
    c68ebc7b:client_proxy_refund_granted da068e78:owner_client_withdraw e34b1c60:add_worker_type
    e511abc7:close_complete_request_payload efd711e1:grant_refund_payload f172e6c2:ext_client_top_up
    f4c354c9:client_proxy_refund_force f5f26a36:last_payout_payload fafa6cc1:owner_client_request_refund
  `,
  evaa: `
    00000002:withdraw_master 00000003:liquidate_master 00000008:idle_master 0000000f:revert_call
    00000011:supply_user 00000021:withdraw_user 00000031:liquidate_user 00000041:supply_withdraw_user
    00000042:supply_withdraw_master_jetton 00000081:idle_user 000000a1:init_master
    000000a2:claim_asset_reserves 000000c1:init_upgrade 000000c2:submit_upgrade 000000c3:cancel_upgrade
    000000e1:force_enable 000000e4:update_config 000000e8:disable_contract_for_upgrade
    000000e9:force_disable_contract 0000011a:supply_success 0000011f:supply_fail
    00000211:withdraw_collateralized 00000311:liquidate_satisfied 0000031f:liquidate_unsatisfied
    00000401:supply_withdraw_master_without_prices 00000411:supply_withdraw_satisfied
    0000041f:supply_withdraw_unsatisfied 0000081e:idle_excess 00000a32:add_new_token 00000a99:add_to_reserve
    00000d21:debug_principals_edit_user 000011ae:supply_excess_with_data 0000211a:withdraw_success
    0000211f:withdraw_fail 000021e6:withdraw_locked_excess 000021e7:withdraw_not_collateralized_excess
    000021e8:withdraw_missing_prices_excess 000021ec:withdraw_execution_crashed 0000311a:liquidate_success
    0000311d:liquidate_success_report 0000311f:liquidate_fail 0000411a:supply_withdraw_success
    0000411f:supply_withdraw_fail 00009998:get_store_request 00009999:get_store_response
    0000d001:do_data_checks 00011ae1:supply_fail_with_data 00211fe8:withdraw_no_funds_excess
    107e0000:user_execute_action
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
