import { type ContractDefinition, codes, method, query } from './contractDefinition.ts'
import {
  addressInt,
  bits256,
  bool,
  hashmap,
  hashmapE,
  maybe,
  message,
  oneOfOpcodes,
  record,
  ref,
  u8,
  u32,
  u48,
  u256,
} from './layout.ts'

const multisigAction = oneOfOpcodes({
  f1381e5b: record('send_message', { mode: u8, message: ref(message) }),
  '1d0cfbd3': record('update_multisig_param', {
    threshold: u8,
    signers: ref(hashmap(8, addressInt)),
    proposers: hashmapE(8, addressInt),
  }),
})
const order = ref(hashmap(8, ref(multisigAction)))

/** Multisig v2 (ton-blockchain/multisig-contract-v2). */
export const MULTISIG: ContractDefinition = {
  name: 'multisig',
  interfaces: [
    {
      name: 'multisig_v2',
      codes: codes('09FNqaYn8Ow1MzQYKXYq+SuVQLIb8DZl+sCcK0bqu6w='),
      methods: ['get_multisig_data', 'get_order_address'],
    },
    {
      name: 'multisig_order_v2',
      codes: codes('oB4Ff71CiEArmJjXjWe9TpAlTJPFhmh5vC0dEoZUNrw='),
      methods: ['get_order_data'],
    },
  ],
  methods: [
    method(
      'get_multisig_data',
      {},
      { 'next order': 'number', threshold: 'number', signers: 'cell?', proposers: 'cell?' },
    ),
    method('get_order_address', { order: 'number' }, { order: 'address' }),
    method('get_order_estimate', { order: 'cell', expiration: 'number' }, { estimate: 'number' }),
    // All but the first two are null before the order is initialised.
    method(
      'get_order_data',
      {},
      {
        multisig: 'address',
        order: 'number',
        threshold: 'number?',
        executed: 'bool?',
        signers: 'cell?',
        approvals: 'number?',
        'approvals count': 'number?',
        expiration: 'number?',
        'order body': 'cell?',
      },
    ),
  ],
  messages: [
    // The reference server misspells the name.
    {
      ...query('mulisig_new_order', 0xf718510f, {
        order_seqno: u256,
        signer: bool,
        index: u8,
        expiration_date: u48,
        order,
      }),
      title: 'multisig new order',
    },
    query('multisig_execute', 0x75097f5d, {
      order_seqno: u256,
      expiration_date: u48,
      approvals_num: u8,
      signers_hash: bits256,
      order,
    }),
    query('multisig_execute_internal', 0xa32c59bf, { order }),
    query('multisig_order_init', 0x9c73fba2, {
      threshold: u8,
      signers: ref(hashmap(8, addressInt)),
      expiration_date: u48,
      order,
      signer_index: maybe(u8),
    }),
    query('multisig_approve', 0xa762230f, { signer_index: u8 }),
    query('multisig_approve_accepted', 0x82609bf6),
    query('multisig_approve_rejected', 0xafaf283e, { exit_code: u32 }),
  ],
}
