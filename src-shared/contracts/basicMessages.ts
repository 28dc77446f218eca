import { body, type ContractDefinition, query } from './contractDefinition.ts'
import { coins, rest, snakeText } from './layout.ts'
import { BOUNCE, EXCESS } from './receiptOpcodes.ts'

/** Comments, excesses, bounces and other messages that belong to no single protocol. */
export const BASIC_MESSAGES: ContractDefinition = {
  name: 'messages of all contracts',
  messages: [
    // Three protocols share this opcode and its name; each has its own layouts.
    { name: 'evaa_supply_master,pyth_update_guardian_set,w4_deploy_install_plugin', opcode: 0x00000001 },
    body('bounce', BOUNCE, { payload: rest }),
    { ...body('text_comment', 0x00000000, { text: snakeText }), title: 'comment' },
    { ...body('encrypted_text_comment', 0x2167da4b, { cipher_text: rest }), title: 'encrypted comment' },
    { ...query('excess', EXCESS), title: 'excess' },
    query('top_up', 0xd372158c),
    query('credit', 0x1690c604, { amount: coins }),
    query('approve', 0x7b4b42e6),
    query('disapprove', 0xe8a0abfe),
    { name: 'logs', opcode: 0x012e8f40 },
  ],
}
