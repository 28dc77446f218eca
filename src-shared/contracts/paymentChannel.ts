import { body, type ContractDefinition } from './contractDefinition.ts'
import {
  bits512,
  bool,
  coins,
  hashmapE,
  maybeRef,
  oneOfOpcodes,
  record,
  ref,
  rest,
  u32,
  u64,
  u128,
} from './layout.ts'

const conditional = record('cp', { amount: coins, condition: rest })
const semiChannel = record('sc_body', { seqno: u64, sent: coins, conditionals: hashmapE(32, conditional) })
const signedSemiChannel = record('signed_schs', {
  signature: bits512,
  state: oneOfOpcodes({
    '43685374': record('semichannel_state', {
      channel_id: u128,
      data: semiChannel,
      counterparty_data: maybeRef(semiChannel),
    }),
  }),
})
const balances = { balance_A: coins, balance_B: coins }
const seqnos = { seqno_A: u64, seqno_B: u64 }
const signatures = { sig_A: ref(bits512), sig_B: ref(bits512), tag: u32, channel_id: u128 }
const signed = { signature: bits512, tag: u32, channel_id: u128 }
const states = { sch_A: ref(signedSemiChannel), sch_B: ref(signedSemiChannel) }

/** Payment channels of ton-blockchain. */
export const PAYMENT_CHANNEL: ContractDefinition = {
  name: 'payment channel',
  interfaces: [{ name: 'payment_channel', methods: ['get_channel_data'] }],
  codes: [
    {
      hash: 'Da+y0ZPcWqW+4h62BwUQypR10vDW62Ks+b8Ckjznjgs=',
      title: 'payment channel',
      tonlib: { kind: 'pchan.accountState', revision: -1 },
    },
  ],
  messages: [
    body('top_up_channel_balance', 0x67c7d281, { add_A: coins, add_B: coins }),
    body('init_payment_channel', 0x0e0620c2, { is_A: bool, ...signed, ...balances }),
    body('channel_cooperative_close', 0x5577587e, { ...signatures, ...balances, ...seqnos }),
    body('channel_cooperative_commit', 0x79a126ef, { ...signatures, ...seqnos }),
    body('start_uncooperative_channel_close', 0x1f151acf, { signed_by_A: bool, ...signed, ...states }),
    body('challenge_quarantined_channel_state', 0x088eaa32, { challenged_by_A: bool, ...signed, ...states }),
    body('settle_channel_conditionals', 0x66f6f069, {
      from_A: bool,
      ...signed,
      conditionals_to_settle: hashmapE(32, rest),
    }),
    body('finish_uncooperative_channel_close', 0x25432a91),
    body('channel_closed', 0xdddc88ba, { channel_id: u128 }),
  ],
}
