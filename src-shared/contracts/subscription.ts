import { body, type ContractDefinition, codes, query } from './contractDefinition.ts'
import { addressInt, cell, grams, u32 } from './layout.ts'

/** Subscriptions v1 and v2. */
export const SUBSCRIPTION: ContractDefinition = {
  name: 'subscription',
  interfaces: [
    { name: 'subscription_v1', methods: ['get_subscription_data'] },
    {
      name: 'subscription_v2',
      codes: codes('XUG7cGLs/yqv7/IFppEtfFyyIwjbHRLCCH3IzAORwy4='),
      methods: ['get_subscription_info', 'get_payment_info', 'get_cron_info'],
    },
  ],
  messages: [
    body('subscription_payment', 0x73756273),
    body('subscription_fallback', 0x756e6b77),
    query('subscription_deploy', 0xf71783cb, {
      first_charging_date: u32,
      payment_per_period: grams,
      period: u32,
      grace_period: u32,
      caller_fee: grams,
      withdraw_address: addressInt,
      withdraw_msg_body: cell,
      metadata: cell,
    }),
    query('subscription_reduce_payment', 0x508238ec, { new_payment: grams }),
  ],
}
