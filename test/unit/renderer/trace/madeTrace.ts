import type { MessageJson } from '#shared/schema/v3/messages.ts'
import type { TransactionJson } from '#shared/schema/v3/transactions.ts'

const HASH_BYTES = 32

/** Returns the base64 form of a hash that is unique by its first byte. */
export function hashOf(number: number): string {
  const bytes = Buffer.alloc(HASH_BYTES)
  bytes.writeUInt32BE(number)
  return bytes.toString('base64')
}

export function accountOf(digit: string): string {
  return `0:${digit.repeat(64)}`
}

type MessageFields = Partial<MessageJson> & { readonly number: number }

export function madeMessage({ number, ...fields }: MessageFields): MessageJson {
  return {
    hash: hashOf(1000 + number),
    source: accountOf('A'),
    destination: accountOf('B'),
    value: '0',
    value_extra_currencies: {},
    fwd_fee: '0',
    ihr_fee: '0',
    created_lt: '1',
    created_at: '1',
    extra_flags: null,
    opcode: null,
    decoded_opcode: null,
    ihr_disabled: true,
    bounce: true,
    bounced: false,
    import_fee: null,
    message_content: null,
    init_state: null,
    ...fields,
  }
}

type TransactionFields = Partial<TransactionJson> & {
  readonly number: number
  readonly exit?: number
  /** Number of messages that the action phase skipped. */
  readonly skipped?: number
}

function madeAction(skipped: number, created: number): TransactionJson['description']['action'] {
  return {
    success: true,
    valid: true,
    no_funds: false,
    status_change: 'unchanged',
    result_code: 0,
    tot_actions: skipped + created,
    spec_actions: 0,
    skipped_actions: skipped,
    msgs_created: created,
    action_list_hash: hashOf(0),
    tot_msg_size: { cells: '0', bits: '0' },
  }
}

/** A transaction whose number is its hash and its logical time. */
export function madeTransaction({
  number,
  exit = 0,
  skipped = 0,
  ...fields
}: TransactionFields): TransactionJson {
  const state = {
    hash: hashOf(0),
    balance: null,
    extra_currencies: null,
    account_status: null,
    frozen_hash: null,
    data_hash: null,
    code_hash: null,
  }
  return {
    account: accountOf('A'),
    hash: hashOf(number),
    lt: String(number),
    now: 1,
    mc_block_seqno: 1,
    prev_trans_hash: hashOf(0),
    prev_trans_lt: '0',
    orig_status: 'active',
    end_status: 'active',
    total_fees: '0',
    total_fees_extra_currencies: {},
    description: {
      type: 'ord',
      aborted: exit !== 0,
      compute_ph: {
        skipped: false,
        success: exit === 0,
        msg_state_used: false,
        account_activated: false,
        gas_fees: '0',
        gas_used: '0',
        gas_limit: '0',
        mode: 0,
        exit_code: exit,
        vm_steps: 1,
        vm_init_state_hash: hashOf(0),
        vm_final_state_hash: hashOf(0),
      },
      ...(exit === 0 && { action: madeAction(skipped, fields.out_msgs?.length ?? 0) }),
    },
    block_ref: { workchain: 0, shard: '8000000000000000', seqno: 1 },
    in_msg: null,
    out_msgs: [],
    account_state_before: state,
    account_state_after: state,
    emulated: false,
    finality: 'finalized',
    ...fields,
  }
}

/** A sends 100 to B, which fails and sends 90 back; A also sends 7 to C, which has not arrived, and logs something. */
export function bouncedTrace(): TransactionJson[] {
  const external = madeMessage({
    number: 0,
    source: null,
    destination: accountOf('A'),
    value: null,
    fwd_fee: null,
  })
  const sent = madeMessage({ number: 1, value: '100', fwd_fee: '2' })
  const lost = madeMessage({ number: 2, value: '7', destination: accountOf('C') })
  const log = madeMessage({ number: 3, value: null, destination: null })
  const back = madeMessage({
    number: 4,
    source: accountOf('B'),
    destination: accountOf('A'),
    value: '90',
    fwd_fee: '1',
    bounced: true,
  })
  return [
    madeTransaction({ number: 30, in_msg: back, total_fees: '3' }),
    madeTransaction({ number: 10, in_msg: external, out_msgs: [sent, lost, log], total_fees: '5' }),
    madeTransaction({
      number: 20,
      account: accountOf('B'),
      in_msg: sent,
      out_msgs: [back],
      total_fees: '9',
      exit: 35,
    }),
  ]
}
